// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/expression.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

/// Whether a constant is zero. Always decided for what is built from numbers by + − * / and square
/// roots, nested ones too, unless that takes more bits than are reasonable; π and the other
/// functions are distinguished from zero where they differ from it, and recognised as zero where
/// their values are exact.
[[nodiscard]] Truth is_zero(const Expression& constant);

}  // namespace leafwise::algebra::detail
