// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/absolute_components.hpp"

#include <flint/fmpq_mpoly_factor.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/worker_pool.hpp"
#include "geometry/graph_reduction.hpp"
#include "geometry/rational_points.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra {

namespace {

using detail::FlintPolynomials;
using detail::FlintRing;
using detail::GraphReduction;
using engine::Answer;

/// A constant with a name that no variable has, of whatever order.
Variable fresh_root(const std::vector<Variable>& variables) {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& variable) {
      return variable.name == name;
    });
  };
  std::string name = "a";
  for (std::size_t i = 1; is_taken(name); ++i) name = "a" + std::to_string(i);
  return {Role::parameter, std::move(name), 0};
}

bool is_irreducible(const Variable& root, const Polynomial& polynomial) {
  const FlintRing ring({root});
  const FlintPolynomials flint(ring, {polynomial});
  fmpq_mpoly_factor_t factors;
  fmpq_mpoly_factor_init(factors, ring.context());
  const int done = fmpq_mpoly_factor(factors, flint.at(0), ring.context());
  const bool irreducible = done != 0 && fmpq_mpoly_factor_length(factors, ring.context()) == 1 &&
                           fmpq_mpoly_factor_get_exp_si(factors, 0, ring.context()) == 1;
  fmpq_mpoly_factor_clear(factors, ring.context());
  return irreducible;
}

/// What the engine says, in a ring with the root as one more variable.
Outcome<Answer> ask(const Ideal& prime, const FlintRing& ring, const Limits& limits) {
  engine::Job job;
  job.operation = engine::Operation::absolute_primes;
  job.variables = ring.variables().size();
  engine::WireIdeal& generators = job.ideals.emplace_back();
  generators.reserve(prime.generators().size());
  for (const Polynomial& generator : prime.generators()) {
    generators.push_back(ring.to_wire(generator));
  }
  const Engine& engine = prime.engine();
  engine::Result result = engine.pool().run(job, limits, engine.setbacks());
  if (const auto* failure = std::get_if<engine::Failure>(&result)) {
    std::string reason = to_string(failure->kind);
    if (!failure->detail.empty()) reason += " (" + failure->detail + ")";
    return Unable{std::move(reason)};
  }
  return std::get<Answer>(std::move(result));
}

/// Takes the minimal polynomial out of the ideal that the engine gave. Empty if there is none of
/// the degree it promised.
std::optional<AbsoluteComponent> component_from(const Answer& answer,
                                                const FlintRing& ring,
                                                const Variable& root) {
  AbsoluteComponent component;
  component.root = root;
  component.conjugates = static_cast<long>(answer.numbers.front());
  for (const engine::WirePolynomial& wire : answer.ideals.front()) {
    Polynomial generator = ring.from_wire(wire).primitive();
    if (generator.variables() == std::set<Variable>{root}) {
      if (!component.minimal_polynomial.is_zero()) return std::nullopt;
      component.minimal_polynomial = std::move(generator);
    } else {
      component.generators.push_back(std::move(generator));
    }
  }
  const Polynomial& minimal = component.minimal_polynomial;
  if (component.conjugates < 1 || minimal.degree() != component.conjugates) return std::nullopt;
  if (!is_irreducible(root, minimal)) return std::nullopt;
  return component;
}

/// The conjugates intersect in the prime (the elimination of the root), and no component is in two
/// of them: they lie side by side in the space with the root as a coordinate, so degrees add up.
Outcome<bool> is_verified(const AbsoluteComponent& component,
                          const Ideal& prime,
                          const Limits& limits) {
  std::vector<Variable> variables = prime.variables();
  variables.push_back(component.root);
  std::vector<Polynomial> generators = component.generators;
  generators.push_back(component.minimal_polynomial);
  const Ideal all(variables, std::move(generators), prime.engine());
  const Ideal below(variables, prime.generators(), prime.engine());

  const Outcome<Ideal> norm = elimination(all, {component.root}, limits);
  if (!norm) return Unable{norm.reason()};
  Outcome<bool> same = is_equal(norm.value(), below, limits);
  if (!same || !same.value()) return same;

  const Outcome<int> dimension = all.dimension(limits);
  const Outcome<int> expected_dimension = prime.dimension(limits);
  const Outcome<long> degree = all.degree(limits);
  const Outcome<long> expected_degree = prime.degree(limits);
  if (!dimension || !degree) return Unable{dimension.reason() + degree.reason()};
  if (!expected_dimension || !expected_degree) {
    return Unable{expected_dimension.reason() + expected_degree.reason()};
  }
  return dimension.value() == expected_dimension.value() &&
         degree.value() == expected_degree.value() && degree.value() % component.conjugates == 0;
}

