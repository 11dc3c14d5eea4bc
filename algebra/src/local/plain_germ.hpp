// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "local/attempt.hpp"

namespace leafwise::algebra::detail {

/// Redundant lines are told up to this order of a curve's coefficients, with so many bits.
inline constexpr unsigned order_of_zero_test = 20;
inline constexpr slong bits_of_zero_test = 256;

/// The germ of V(E) at a certified point, E written out in the jets: the first coefficient along a
/// random curve in it at which `other` is certainly not 0; empty if all vanish up to
/// order_of_zero_test.
/// @pre attempt.certificate is proved; other has no jets truly above the attempt's
[[nodiscard]] std::optional<unsigned> leaves_germ_at(const std::vector<Expression>& lines,
                                                     const std::vector<std::string>& unknowns,
                                                     const LocalAttempt& attempt,
                                                     const Expression& other);

/// By how much the true jets of an expression exceed the attempt's.
[[nodiscard]] unsigned orders_beyond(const std::vector<std::string>& unknowns,
                                     const Offsets& offsets,
                                     const Expression& expression);

}  // namespace leafwise::algebra::detail
