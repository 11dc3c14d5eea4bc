// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <variant>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra {

/// A point by which a decomposition is steered: the coordinates that are known, each either exact
/// (a constant expression: 1/3, sqrt(3)/2, pi/6) or approximate. It decides which components can
/// be left out, so it says "no" only where that is certain.
class Point {
 public:
  Point() = default;
  /// @param tolerance how far the true coordinates may be from the approximate ones; ≥ 0 and finite
  explicit Point(double tolerance);

  /// @pre the expression is constant. @throws InvalidInput where it has no value
  void set(const Variable& variable, const Expression& exact);
  void set(const Variable& variable, const Rational& exact);
  /// Within tolerance(): with tolerance 0 the double is the coordinate. @pre finite
  void set(const Variable& variable, double approximate);

  [[nodiscard]] bool empty() const noexcept { return coordinates_.empty(); }
  [[nodiscard]] bool has(const Variable& variable) const { return coordinates_.contains(variable); }
  [[nodiscard]] double tolerance() const noexcept { return tolerance_; }
  /// The coordinate as the nearest double. @pre has(variable)
  [[nodiscard]] double approximate(const Variable& variable) const;
  /// Only the coordinates of these variables.
  [[nodiscard]] Point restricted_to(const std::vector<Variable>& variables) const;

  /// Whether the polynomial is zero at the point.
  ///   no       it has no zero whose known coordinates are within the tolerance of this point (with
  ///            unknown coordinates: whatever their values, as far as that shows in its
  ///            coefficients)
  ///   yes      all its variables are known exactly, and it is zero
  ///   unknown  otherwise
  [[nodiscard]] Truth vanishes(const Polynomial& polynomial) const;

  /// The same text for the same point: what cached answers are found by.
  [[nodiscard]] std::string to_string() const;

 private:
  [[nodiscard]] Truth vanishes_for_some(const Polynomial& polynomial) const;

  struct Exact {
    Expression expression;
    double nearest = 0;
  };
  struct Approximate {
    double value = 0;
  };
  std::map<Variable, std::variant<Exact, Approximate>> coordinates_;
  double tolerance_ = 0;
};

}  // namespace leafwise::algebra
