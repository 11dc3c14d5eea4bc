// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

#include "runs.hpp"

/// Four-bars that can lie flat, with closed forms: the angle of the crank is the parameter.
namespace leafwise::tests {

using Random = std::mt19937_64;
using Plane = std::array<double, 2>;

inline double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline double sign(Random& random) {
  return random() % 2 == 0 ? 1 : -1;
}

/// A four-bar a (crank), b (coupler), c (rocker) on d, whose crank turns round. The signed area of
/// coupler and rocker over their diagonal is a product of two factors. Where d − a = b − c (or
/// a + d = b + c) it lies flat with the crank at 0 (at π), and the factor is a sine (a cosine) of
/// half the angle on the branch that goes on smoothly.
struct FourBar {
  double a = 1, b = 1, c = 1, d = 1;
  bool is_flat_at_0 = false, is_flat_at_pi = false;
  double side = 1;

  [[nodiscard]] Plane crank(double angle) const {
    return {a * std::cos(angle), a * std::sin(angle)};
  }
  [[nodiscard]] Plane rocker(double angle) const {
    const double square = a * a + d * d - 2 * a * d * std::cos(angle);
    const double root = 2 * std::sqrt(a * d);
    const double first =
        is_flat_at_0 ? root * std::sin(angle / 2) : std::sqrt(square - (b - c) * (b - c));
    const double second =
        is_flat_at_pi ? root * std::cos(angle / 2) : std::sqrt((b + c) * (b + c) - square);
    const double diagonal = std::sqrt(square);
    const Plane start = crank(angle);
    const Plane along = {(d - start[0]) / diagonal, -start[1] / diagonal};
    const double way = (b * b - c * c + square) / (2 * diagonal);
    const double height = side * first * second / (2 * diagonal);
    return {start[0] + way * along[0] - height * along[1],
            start[1] + way * along[1] + height * along[0]};
  }
  /// By differences of order 6: 1e-12.
  [[nodiscard]] Plane rocker_slope(double angle) const {
    constexpr double step = 1e-3;
    Plane slope = {0, 0};
    constexpr std::array<double, 3> weights = {45, -9, 1};
    for (int k = 1; k <= 3; ++k) {
      const Plane ahead = rocker(angle + k * step);
      const Plane behind = rocker(angle - k * step);
      const double weight = weights.at(static_cast<std::size_t>(k - 1)) / (60 * step);
      for (const std::size_t i : {0U, 1U}) slope.at(i) += weight * (ahead.at(i) - behind.at(i));
    }
    return slope;
  }
};

enum class Kind { flat_at_0, flat_at_pi, both };

inline FourBar random_four_bar(Random& random, Kind kind) {
  FourBar bar;
  bar.a = between(random, 0.4, 1.2);
  bar.d = bar.a + between(random, 0.2, 1.5);
  bar.is_flat_at_0 = kind != Kind::flat_at_pi;
  bar.is_flat_at_pi = kind != Kind::flat_at_0;
  bar.side = sign(random);
  if (kind == Kind::flat_at_0) {
    bar.c = bar.a + between(random, 0.1, 1.5);
    bar.b = bar.c + bar.d - bar.a;
  } else if (kind == Kind::flat_at_pi) {
    const double difference = between(random, -0.9, 0.9) * (bar.d - bar.a);
    bar.b = (bar.a + bar.d + difference) / 2;
    bar.c = (bar.a + bar.d - difference) / 2;
  } else {  // a parallelogram or, on the other side, an antiparallelogram
    bar.c = bar.a;
    bar.b = bar.d;
  }
  return bar;
}

/// Two point masses, weights if gravity is 1.
struct Motion {
  FourBar bar;
  double first = 1, second = 1, gravity = 0;

