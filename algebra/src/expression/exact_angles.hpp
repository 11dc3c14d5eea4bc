// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/surd.hpp"

namespace leafwise::algebra::detail {

/// sin(turns·π) for multiples of 15 degrees: the angles people write. Empty for all others.
[[nodiscard]] std::optional<Surd> exact_sine(const Rational& turns);

/// cos(turns·π), likewise.
[[nodiscard]] std::optional<Surd> exact_cosine(const Rational& turns);

}  // namespace leafwise::algebra::detail
