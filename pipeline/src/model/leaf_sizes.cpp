// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/leaf_sizes.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"
#include "model/analytic_system.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;

namespace {

/// Auxiliary unknowns are as large as what they stand for.
algebra::AnalyticSystem with_auxiliaries(const Problem& problem) {
  algebra::AnalyticSystem system = analytic_system(problem);
  // As plain equations; those of a mechanism are without its multipliers.
  system.coordinates = 0;
  const ParameterValues parameters = parameter_values(problem.model);
  for (const AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    const Expression value =
        algebra::substitute(unknown.auxiliary.definition,
                            [&](const algebra::Variable& variable) -> std::optional<Expression> {
                              const auto found = parameters.find(variable.name);
                              if (variable.role != Role::parameter || found == parameters.end())
                                return std::nullopt;
                              return found->second;
                            });
    const Expression own = Expression::variable({Role::unknown, unknown.auxiliary.name, 0});
    system.unknowns.push_back(unknown.auxiliary.name);
    system.equations.push_back({own - value, unknown.auxiliary.name, 0});
  }
  return system;
}

}  // namespace

void set_sizes(const Problem& problem, NumericLeaf& leaf) {
  const algebra::LocalStart start = start_or_origin(problem);
  algebra::NominalSizes sizes = algebra::nominal_sizes(with_auxiliaries(problem), start);
  if (problem.model.mechanics) {
    algebra::NominalSizes own = algebra::nominal_sizes(analytic_system(problem), start);
    if (!own.matter()) return;
    own.unknowns.merge(sizes.unknowns);
    sizes = std::move(own);
  }
  if (!sizes.matter()) return;
  std::vector<int> found;
  found.reserve(leaf.coordinates.size());
  for (const algebra::Variable& variable : leaf.coordinates) found.push_back(sizes.of(variable));
  leaf.problem.sizes = std::move(found);
}

}  // namespace leafwise::pipeline::detail
