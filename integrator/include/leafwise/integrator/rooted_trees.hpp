// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Rooted trees: they index the terms of the Taylor series of a flow (elementary differentials),
/// and so the order conditions of Runge–Kutta methods. [Butcher, J. Austral. Math. Soc. 3 (1963)
/// 185–201; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.2]
namespace leafwise::integrator {

/// Trees are listed up to this order: 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 of them (OEIS A000081),
/// 1205 in all. No method of a higher order is planned.
inline constexpr int max_tree_order = 10;

/// An unordered rooted tree [t_1, …, t_m]: a root whose m subtrees are trees themselves.
struct RootedTree {
  int order = 1;  ///< number of vertices
  /// Places of t_1, …, t_m in `rooted_trees()`, largest first; equal subtrees are repeated.
  std::vector<std::size_t> children;
  /// γ(t) = |t| γ(t_1) … γ(t_m), γ(single vertex) = 1. At most 10! for order 10.
  std::int64_t density = 1;
  /// Bracket notation: "." is a single vertex, "[t_1t_2]" a root with two subtrees.
  std::string notation = ".";
};

/// All trees up to `max_tree_order`, each once, by increasing order; generated on first use.
/// A tree's children stand before it.
[[nodiscard]] const std::vector<RootedTree>& rooted_trees();

/// The trees of one order, a part of `rooted_trees()`.
/// @pre 1 ≤ order ≤ max_tree_order
[[nodiscard]] std::span<const RootedTree> rooted_trees_of_order(int order);

}  // namespace leafwise::integrator
