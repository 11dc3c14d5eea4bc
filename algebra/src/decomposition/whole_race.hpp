// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decomposition/splitter.hpp"

namespace leafwise::algebra::detail {

/// Splits the whole system by the splitter; beside it, if that takes longer than a moment, asks for
/// characteristic series of the system exactly as it was given. Solving for variables makes most
/// systems easier, and spoils a lucky order now and then. The first complete answer counts.
[[nodiscard]] PartsFound split_beside_series(Splitter& splitter,
                                             const Piece& whole,
                                             const Ideal& ideal,
                                             const Limits& limits);

}  // namespace leafwise::algebra::detail
