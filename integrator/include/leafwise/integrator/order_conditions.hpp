// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "leafwise/integrator/tableau.hpp"

/// A Runge–Kutta method has order p exactly if Φ(t) = 1/γ(t) for every rooted tree t with at most p
/// vertices (see rooted_trees.hpp for the reference). Φ is the elementary weight
///
///   Φ(t) = Σ_i b_i Φ_i(t),   Φ_i(single vertex) = 1,   Φ_i([t_1, …, t_m]) = Π_k Σ_j a_ij Φ_j(t_k).
///
/// Only a and b enter: the row sums of a are computed, not taken from c. Conditions (4.2)–(4.5) of
/// paper 000 are the cases p ≤ 4.
namespace leafwise::integrator {

/// The first order condition that fails.
struct OrderConditionViolation {
  std::size_t tree = 0;         ///< place in `rooted_trees()`
  long double weight = 0.0L;    ///< Φ(t)
  long double required = 0.0L;  ///< 1/γ(t)
};

/// Φ of the tree at `tree` in `rooted_trees()`, with `weights` in the place of b.
/// @pre weights has tableau.stages() entries; tree < rooted_trees().size()
[[nodiscard]] long double elementary_weight(const Tableau& tableau,
                                            std::span<const long double> weights,
                                            std::size_t tree);

/// The first tree, by order, whose condition fails for `weights`; none if all hold up to
/// `order`. A condition holds if |Φ − 1/γ| is at most `tolerance` times Φ of the absolute values of
/// a and b: that is how rounding errors scale. Conditions that overflow or are not numbers fail.
/// @pre weights has tableau.stages() entries; 0 ≤ order ≤ max_tree_order
[[nodiscard]] std::optional<OrderConditionViolation> first_violated_order_condition(
    const Tableau& tableau,
    std::span<const long double> weights,
    int order,
    long double tolerance = coefficient_tolerance);

/// Whether the method with weights b satisfies all conditions up to `order`.
/// @pre 0 ≤ order ≤ max_tree_order
[[nodiscard]] bool order_conditions_hold(const Tableau& tableau,
                                         int order,
                                         long double tolerance = coefficient_tolerance);

/// The largest p ≤ max_tree_order such that all conditions up to order p hold for `weights`:
/// `tableau.b()` or `tableau.b_embedded()`. A method of a higher order is reported as of order 10.
/// @pre weights has tableau.stages() entries
[[nodiscard]] int observed_order(const Tableau& tableau,
                                 std::span<const long double> weights,
                                 long double tolerance = coefficient_tolerance);

/// The observed order of the method with weights b.
[[nodiscard]] inline int observed_order(const Tableau& tableau) {
  return observed_order(tableau, tableau.b());
}

}  // namespace leafwise::integrator