/// A variety that is irreducible over ℚ is irreducible over ℂ as soon as it has a smooth rational
/// point: the components over ℂ are conjugate, so the point, which no conjugation moves, lies on
/// all of them; but a smooth point lies on one only.
Outcome<bool> has_smooth_rational_point(const Ideal& prime, const Limits& limits) {
  // A few milliseconds: what the engine would take at least.
  constexpr std::size_t most_steps = 2000;
  const Outcome<int> dimension = prime.dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  const std::size_t codimension =
      prime.variables().size() - static_cast<std::size_t>(dimension.value());
  return detail::find_rational_point(prime.variables(), prime.generators(), codimension, most_steps)
      .has_value();
}

/// The components of a prime that is neither zero nor one, without dimension and degree.
Outcome<AbsoluteComponent> split(const Ideal& prime, const Variable& root, const Limits& limits) {
  AbsoluteComponent whole{root, {}, prime.generators(), 1, 0, 0};
  const Outcome<bool> has_point = has_smooth_rational_point(prime, limits);
  if (!has_point) return Unable{has_point.reason()};
  if (has_point.value()) return whole;

  std::vector<Variable> variables = prime.variables();
  variables.push_back(root);
  const FlintRing ring(std::move(variables));
  const Outcome<Answer> answer = ask(prime, ring, limits);
  if (!answer) return Unable{answer.reason()};
  const std::size_t classes = answer.value().ideals.size();
  if (classes == 0 || answer.value().numbers.size() != classes) {
    return Unable{"the engine did not return components"};
  }
  if (classes > 1) return Undefined{"the ideal is not prime"};
  std::optional<AbsoluteComponent> component = component_from(answer.value(), ring, root);
  if (!component) return Unable{"the engine's minimal polynomial is none"};
  const Outcome<bool> verified = is_verified(*component, prime, limits);
  if (!verified) return Unable{verified.reason()};
  if (!verified.value()) return Unable{"the engine's components do not make up the ideal"};
  // One conjugate is the whole, whatever rational number the engine's root is.
  return component->conjugates == 1 ? whole : *std::move(component);
}

}  // namespace

Outcome<std::vector<AbsoluteComponent>> absolute_components(const Ideal& prime,
                                                            const Limits& limits) {
  const Outcome<int> dimension = prime.dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  if (dimension.value() < 0) return std::vector<AbsoluteComponent>();
  const Outcome<long> degree = prime.degree(limits);
  if (!degree) return Unable{degree.reason()};

  const Variable root = fresh_root(prime.variables());
  AbsoluteComponent component{root, {}, prime.generators(), 1, 0, 0};
  // A graph splits where its base does, and the base is small.
  GraphReduction reduction = detail::reduce_graph(
      prime.variables(), prime.generators(), [](const Variable&) { return true; });
  if (!reduction.generators.empty()) {
    const Ideal base(std::move(reduction.variables), reduction.generators, prime.engine());
    Outcome<AbsoluteComponent> part = split(base, root, limits);
    if (part.is_undefined()) return Undefined{part.reason()};
    if (!part) return Unable{part.reason()};
    if (part.value().conjugates > 1) {
      component = std::move(part).value();
      component.generators.insert(
          component.generators.end(), reduction.graph.begin(), reduction.graph.end());
    }
  }
  component.dimension = dimension.value();
  component.degree = degree.value() / component.conjugates;
  return std::vector<AbsoluteComponent>{std::move(component)};
}

}  // namespace leafwise::algebra
