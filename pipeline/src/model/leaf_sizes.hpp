// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/pipeline/numeric_leaf.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// About how large the coordinates of a leaf are, those of auxiliary unknowns too: by the user's
/// equations, start and goal. Nothing changes where all are about 1.
void set_sizes(const Problem& problem, NumericLeaf& leaf);

}  // namespace leafwise::pipeline::detail
