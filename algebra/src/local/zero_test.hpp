// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "local/ball.hpp"
#include "local/taylor_graph.hpp"

namespace leafwise::algebra::detail {

/// A germ { g = 0 } that is a graph over the free coordinates, at a point that balls enclose.
struct Germ {
  std::vector<NodeIndex> equations;            ///< g
  std::vector<std::vector<Partial>> partials;  ///< of each
  std::vector<std::size_t> dependent;          ///< coordinates: as many as equations
  std::vector<Ball> point;                     ///< each coordinate
  Ball time;
};

/// With neither, all coefficients contain 0 up to the order, in narrow balls.
struct ZeroTest {
  std::optional<unsigned> nonzero_at;    ///< the first order at which one is certainly not 0
  std::optional<unsigned> undecided_at;  ///< else the first at which a ball is too wide to tell
};

/// The germ's section by a random line in the free coordinates and the independent variable is a
/// curve: what its coefficients say of `others`.
[[nodiscard]] ZeroTest first_nonzero(const TaylorGraph& graph,
                                     const Germ& germ,
                                     const std::vector<NodeIndex>& others,
                                     unsigned order,
                                     slong precision);

}  // namespace leafwise::algebra::detail
