// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/local_leaf.hpp"
#include "local/attempt.hpp"

namespace leafwise::algebra::detail {

/// The leaf of an attempt that succeeded; else what is found after lines were combined whose
/// highest derivatives depend on each other, put into others, and set aside where they follow from
/// the others; of a mechanism only if its J is singular everywhere, not at the start alone. What
/// cannot be repaired keeps the reason.
[[nodiscard]] LocalLeaf repaired(const AnalyticSystem& system,
                                 const LocalStart& start,
                                 LocalAttempt first);

}  // namespace leafwise::algebra::detail
