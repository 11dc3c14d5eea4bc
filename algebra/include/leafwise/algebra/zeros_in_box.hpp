// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::algebra {

/// All numbers within a radius of a centre.
struct Span {
  double centre = 0;
  double radius = 0;
};

/// The real zeros of a square system in a box.
struct ZerosInBox {
  /// Coordinate by coordinate. In each of these boxes lies exactly one zero, whatever the values of
  /// the other variables are; all of them are different. Zeros next to the box may be among them.
  std::vector<std::vector<Span>> zeros;
  /// There are no others in the box: proved.
  bool is_complete = false;
};

/// By halving the box, and Krawczyk's test in balls. Double zeros, curves of zeros, the edge of a
/// root's or a logarithm's domain, and systems that take more work than allowed leave it
/// incomplete.
/// @param solved as many as equations; the box has a span for each
/// @param others all other variables of the equations
/// @param most_operations on balls
/// @throws InvalidInput where an exponent is not one of problem files
[[nodiscard]] ZerosInBox zeros_in_box(const std::vector<Expression>& equations,
                                      const std::vector<Variable>& solved,
                                      const std::vector<Span>& box,
                                      const std::map<Variable, Span>& others,
                                      std::size_t most_operations);

}  // namespace leafwise::algebra
