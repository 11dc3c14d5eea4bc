// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/surd.hpp"

/// Values of constant expressions: no independent variable, no unknowns, no parameters. Every
/// function here throws InvalidInput, with the range of the offending part, where a value does not
/// exist (division by zero, root or logarithm of a negative number, an exponent that is not
/// allowed), where the expression is not constant, and where 8192 bits do not suffice to tell a
/// number from zero.
namespace leafwise::algebra {

/// Largest |exponent| of a power.
inline constexpr std::int64_t most_exponent = 10000;

/// An exponent as problem files allow it: an integer or an odd multiple of 1/2.
struct Exponent {
  std::int64_t halves = 0;  ///< twice the exponent

  [[nodiscard]] bool is_integer() const noexcept { return halves % 2 == 0; }
};

/// The value of a constant exponent.
[[nodiscard]] Exponent exponent_value(const Expression& exponent);

/// The exact value if the expression is built from numbers by + − * / and square roots of
/// rationals; empty if it holds π, other functions or nested roots.
[[nodiscard]] std::optional<Surd> exact_value(const Expression& constant);

/// The double that is nearest to the exact value (ties to even).
/// @throws InvalidInput also if the value is beyond the range of double
[[nodiscard]] double nearest_double(const Expression& constant);

/// The value rounded to this many significant decimal digits: `0.52359877559829887308`.
[[nodiscard]] std::string decimal_value(const Expression& constant, unsigned digits);

/// −1, 0 or 1.
[[nodiscard]] int sign_of(const Expression& constant);

}  // namespace leafwise::algebra
