// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/zero_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "leafwise/algebra/constant.hpp"
#include "number/constant_impl.hpp"

namespace leafwise::algebra::detail {

namespace {

using Kind = Expression::Kind;

/// A real algebraic number as U/L with algebraic integers U and L ≠ 0: no conjugate of U is larger
/// than 2^numerator, none of L than 2^denominator. Both are at least 0.
struct Size {
  double numerator = 0;
  double denominator = 0;
};

/// Bounds the value of an expression from below, if it is not zero. With D the degree of a field
/// that contains U: the norm of U is an integer, so |U| ≥ 2^(−(D−1)·numerator), and |L| is at most
/// 2^denominator. (The bound of Burnikel, Funke, Mehlhorn, Schirra and Schmitt 2001, for square
/// roots.) The sizes are sums of few integers and halves, so doubles hold them exactly enough: a
/// relative 1e-9 is added in the end.
class SeparationBound {
 public:
  /// A number b such that the value is zero or at least 2^−b in absolute value; empty where the
  /// expression holds anything but numbers, + − * / and square roots.
  [[nodiscard]] std::optional<double> of(const Expression& constant) {
    const std::optional<Size> size = size_of(constant);
    // Beyond this 2^roots is out of reach in any case.
    constexpr std::size_t most_roots = 40;
    if (!size || roots_.size() > most_roots) return std::nullopt;
    const double degree = std::exp2(static_cast<double>(roots_.size()));
    return ((degree - 1) * size->numerator + size->denominator) * (1 + 1e-9) + 1;
  }

 private:
  [[nodiscard]] std::optional<Size> size_of(const Expression& constant) {
    switch (constant.kind()) {
      case Kind::number: return size_of(constant.value());
      case Kind::negation: return size_of(constant.operand(0));
      case Kind::sum:
      case Kind::product: return size_of_operands(constant);
      case Kind::power: return size_of_power(constant);
      case Kind::call:
        if (constant.function() != Function::sqrt) return size_of_exact(constant);
        return root_of(size_of(constant.operand(0)), to_string(constant.operand(0)));
      case Kind::pi:
      case Kind::variable: break;
    }
    return std::nullopt;
  }

  [[nodiscard]] static Size size_of(const Rational& value) {
    const auto bits = [](const Rational& integer) {
      return abs(integer).is_one() ? 0 : static_cast<double>(integer.bits());
    };
    return {bits(value.numerator()), bits(value.denominator())};
  }

  [[nodiscard]] std::optional<Size> size_of_operands(const Expression& constant) {
    std::optional<Size> total;
    for (const Expression::Operand& operand : constant.operands()) {
      std::optional<Size> next = size_of(operand.expression);
      if (!next) return std::nullopt;
      if (constant.kind() == Kind::product && operand.inverted) {
        std::swap(next->numerator, next->denominator);
      }
      if (!total) {
        total = next;
      } else {
        total = constant.kind() == Kind::sum ? sum(*total, *next) : product(*total, *next);
      }
    }
    return total;
  }

  [[nodiscard]] std::optional<Size> size_of_power(const Expression& constant) {
    const std::int64_t halves = exponent_value(constant.operand(1)).halves;
    std::optional<Size> base = size_of(constant.operand(0));
    if (!base) return std::nullopt;
    if (halves < 0) std::swap(base->numerator, base->denominator);
    auto times = static_cast<double>(std::abs(halves));
    if (halves % 2 == 0) {
      times /= 2;
    } else {
      base = root_of(base, (halves < 0 ? "inverse " : "") + to_string(constant.operand(0)));
    }
    return Size{base->numerator * times, base->denominator * times};
  }

  /// sin(pi/4) and the like, which are sums of roots.
  [[nodiscard]] std::optional<Size> size_of_exact(const Expression& constant) {
    const std::optional<Surd> exact = exact_value(constant);
    if (!exact) return std::nullopt;
    Size total;
    for (const auto& [radicand, coefficient] : exact->terms()) {
      const Size root = *root_of(size_of(radicand), radicand.to_string());
      total = sum(total, product(size_of(coefficient), root));
    }
    return total;
  }

  /// √(U/L) = √(U·L)/L
  [[nodiscard]] std::optional<Size> root_of(const std::optional<Size>& size,
                                            const std::string& radicand) {
    if (!size) return std::nullopt;
    roots_.insert(radicand);
    return Size{(size->numerator + size->denominator) / 2, size->denominator};
  }

  [[nodiscard]] static Size sum(const Size& left, const Size& right) {
    return {1 + std::max(left.numerator + right.denominator, left.denominator + right.numerator),
            left.denominator + right.denominator};
  }
  [[nodiscard]] static Size product(const Size& left, const Size& right) {
    return {left.numerator + right.numerator, left.denominator + right.denominator};
  }

  /// The different radicands, as texts: the same root twice generates but one field.
  std::set<std::string> roots_;
};

/// Compares an enclosure of the value with the bound below which it must be zero.
Truth compare_with_bound(const Expression& constant, double bound) {
  // A millisecond or two of arithmetic for each operation.
  constexpr double most_bits = 100000;
  if (bound > most_bits) return Truth::unknown;
  // What intermediate sizes and rounding take away; it is checked below, not relied on.
  constexpr slong reserve = 256;
  const slong precision = 2 * static_cast<slong>(bound) + reserve;
  ConstantValues values(precision);
  const ConstantValue& value = values.of(constant);
  if (value.is_exact_zero()) return Truth::yes;
  if (arb_contains_zero(value.ball()) == 0) return Truth::no;
  mag_t largest;
  mag_init(largest);
  arb_get_mag(largest, value.ball());
  const bool is_below = mag_cmp_2exp_si(largest, -static_cast<slong>(std::ceil(bound)) - 1) < 0;
  mag_clear(largest);
  return is_below ? Truth::yes : Truth::unknown;
}

}  // namespace

Truth is_zero(const Expression& constant) {
  // Texts of larger expressions take longer than all the rest; they come from no person.
  constexpr std::size_t most_nodes = 20000;
  try {
    if (ConstantValues(128).of(constant).is_exact_zero()) return Truth::yes;
    if (constant.size() <= most_nodes) {
      const std::optional<double> bound = SeparationBound().of(constant);
      const Truth decided = bound ? compare_with_bound(constant, *bound) : Truth::unknown;
      if (decided != Truth::unknown) return decided;
    }
    return sign_of(constant) == 0 ? Truth::yes : Truth::no;
  } catch (const InvalidInput&) {
    // The value exists, or the coordinates had been refused: it cannot be told from zero.
    return Truth::unknown;
  } catch (const PrecisionTooLow&) {
    return Truth::unknown;
  }
}

}  // namespace leafwise::algebra::detail
