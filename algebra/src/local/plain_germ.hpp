// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "local/attempt.hpp"
#include "local/zero_test.hpp"

namespace leafwise::algebra::detail {

/// Redundant lines are recognised up to this order of a curve's coefficients, with so many bits.
inline constexpr unsigned order_of_zero_test = 20;
/// (The radii of coefficients grow by the condition of the germ from order to order: with 256 bits
/// some of 20 parallel cranks were too wide at order 20.)
inline constexpr slong bits_of_zero_test = 1024;

/// The germ of V(E) at a certified point, E written out in the jets: what the coefficients along a
/// random curve in it say of `other` up to order_of_zero_test.
/// @pre attempt.certificate is proved; other has no jets truly above the attempt's
[[nodiscard]] ZeroTest zero_test_on(const std::vector<Expression>& lines,
                                    const std::vector<std::string>& unknowns,
                                    const LocalAttempt& attempt,
                                    const Expression& other);

/// Why a line was not set aside.
[[nodiscard]] std::string reason_of(const std::string& source, const ZeroTest& test);

/// By how much the true jets of an expression exceed the attempt's.
[[nodiscard]] unsigned orders_beyond(const std::vector<std::string>& unknowns,
                                     const Offsets& offsets,
                                     const Expression& expression);

}  // namespace leafwise::algebra::detail
