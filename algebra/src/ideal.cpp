// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/ideal.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/worker_pool.hpp"
#include "flint_ring.hpp"
#include "leafwise/core/check.hpp"

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

  FlintRing ring;
  std::vector<Polynomial> generators;
  Engine engine;
  std::mutex mutex;
  std::optional<detail::KnownBasis> known;
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
  engine::Result result = ideals.front()->engine().pool().run(job, limits);
  if (const auto* failure = std::get_if<Failure>(&result)) return unable(*failure);
  return std::get<Answer>(std::move(result));
}

Outcome<Ideal> ideal_from(const Outcome<Answer>& answer, const Ideal& like) {
  if (!answer) return Unable{answer.reason()};
  if (answer.value().ideals.size() != 1) return Unable{"the engine did not answer with one ideal"};
  const FlintRing ring(like.variables());
  std::vector<Polynomial> generators;
  for (const engine::WirePolynomial& wire : answer.value().ideals.front()) {
    generators.push_back(ring.from_wire(wire));
  }
  return Ideal(like.variables(), std::move(generators), like.engine());
}

/// Not a Gröbner basis to be believed, but checked: it lies in no larger ideal only if all
/// generators reduce to zero, and then it is as good as the one that was asked for.
bool reduces_to_zero(const FlintPolynomials& basis, const std::vector<Polynomial>& generators) {
  return std::all_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    return basis.remainder(generator).is_zero();
  });
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
    if (state_->known) return *state_->known;
  }
  const Outcome<Answer> answer = ask(Operation::standard_basis, {this}, {}, limits);
  if (!answer) return Unable{answer.reason()};
  if (answer.value().ideals.size() != 1 || answer.value().numbers.size() != 2) {
    return Unable{"the engine did not answer with one ideal"};
  }
  detail::KnownBasis known;
  std::vector<Polynomial>& basis = known.polynomials;
  for (const engine::WirePolynomial& wire : answer.value().ideals.front()) {
    basis.push_back(state_->ring.from_wire(wire).primitive());
  }
  FlintPolynomials sorted(state_->ring, basis);
  if (!reduces_to_zero(sorted, state_->generators)) {
    return Unable{"the engine's Gröbner basis does not contain the ideal"};
  }
  sorted.sort_by_leading_monomial();
  basis.clear();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    basis.push_back(state_->ring.get(sorted.at(i)).primitive());
  }
  known.dimension = static_cast<int>(answer.value().numbers[0]);
  known.degree = static_cast<long>(answer.value().numbers[1]);
  return remember(std::move(known));
}

detail::KnownBasis Ideal::remember(detail::KnownBasis known) const {
  const std::lock_guard lock(state_->mutex);
  if (!state_->known) state_->known = std::move(known);
  return *state_->known;
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
  return state_->is_out_of_reach && !state_->known;
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
  const Outcome<detail::KnownBasis> known = known_basis(limits);
  if (!known) return Unable{known.reason()};
  const FlintPolynomials basis(state_->ring, known.value().polynomials);
  std::vector<Polynomial> remainders;
  remainders.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    LEAFWISE_DEMAND(state_->ring.has_all(polynomial), to_string(polynomial));
    if (limits.is_over()) return Unable{"the time limit was reached"};
    remainders.push_back(known.value().dimension < 0 ? Polynomial() : basis.remainder(polynomial));
  }
  return remainders;
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
