// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "completion/bases/contradiction.hpp"
#include "completion/bases/critical_loci.hpp"
#include "completion/bases/redundancy.hpp"
#include "completion/rounds/complete_leaves.hpp"
#include "leafwise/algebra/completion.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::algebra {

namespace {

void check_orders(const DifferentialSystem& system) {
  const auto& unknowns = system.unknowns;
  for (const auto& [name, order] : system.orders) {
    if (std::find(unknowns.begin(), unknowns.end(), name) != unknowns.end()) continue;
    throw InvalidInput(Mistake{"'" + name + "' has an order, but is not an unknown of the system",
                               "its unknowns",
                               {},
                               {}});
  }
}

}  // namespace

Completion complete(const DifferentialSystem& system,
                    const CompletionOptions& options,
                    const Limits& limits) {
  check_orders(system);
  CompletionOptions seeded = options;
  seeded.engine = options.engine.with_seed(options.seed);
  Completion result = detail::complete_leaves(system, seeded, limits);
  result.redundant = detail::redundant_equations(system, seeded, limits);
  if (result.leaves.empty() && result.complete) {
    const Ideal nothing(result.base_variables, {Polynomial(Rational(1))}, seeded.engine);
    Leaf leaf{"g1", LeafStatus::inconsistent, nothing};
    leaf.because = detail::contradicting_sources(system, result.contradicting, seeded, limits);
    leaf.rank_drops_followed = Truth::yes;
    result.leaves.push_back(std::move(leaf));
  }
  if (seeded.critical) detail::explore_critical_loci(system, seeded, limits, result);
  for (Leaf& leaf : result.leaves) describe_base(leaf, seeded, limits);
  return result;
}

}  // namespace leafwise::algebra
