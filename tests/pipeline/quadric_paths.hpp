// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "written_curves.hpp"

/// Paths with constraints that lose rank once on the way, both known.
namespace leafwise::tests {

/// Two positions on a path by two quadrics, whose gradients are parallel once.
struct Path {
  std::array<Curve, 2> position;
  std::array<std::array<double, 5>, 2> quadric{};
  double to = 0;

  [[nodiscard]] std::array<double, 2> gradient(std::size_t i, double t) const {
    const auto& q = quadric.at(i);
    const double x = position[0].at(t);
    const double y = position[1].at(t);
    return {q[0] + 2 * q[2] * x + q[3] * y, q[1] + q[3] * x + 2 * q[4] * y};
  }
  [[nodiscard]] double determinant(double t) const {
    const auto a = gradient(0, t);
    const auto b = gradient(1, t);
    return a[0] * b[1] - a[1] * b[0];
  }
  /// Where they are parallel.
  [[nodiscard]] double place() const;
  [[nodiscard]] std::string constraint(std::size_t i) const {
    const auto& q = quadric.at(i);
    const auto side = [&](const std::string& x, const std::string& y) {
      return fmt::format("{}*{} + {}*{} + {}*{}^2 + {}*{}*{} + {}*{}^2",
                         q[0],
                         x,
                         q[1],
                         y,
                         q[2],
                         x,
                         q[3],
                         x,
                         y,
                         q[4],
                         y);
    };
    return side("p1", "p2") + " = " + side(position[0].text(), position[1].text());
  }
};

/// Where f changes its sign in (0, 3), if it does so once, between 0.6 and 2.
template <typename Function>
std::optional<double> only_zero(const Function& f) {
  constexpr int parts = 400;
  std::optional<double> found;
  for (int i = 0; i < parts; ++i) {
    double low = 3.0 * i / parts;
    double high = 3.0 * (i + 1) / parts;
    if (f(low) * f(high) > 0) continue;
    if (found) return std::nullopt;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (f(low) * f(middle) <= 0 ? high : low) = middle;
    }
    found = low;
  }
  return found && *found > 0.6 && *found < 2 ? found : std::nullopt;
}

inline double Path::place() const {
  return only_zero([&](double t) { return determinant(t); }).value_or(0);
}

/// |f| is at least that share of its largest value times the way to the zero: the two ways that
/// cross there are far apart, and nothing else is near.
template <typename Function>
bool is_simple(const Function& f, double zero, double to, double share) {
  constexpr int parts = 200;
  double largest = 0;
  for (int i = 0; i <= parts; ++i) largest = std::max(largest, std::abs(f(to * i / parts)));
  for (int i = 0; i <= parts; ++i) {
    const double t = to * i / parts;
    if (std::abs(f(t)) < share * largest * std::abs(t - zero)) return false;
  }
  return true;
}

inline Path random_path(Random& random, double least_rest, double largest_rest) {
  for (;;) {
    Path path{{random_curve(random), random_curve(random)}, {}, 0};
    for (auto& quadric : path.quadric) {
      for (double& one : quadric) one = between(random, -1, 1);
    }
    const auto determinant = [&](double t) { return path.determinant(t); };
    const auto zero = only_zero(determinant);
    path.to = zero.value_or(0) + between(random, least_rest, largest_rest);
    if (!zero || !is_simple(determinant, *zero, path.to, 0.25)) continue;
    bool is_long = true;
    for (int i = 0; i <= 200; ++i) {
      for (const std::size_t k : {0U, 1U}) {
        const auto gradient = path.gradient(k, path.to * i / 200);
        is_long = is_long && std::hypot(gradient[0], gradient[1]) > 0.3;
      }
    }
    if (is_long) return path;
  }
}

}  // namespace leafwise::tests
