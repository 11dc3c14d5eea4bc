// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/local_leaf.hpp"
#include "local/attempt.hpp"

namespace leafwise::algebra::detail {

/// The leaf of an attempt that succeeded; else, of plain equations, what is found after lines were
/// combined whose highest derivatives depend on each other, and lines set aside that follow from
/// the others. What cannot be repaired keeps the reason.
[[nodiscard]] LocalLeaf repaired(const AnalyticSystem& system,
                                 const LocalStart& start,
                                 LocalAttempt first);

}  // namespace leafwise::algebra::detail
