// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Whether it is certain that all real points of a mechanism's leaf lie in less of it, as those of
/// x² + y² = 0: then its dimension says nothing of them. False: not known.
/// @param has_positive_mass  M is constant and positive definite
[[nodiscard]] bool is_real_in_less(const Leaf& leaf, bool has_positive_mass, const Limits& limits);

}  // namespace leafwise::algebra::detail
