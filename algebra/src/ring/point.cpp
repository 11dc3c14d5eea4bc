// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/point.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/check.hpp"
#include "number/ball_polynomial.hpp"
#include "number/constant_impl.hpp"
#include "number/zero_test.hpp"

namespace leafwise::algebra {

namespace {

/// Rounding must not hide what doubles and short numbers can tell: products of a dozen doubles are
/// exact. More bits would cost time without use.
constexpr slong precision = 1024;

/// An enclosure of an exact coordinate.
void set_ball(arb_t ball, const Expression& exact, double nearest) {
  try {
    arb_set(ball, detail::ConstantValues(precision).of(exact).ball());
  } catch (const detail::PrecisionTooLow&) {
    // The nearest double took more bits than these: half of its last place is what is known, and
    // a whole one covers powers of two and subnormal numbers.
    arb_set_d(ball, nearest);
    mag_t radius;
    mag_init(radius);
    mag_set_d(radius, std::nextafter(std::abs(nearest), HUGE_VAL) - std::abs(nearest));
    mag_add(arb_radref(ball), arb_radref(ball), radius);
    mag_clear(radius);
  }
}

std::string exact_text(double value) {
  std::array<char, 64> text{};
  // Adding zero makes one of the two zeros.
  const std::to_chars_result end =
      std::to_chars(text.data(), text.data() + text.size(), value + 0.0, std::chars_format::hex);
  return {text.data(), end.ptr};
}

/// By value where there is a normal form (1/2 and 0.5 are one point), else as it was written.
std::string exact_text(const Expression& constant) {
  const std::optional<Surd> surd = exact_value(constant);
  if (!surd) return to_string(constant);
  std::string text = "0";
  for (const auto& [radicand, coefficient] : surd->terms()) {
    text += "+" + coefficient.to_string() + "*sqrt(" + radicand.to_string() + ")";
  }
  return text;
}

/// With the length in front no text can be mistaken for two.
std::string framed(const std::string& text) {
  return std::to_string(text.size()) + ":" + text;
}

}  // namespace

Point::Point(double tolerance) : tolerance_(tolerance) {
  LEAFWISE_DEMAND(std::isfinite(tolerance) && tolerance >= 0);
}

void Point::set(const Variable& variable, const Expression& exact) {
  const double nearest = nearest_double(exact);
  coordinates_.insert_or_assign(variable, Exact{exact, nearest});
}

void Point::set(const Variable& variable, const Rational& exact) {
  set(variable, Expression::number(exact));
}

void Point::set(const Variable& variable, double approximate) {
  LEAFWISE_DEMAND(std::isfinite(approximate), algebra::to_string(variable));
  coordinates_.insert_or_assign(variable, Approximate{approximate});
}

double Point::approximate(const Variable& variable) const {
  const auto found = coordinates_.find(variable);
  LEAFWISE_DEMAND(found != coordinates_.end(), algebra::to_string(variable));
  if (const auto* exact = std::get_if<Exact>(&found->second)) return exact->nearest;
  return std::get<Approximate>(found->second).value;
}

Point Point::restricted_to(const std::vector<Variable>& variables) const {
  Point result(tolerance_);
  for (const Variable& variable : variables) {
    const auto found = coordinates_.find(variable);
    if (found != coordinates_.end()) result.coordinates_.insert(*found);
  }
  return result;
}

/// With unknown coordinates: no zero for any values of them if all coefficients of their monomials
/// vanish, but the constant one does not.
Truth Point::vanishes_for_some(const Polynomial& polynomial) const {
  std::map<Monomial, Polynomial> coefficients;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial unknown;
    Monomial known;
    for (const Monomial::Factor& factor : monomial.factors()) {
      Monomial& part = has(factor.variable) ? known : unknown;
      part = part * Monomial(factor.variable, factor.exponent);
    }
    coefficients[unknown] += Polynomial::term(coefficient, known);
  }
  for (const auto& [unknown, coefficient] : coefficients) {
    const Truth zero = vanishes(coefficient);
    if (zero != (unknown.degree() == 0 ? Truth::no : Truth::yes)) return Truth::unknown;
  }
  return coefficients.contains(Monomial()) ? Truth::no : Truth::unknown;
}

Truth Point::vanishes(const Polynomial& polynomial) const {
  if (polynomial.is_constant()) return polynomial.is_zero() ? Truth::yes : Truth::no;
  const std::set<Variable> variables = polynomial.variables();
  const bool all_known =
      std::all_of(variables.begin(), variables.end(), [&](const Variable& v) { return has(v); });
  if (!all_known) return vanishes_for_some(polynomial);
  detail::Balls balls(variables.size() + 1);
  detail::BallIndices indices;
  bool all_exact = true;
  for (const Variable& variable : variables) {
    const auto found = coordinates_.find(variable);
    if (found == coordinates_.end()) return Truth::unknown;
    const std::size_t index = indices.size();
    arb_struct* ball = balls.at(index);
    indices.emplace(variable, index);
    if (const auto* exact = std::get_if<Exact>(&found->second)) {
      set_ball(ball, exact->expression, exact->nearest);
    } else {
      all_exact = false;
      arb_set_d(ball, std::get<Approximate>(found->second).value);
      mag_set_d(arb_radref(ball), tolerance_);
    }
  }
  arb_struct* value = balls.at(variables.size());
  detail::evaluate(value, polynomial, indices, balls, precision);
  if (arb_contains_zero(value) == 0) return Truth::no;
  if (!all_exact) return Truth::unknown;
  return detail::is_zero(substitute(to_expression(polynomial), [&](const Variable& variable) {
    return std::optional(std::get<Exact>(coordinates_.at(variable)).expression);
  }));
}

std::string Point::to_string() const {
  std::string text;
  bool has_approximate = false;
  for (const auto& [variable, coordinate] : coordinates_) {
    text += std::to_string(static_cast<int>(variable.role)) + "," + std::to_string(variable.order) +
            "," + framed(variable.name);
    if (const auto* exact = std::get_if<Exact>(&coordinate)) {
      text += "=" + framed(exact_text(exact->expression)) + ";";
    } else {
      has_approximate = true;
      text += "~" + exact_text(std::get<Approximate>(coordinate).value) + ";";
    }
  }
  // To exact coordinates the tolerance means nothing.
  return has_approximate ? text + "+-" + exact_text(tolerance_) : text;
}

}  // namespace leafwise::algebra
