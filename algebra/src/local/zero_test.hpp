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

/// The germ's section by a random line in the free coordinates and the independent variable is a
/// curve; the first of its coefficients at which one of `others` is certainly not 0 is returned.
/// Empty: all contain 0 up to this order, in balls of this precision.
[[nodiscard]] std::optional<unsigned> first_nonzero(const TaylorGraph& graph,
                                                    const Germ& germ,
                                                    const std::vector<NodeIndex>& others,
                                                    unsigned order,
                                                    slong precision);

}  // namespace leafwise::algebra::detail
