// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/ideal.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/worker_pool.hpp"
#include "leafwise/core/check.hpp"
#include "ring/flint_ring.hpp"
#include "ring/known_dimension.hpp"
#include "ring/linear_span.hpp"
#include "ring/solved_part.hpp"

namespace leafwise::algebra {

using detail::FlintPolynomials;
using detail::FlintRing;
using engine::Answer;
using engine::Failure;
using engine::Job;
using engine::Operation;

/// The basis is written once, under the lock; the rest never changes.
struct Ideal::State {
  State(std::vector<Variable> variables, std::vector<Polynomial> given, Engine the_engine)
      : ring(std::move(variables)), generators(std::move(given)), engine(std::move(the_engine)) {
    for (const Polynomial& generator : generators) LEAFWISE_DEMAND(ring.has_all(generator));
  }

  [[nodiscard]] bool has_dimension_only() {
    const std::lock_guard lock(mutex);
    return known && detail::is_dimension_only(*known);
  }

  FlintRing ring;
  std::vector<Polynomial> generators;
  Engine engine;
  std::mutex mutex;
  std::optional<detail::KnownBasis> known;
  std::shared_ptr<const detail::SolvedPart> solved;  ///< the known basis, its affine part solved
  std::shared_ptr<const detail::ModularPoint> point;
  std::shared_ptr<const Ideal> part;
  bool is_out_of_reach = false;
};

namespace {

engine::WireIdeal wire_of(const FlintRing& ring, const std::vector<Polynomial>& polynomials) {
  engine::WireIdeal wire;
  for (const Polynomial& polynomial : polynomials) wire.push_back(ring.to_wire(polynomial));
  return wire;
}

Unable unable(const Failure& failure) {
  std::string reason = to_string(failure.kind);
  if (!failure.detail.empty()) reason += " (" + failure.detail + ")";
  return Unable{std::move(reason)};
}

/// Sends ideals of one ring to a worker.
Outcome<Answer> ask(Operation operation,
                    const std::vector<const Ideal*>& ideals,
                    const std::vector<std::size_t>& chosen,
                    const Limits& limits) {
  const FlintRing ring(ideals.front()->variables());
  Job job;
  job.operation = operation;
  job.variables = ring.variables().size();
  job.chosen = chosen;
  for (const Ideal* ideal : ideals) {
    LEAFWISE_DEMAND(ideal->variables() == ring.variables());
    job.ideals.push_back(wire_of(ring, ideal->generators()));
  }
  const Engine& engine = ideals.front()->engine();
  engine::Result result = engine.pool().run(job, limits, engine.setbacks());
  if (const auto* failure = std::get_if<Failure>(&result)) return unable(*failure);
  return std::get<Answer>(std::move(result));
}

Outcome<Ideal> ideal_from(const Outcome<Answer>& answer, const Ideal& like) {
  if (!answer) return Unable{answer.reason()};
  if (answer.value().ideals.size() != 1) return Unable{"the engine did not return one ideal"};
  const FlintRing ring(like.variables());
  std::vector<Polynomial> generators;
  for (const engine::WirePolynomial& wire : answer.value().ideals.front()) {
    generators.push_back(ring.from_wire(wire));
  }
  return Ideal(like.variables(), std::move(generators), like.engine());
}

/// Affine generators that are worth solving before an engine is asked.
constexpr std::ptrdiff_t many_affine = 4;

/// A basis by the engine, not ordered. Dimension and degree are those of the graph over the
/// variables that affine generators leave.
Outcome<detail::KnownBasis> basis_by_engine(const Ideal& ideal, const Limits& limits) {
  const auto& given = ideal.generators();
  if (std::all_of(given.begin(), given.end(), [](const Polynomial& g) { return g.is_zero(); })) {
    return detail::KnownBasis{{}, static_cast<int>(ideal.variables().size()), 1};
  }
  const auto affine = std::count_if(
      given.begin(), given.end(), [](const Polynomial& g) { return g.degree() == 1; });
  detail::SolvedPart part;
  if (affine >= many_affine) part = detail::solve_affine(ideal.variables(), given);
  detail::KnownBasis known;
  if (part.is_inconsistent) {
    known.polynomials = {Polynomial(Rational(1))};
    known.dimension = -1;
    return known;
  }
  if (!part.values.empty() && part.rest.empty()) {
    for (const auto& [variable, value] : part.values) {
      known.polynomials.push_back((Polynomial(variable) - value).primitive());
    }
    known.dimension = static_cast<int>(part.variables.size());
    known.degree = 1;
    return known;
  }
  const bool is_smaller = !part.values.empty();
  const Ideal rest = is_smaller ? Ideal(part.variables, part.rest, ideal.engine()) : ideal;
  const Outcome<Answer> answer = ask(Operation::standard_basis, {&rest}, {}, limits);
  if (!answer) return Unable{answer.reason()};
  if (answer.value().ideals.size() != 1 || answer.value().numbers.size() != 2) {
    return Unable{"the engine did not return one ideal"};
  }
  const FlintRing ring(rest.variables());
  for (const engine::WirePolynomial& wire : answer.value().ideals.front()) {
    known.polynomials.push_back(ring.from_wire(wire).primitive());
  }
  known.dimension = static_cast<int>(answer.value().numbers[0]);
  known.degree = static_cast<long>(answer.value().numbers[1]);
  if (known.dimension < 0) return known;
  // What is affine in the rest's basis was not so before.
  const detail::SolvedPart further = detail::solve_affine(rest.variables(), known.polynomials);
  for (const auto& [variable, value] : part.values) {
    known.polynomials.push_back((Polynomial(variable) - further.reduced(value)).primitive());
  }
  return known;
}

/// Remainders modulo a reduced basis whose affine part is solved: only the rest takes a division.
std::vector<Polynomial> remainders_by(const detail::SolvedPart& basis,
                                      const std::vector<Polynomial>& polynomials) {
  std::vector<Polynomial> remainders;
  remainders.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) remainders.push_back(basis.reduced(polynomial));
  if (basis.rest.empty()) return remainders;
  // By degree: no leading monomial of the rest divides what is of lower degree than all of it.
  const auto lowest = std::min_element(
      basis.rest.begin(), basis.rest.end(), [](const Polynomial& a, const Polynomial& b) {
        return a.degree() < b.degree();
      });
  const auto is_divided = [&, degree = lowest->degree()](const Polynomial& remainder) {
    return !remainder.is_zero() && remainder.degree() >= degree;
  };
  if (std::none_of(remainders.begin(), remainders.end(), is_divided)) return remainders;
  const FlintRing ring(basis.variables);
  const FlintPolynomials rest(ring, basis.rest);
  for (Polynomial& remainder : remainders) {
    if (is_divided(remainder)) remainder = rest.remainder(remainder);
  }
  return remainders;
}

}  // namespace

