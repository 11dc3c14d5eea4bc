// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::pipeline::detail {

/// What an equation is divided by, outside functions: of a/(t*x) + b/t^2 that is t, x. Numbers are
/// not among them.
[[nodiscard]] std::vector<algebra::Expression> divisors_of(const algebra::Expression& residual);

/// What functions, powers and divisors of an expression hold, at any depth: of exp(x/sin(t)) + 1
/// that is x/sin(t), sin(t), t.
[[nodiscard]] std::vector<algebra::Expression> enclosed_in(const algebra::Expression& expression);

/// The residual times the divisor as often as some term is divided by it; as it is if none is.
/// Its other zeros are not changed where the divisor does not vanish.
[[nodiscard]] algebra::Expression without_divisor(const algebra::Expression& residual,
                                                  const algebra::Expression& divisor);

}  // namespace leafwise::pipeline::detail