  [[nodiscard]] double inertia(double angle) const {
    const Plane slope = bar.rocker_slope(angle);
    return first * bar.a * bar.a + second * (slope[0] * slope[0] + slope[1] * slope[1]);
  }
  [[nodiscard]] double height(double angle) const {
    return gravity * (first * bar.crank(angle)[1] + second * bar.rocker(angle)[1]);
  }
  /// The angle after a time, by the energy and Runge and Kutta's method; not a number if the
  /// linkage nearly comes to rest, where energy is a bad guide, or if steps never are small enough:
  /// a rocker may fly past in a thousandth of the time.
  [[nodiscard]] double angle_after(double angle, double speed, double time) const {
    constexpr int fewest = 4000;
    constexpr int most = 128000;
    constexpr double accuracy = 1e-9;
    double before = std::nan("");
    for (int steps = fewest; steps <= most; steps *= 2) {
      const double now = angle_after(angle, speed, time, steps);
      if (std::isnan(now)) return now;
      if (std::abs(now - before) < accuracy) return now;
      before = now;
    }
    return std::nan("");
  }
  [[nodiscard]] std::string file(double angle, double speed, double time) const {
    const Plane crank = bar.crank(angle);
    const Plane rocker = bar.rocker(angle);
    const Plane slope = bar.rocker_slope(angle);
    return fmt::format(
        "[mechanics]\ncoordinates = [\"xB\", \"yB\", \"xC\", \"yC\"]\n"
        "mass = [\"{0}\", \"{0}\", \"{1}\", \"{1}\"]\nforce = [\"0\", \"-{0}*{2}\", \"0\", "
        "\"-{1}*{2}\"]\n"
        "constraints = [\"xB^2 + yB^2 = {3}^2\", \"(xC - xB)^2 + (yC - yB)^2 = {4}^2\",\n"
        "  \"(xC - {6})^2 + yC^2 = {5}^2\"]\n[initial]\nt = 0\n"
        "xB = {7}\nyB = {8}\nxC = {9}\nyC = {10}\n"
        "\"xB'\" = {11}\n\"yB'\" = {12}\n\"xC'\" = {13}\n\"yC'\" = {14}\n"
        "[integrate]\nto = {{ t = {15} }}\n",
        first,
        second,
        gravity,
        bar.a,
        bar.b,
        bar.c,
        bar.d,
        crank[0],
        crank[1],
        rocker[0],
        rocker[1],
        -crank[1] * speed,
        crank[0] * speed,
        slope[0] * speed,
        slope[1] * speed,
        time);
  }

 private:
  [[nodiscard]] double angle_after(double angle, double speed, double time, int steps) const {
    const double energy = inertia(angle) * speed * speed / 2 + height(angle);
    double slowest = 1;
    const auto rate = [&](double at) {
      const double square = 2 * (energy - height(at)) / inertia(at);
      slowest = std::min(slowest, square);
      return std::copysign(std::sqrt(std::max(square, 0.0)), speed);
    };
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
      const double k1 = rate(angle);
      const double k2 = rate(angle + h / 2 * k1);
      const double k3 = rate(angle + h / 2 * k2);
      const double k4 = rate(angle + h * k3);
      angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    constexpr double slow = 0.3;
    return slowest > slow ? angle : std::nan("");
  }
};

inline Motion random_motion(Random& random, Kind kind) {
  Motion motion;
  motion.bar = random_four_bar(random, kind);
  motion.first = between(random, 0.2, 2);
  motion.second = between(random, 0.2, 2);
  motion.gravity = static_cast<double>(random() % 2);
  return motion;
}

/// How far the end of a run is from the positions of this angle.
inline double distance(const Run& run, const FourBar& bar, double angle) {
  const nlohmann::json state = run.summary().at("state");
  const Plane crank = bar.crank(angle);
  const Plane rocker = bar.rocker(angle);
  const auto off = [&](const char* name, double value) {
    return std::abs(state.at(name).get<double>() - value);
  };
  return std::max(
      {off("xB", crank[0]), off("yB", crank[1]), off("xC", rocker[0]), off("yC", rocker[1])});
}

}  // namespace leafwise::tests