Ideal::Ideal(std::vector<Variable> variables, std::vector<Polynomial> generators, Engine engine)
    : state_(std::make_shared<State>(
          std::move(variables), std::move(generators), std::move(engine))) {}

const std::vector<Variable>& Ideal::variables() const noexcept {
  return state_->ring.variables();
}
const std::vector<Polynomial>& Ideal::generators() const noexcept {
  return state_->generators;
}
const Engine& Ideal::engine() const noexcept {
  return state_->engine;
}

Outcome<detail::KnownBasis> Ideal::known_basis(const Limits& limits) const {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->known && detail::is_dimension_only(*state_->known)) {
      return Unable{"its Gröbner basis is too large to be worth while"};
    }
    if (state_->known) return *state_->known;
  }
  Outcome<detail::KnownBasis> found = basis_by_engine(*this, limits);
  if (!found) return found;
  detail::KnownBasis known = std::move(found).value();
  std::vector<Polynomial>& basis = known.polynomials;
  // Not a Gröbner basis to be believed, but checked: it lies in no larger ideal only if all
  // generators reduce to zero, and then it is as good as the one that was asked for.
  const std::vector<Polynomial> remainders =
      remainders_by(detail::solve_affine(variables(), basis),
                    known.dimension < 0 ? std::vector<Polynomial>{} : state_->generators);
  if (std::any_of(remainders.begin(), remainders.end(), [](const Polynomial& remainder) {
        return !remainder.is_zero();
      })) {
    return Unable{"the engine's Gröbner basis does not contain the ideal"};
  }
  FlintPolynomials sorted(state_->ring, basis);
  sorted.sort_by_leading_monomial();
  basis.clear();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    basis.push_back(state_->ring.get(sorted.at(i)).primitive());
  }
  return remember(std::move(known));
}

