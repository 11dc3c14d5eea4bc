// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leaves/linear_block.hpp"

namespace leafwise::pipeline::detail {

/// Rows of a square block that are combinations of others and of what holds unknowns alone are
/// replaced by the latter: y₃' = y₂' − y₄' says more digits than three right-hand sides whose terms
/// cancel, and keeps y₂ − y₃ − y₄ to the rounding of coordinates, however fast its terms are.
void replace_by_kept_sums(LinearBlock& block);

}  // namespace leafwise::pipeline::detail
