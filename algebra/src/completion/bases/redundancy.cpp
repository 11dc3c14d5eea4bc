// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/redundancy.hpp"

#include <chrono>
#include <cstddef>
#include <set>

#include "completion/rounds/filtration.hpp"
#include "completion/rows/independent_rows.hpp"
#include "geometry/modular_point.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t most_equations = 40;

}  // namespace

std::vector<std::string> redundant_equations(const DifferentialSystem& system,
                                             const CompletionOptions& options,
                                             const Limits& limits) {
  const Limits shortly = limits.spend(&Effort::redundancy);
  std::vector<std::string> redundant;
  std::vector<Polynomial> before;
  std::set<Polynomial> seen;
  const std::vector<Variable> variables = filtration_of(system).all();
  const bool is_short = system.equations.size() <= most_equations;
  for (const SourcedEquation& equation : system.equations) {
    const Polynomial& polynomial = equation.polynomial;
    bool known = polynomial.is_zero() || !seen.insert(polynomial.primitive()).second;
    if (!known && is_short && !before.empty()) {
      const Ideal others(variables, before, options.engine);
      const Outcome<bool> inside = others.contains(polynomial, shortly);
      known = inside && inside.value();
    }
    if (known && !equation.is_definition) redundant.push_back(equation.source);
    if (!known) before.push_back(polynomial);
  }
  return redundant;
}

std::vector<std::string> redundant_constraints(const std::vector<SourcedEquation>& constraints,
                                               const std::vector<Polynomial>& relations,
                                               const Ideal& component,
                                               int dimension,
                                               const Limits& limits) {
  std::vector<Variable> variables = component.variables();
  std::erase_if(variables, [](const Variable& v) { return v.role == Role::parameter; });
  PolynomialMatrix gradients;
  for (const Polynomial& relation : relations) {
    gradients.push_back(gradient(relation, variables));
  }
  for (const SourcedEquation& constraint : constraints) {
    gradients.push_back(gradient(constraint.polynomial, variables));
  }
  if (are_independent_at_a_point(component, gradients, limits.spend(&Effort::redundancy)))
    return {};
  IndependentRows rows(component, limits.spend(&Effort::redundancy));
  for (const Polynomial& relation : relations) {
    if (!rows.add(gradient(relation, variables))) return {};
  }
  std::vector<std::string> redundant;
  for (const SourcedEquation& constraint : constraints) {
    const Outcome<bool> added = rows.add(gradient(constraint.polynomial, variables));
    if (!added) return {};
    if (!added.value()) redundant.push_back(constraint.source);
  }
  const bool is_enough = static_cast<int>(variables.size() - rows.rank()) == dimension;
  return is_enough ? redundant : std::vector<std::string>{};
}

}  // namespace leafwise::algebra::detail