detail::KnownBasis Ideal::remember(detail::KnownBasis known) const {
  const std::lock_guard lock(state_->mutex);
  if (!state_->known) state_->known = std::move(known);
  return *state_->known;
}

std::optional<detail::KnownBasis> Ideal::basis_so_far() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->known && detail::is_dimension_only(*state_->known)) return std::nullopt;
  return state_->known;
}

Ideal Ideal::by(Engine engine) const {
  Ideal same(variables(), generators(), std::move(engine));
  const std::lock_guard lock(state_->mutex);
  if (state_->known) same.remember(*state_->known);
  return same;
}

std::shared_ptr<const detail::ModularPoint> Ideal::known_point() const {
  const std::lock_guard lock(state_->mutex);
  return state_->point;
}

void Ideal::remember(std::shared_ptr<const detail::ModularPoint> point) const {
  const std::lock_guard lock(state_->mutex);
  if (!state_->point) state_->point = std::move(point);
}

std::shared_ptr<const Ideal> Ideal::known_part() const {
  const std::lock_guard lock(state_->mutex);
  return state_->part;
}

void Ideal::remember_part(const Ideal& part) const {
  LEAFWISE_DEMAND(part.state_ != state_ && part.variables() == variables());
  const std::lock_guard lock(state_->mutex);
  if (!state_->part) state_->part = std::make_shared<const Ideal>(part);
}

bool Ideal::is_basis_out_of_reach() const {
  const std::lock_guard lock(state_->mutex);
  const bool has_basis = state_->known && !detail::is_dimension_only(*state_->known);
  return !has_basis && (state_->is_out_of_reach || state_->known);
}

void Ideal::remember_basis_is_out_of_reach() const {
  const std::lock_guard lock(state_->mutex);
  state_->is_out_of_reach = true;
}

Outcome<std::vector<Polynomial>> Ideal::groebner_basis(const Limits& limits) const {
  Outcome<detail::KnownBasis> known = known_basis(limits);
  if (!known) return Unable{known.reason()};
  return std::move(known).value().polynomials;
}

Outcome<std::vector<Polynomial>> Ideal::normal_forms(const std::vector<Polynomial>& polynomials,
                                                     const Limits& limits) const {
  for (const Polynomial& polynomial : polynomials) {
    LEAFWISE_DEMAND(state_->ring.has_all(polynomial), to_string(polynomial));
  }
  // Modulo nothing: nobody has to be asked.
  const auto& given = state_->generators;
  if (std::all_of(given.begin(), given.end(), [](const auto& g) { return g.is_zero(); })) {
    return polynomials;
  }
  // Where there is no basis, generators are what is known. (Where there is one, it decides: it may
  // be that of a claim that is to be checked.)
  if (state_->has_dimension_only()) {
    const std::vector<bool> known = detail::are_combinations(variables(), given, polynomials);
    if (std::all_of(known.begin(), known.end(), [](bool is_known) { return is_known; })) {
      return std::vector<Polynomial>(polynomials.size());
    }
  }
  std::shared_ptr<const detail::SolvedPart> solved;
  {
    // Of a basis that was used before, only this: rows are reduced a thousand times.
    const std::lock_guard lock(state_->mutex);
    solved = state_->solved;
  }
  if (!solved) {
    const Outcome<detail::KnownBasis> known = known_basis(limits);
    if (!known) return Unable{known.reason()};
    if (known.value().dimension < 0) return std::vector<Polynomial>(polynomials.size());
    solved = std::make_shared<const detail::SolvedPart>(
        detail::solve_affine(variables(), known.value().polynomials));
    const std::lock_guard lock(state_->mutex);
    state_->solved = solved;
  }
  if (limits.is_over()) return Unable{"the time limit was reached"};
  return remainders_by(*solved, polynomials);
}

