// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "local/taylor_graph.hpp"

namespace leafwise::algebra::detail {

/// Whether a node vanishes identically where it is defined, by a normal form: a fraction of
/// polynomials over ℚ in the jets, the independent variable and one symbol for each function of
/// each argument, with sin² + cos² = 1 and (√u)² = u. `no` is said of rational functions only; of
/// others a normal form that is not 0 leaves it open, as does one of too many terms.
[[nodiscard]] Truth vanishes_identically(const TaylorGraph& graph, NodeIndex node);

}  // namespace leafwise::algebra::detail
