// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "four_bars.hpp"

/// Functions of t as numbers and as they are written into problem files.
namespace leafwise::tests {

/// a + b t + c sin(w t + f)
struct Curve {
  double a = 0, b = 0, c = 0, w = 1, f = 0;

  /// The derivative of that order. @pre order ≤ 2
  [[nodiscard]] double at(double t, unsigned order = 0) const {
    const double line = order == 0 ? a + b * t : order == 1 ? b : 0;
    return line + size(order) * std::sin(w * t + phase(order));
  }
  [[nodiscard]] std::string text(unsigned order = 0) const {
    const std::string line = order == 0   ? fmt::format("{} + {}*t", a, b)
                             : order == 1 ? fmt::format("{}", b)
                                          : "0";
    return fmt::format("({} + {}*sin({}*t + {}))", line, size(order), w, phase(order));
  }

 private:
  [[nodiscard]] double size(unsigned order) const { return c * std::pow(w, order); }
  [[nodiscard]] double phase(unsigned order) const { return f + order * std::numbers::pi / 2; }
};

inline Curve random_curve(Random& random) {
  Curve curve;
  curve.a = between(random, -1, 1);
  curve.b = between(random, -1, 1);
  curve.c = sign(random) * between(random, 0.3, 1);
  curve.w = between(random, 0.5, 2);
  curve.f = between(random, 0, 6);
  return curve;
}

}  // namespace leafwise::tests