Outcome<Polynomial> Ideal::normal_form(const Polynomial& polynomial, const Limits& limits) const {
  Outcome<std::vector<Polynomial>> remainders = normal_forms({polynomial}, limits);
  if (!remainders) return Unable{remainders.reason()};
  return std::move(remainders).value().front();
}

Outcome<bool> Ideal::contains(const Polynomial& polynomial, const Limits& limits) const {
  const Outcome<Polynomial> rest = normal_form(polynomial, limits);
  if (!rest) return Unable{rest.reason()};
  return rest.value().is_zero();
}

Outcome<bool> Ideal::radical_contains(const Polynomial& polynomial, const Limits& limits) const {
  // f vanishes on V(I) iff 1 lies in I + (1 − z·f) with a new variable z (Rabinowitsch).
  std::vector<Variable> variables = state_->ring.variables();
  Variable fresh{Role::unknown, "z", 0};
  while (std::find(variables.begin(), variables.end(), fresh) != variables.end()) {
    fresh.name += "z";
  }
  variables.push_back(fresh);
  std::vector<Polynomial> generators = state_->generators;
  generators.push_back(Polynomial(fresh) * polynomial - Polynomial(Rational(1)));
  const Ideal extended(std::move(variables), std::move(generators), state_->engine);
  return extended.contains(Polynomial(Rational(1)), limits);
}

Outcome<int> Ideal::dimension(const Limits& limits) const {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->known) return state_->known->dimension;
  }
  const Outcome<detail::KnownBasis> known = known_basis(limits);
  if (!known) return Unable{known.reason()};
  return known.value().dimension;
}

Outcome<long> Ideal::degree(const Limits& limits) const {
  const Outcome<detail::KnownBasis> known = known_basis(limits);
  if (!known) return Unable{known.reason()};
  return known.value().degree;
}

Outcome<bool> is_subset(const Ideal& inner, const Ideal& outer, const Limits& limits) {
  LEAFWISE_DEMAND(inner.variables() == outer.variables());
  const Outcome<std::vector<Polynomial>> remainders =
      outer.normal_forms(inner.generators(), limits);
  if (!remainders) return Unable{remainders.reason()};
  return std::all_of(remainders.value().begin(), remainders.value().end(), [](const auto& rest) {
    return rest.is_zero();
  });
}

Outcome<bool> is_equal(const Ideal& left, const Ideal& right, const Limits& limits) {
  Outcome<bool> forward = is_subset(left, right, limits);
  if (!forward || !forward.value()) return forward;
  return is_subset(right, left, limits);
}

Ideal sum(const Ideal& left, const Ideal& right) {
  LEAFWISE_DEMAND(left.variables() == right.variables());
  std::vector<Polynomial> generators = left.generators();
  generators.insert(generators.end(), right.generators().begin(), right.generators().end());
  return {left.variables(), std::move(generators), left.engine()};
}

Outcome<Ideal> intersection(const Ideal& left, const Ideal& right, const Limits& limits) {
  return ideal_from(ask(Operation::intersect, {&left, &right}, {}, limits), left);
}

Outcome<Ideal> quotient(const Ideal& ideal, const Ideal& by, const Limits& limits) {
  return ideal_from(ask(Operation::quotient, {&ideal, &by}, {}, limits), ideal);
}

Outcome<Ideal> saturation(const Ideal& ideal, const Ideal& by, const Limits& limits) {
  return ideal_from(ask(Operation::saturate, {&ideal, &by}, {}, limits), ideal);
}

Outcome<Ideal> elimination(const Ideal& ideal,
                           const std::vector<Variable>& eliminated,
                           const Limits& limits) {
  const FlintRing ring(ideal.variables());
  std::vector<std::size_t> chosen;
  chosen.reserve(eliminated.size());
  for (const Variable& variable : eliminated) chosen.push_back(ring.index_of(variable));
  if (chosen.empty()) return ideal;
  return ideal_from(ask(Operation::eliminate, {&ideal}, chosen, limits), ideal);
}

Outcome<Ideal> radical(const Ideal& ideal, const Limits& limits) {
  return ideal_from(ask(Operation::radical, {&ideal}, {}, limits), ideal);
}

}  // namespace leafwise::algebra
