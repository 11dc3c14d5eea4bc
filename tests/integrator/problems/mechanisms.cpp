// SPDX-License-Identifier: GPL-3.0-or-later
#include "mechanisms.hpp"

#include <cmath>

namespace leafwise::tests {
namespace {

using integrator::Expression;
using integrator::ProgramBuilder;
using Expressions = Mechanism::Expressions;

const long double sqrt3 = std::sqrt(3.0L);

Expressions diagonal(const Expressions& q, const std::vector<long double>& masses) {
  ProgramBuilder& builder = q[0].builder();
  const std::size_t n = q.size();
  Expressions matrix(n * n, builder.constant(0));
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] = builder.constant(masses[i]);
  return matrix;
}

Expression square(Expression a) {
  return a * a;
}

/// Everything of the four-bar but constraints and start.
Mechanism four_bar_without_constraints(long double a) {
  constexpr long double torque = 0.8L;
  constexpr long double gravity = 9.81L;
  constexpr long double m1 = 0.2L;
  constexpr long double m2 = 0.1L;
  Mechanism result;
  result.positions = {"y1", "y2", "y3", "y4"};
  result.mass = [](const Expressions& q) { return diagonal(q, {m1, m1, m2, m2}); };
  result.force = [a](Expression x, const Expressions& q, const Expressions&) {
    ProgramBuilder& builder = x.builder();
    const long double moment = torque / (a * a);
    return Expressions{-(moment * q[1]),
                       moment * q[0] - m1 * gravity,
                       builder.constant(0),
                       builder.constant(-m2 * gravity)};
  };
  result.constraint_count = 3;
  result.constraint_rank = 3;
  return result;
}

std::function<Expressions(const Expressions&)> four_bar_lengths(long double a,
                                                                long double b,
                                                                long double c,
                                                                long double d) {
  return [=](const Expressions& y) {
    return Expressions{
        0.5L * (square(y[0]) + square(y[1]) - a * a),
        0.5L * (square(y[2] - y[0]) + square(y[3] - y[1]) - b * b),
        0.5L * (square(d - y[2]) + square(y[3]) - c * c),
    };
  };
}

}  // namespace

Mechanism pendulum() {
  Mechanism result;
  result.positions = {"y1", "y2"};
  result.mass = [](const Expressions& q) { return diagonal(q, {1, 1}); };
  result.force = [](Expression x, const Expressions&, const Expressions&) {
    return Expressions{x.builder().constant(0), x.builder().constant(-1)};
  };
  result.constraints = [](const Expressions& y) {
    return Expressions{0.5L * (square(y[0]) + square(y[1]) - 1.0L)};
  };
  result.constraint_count = 1;
  result.constraint_rank = 1;
  result.start = {1, 0, 0, 0};
  return result;
}

Mechanism regular_four_bar() {
  Mechanism result = four_bar_without_constraints(1);
  result.constraints = four_bar_lengths(1, 2, 1.5L, 2);
  result.start = {0.5L,
                  sqrt3 / 2,
                  2.4154752170690061799603164333L,
                  1.4413120217362589513386337949L,
                  0,
                  0,
                  0,
                  0};
  return result;
}

Mechanism parallelogram_four_bar() {
  Mechanism result = four_bar_without_constraints(1);
  result.constraints = [](const Expressions& y) {
    return Expressions{
        square(y[2]) + square(y[3]) - 4.0L * y[2] + 3.0L, y[1] - y[3], y[0] - y[2] + 2.0L};
  };
  result.start = {0.5L, sqrt3 / 2, 2.5L, sqrt3 / 2, 0, 0, 0, 0};
  return result;
}

Mechanism crossed_four_bar() {
  Mechanism result = four_bar_without_constraints(1);
  result.constraints = [](const Expressions& y) {
    return Expressions{square(y[2]) + square(y[3]) - 4.0L * y[2] + 3.0L,
                       4.0L * y[1] * y[2] - 3.0L * y[1] + 3.0L * y[3],
                       4.0L * y[1] * y[3] + 3.0L * y[0] - 3.0L * y[2] + 6.0L};
  };
  result.start = {0.5L, sqrt3 / 2, 1.5L, -sqrt3 / 2, 0, 0, 0, 0};
  return result;
}

Mechanism singular_four_bar() {
  Mechanism result = crossed_four_bar();
  result.constraints = four_bar_lengths(1, 2, 1, 2);
  return result;
}

Mechanism six_points() {
  Mechanism result;
  for (int i = 1; i <= 12; ++i) result.positions.push_back("y" + std::to_string(i));
  result.mass = [](const Expressions& q) {
    return diagonal(q, std::vector<long double>(12, 1.0L));
  };
  // −5 K y: springs between points i and i + 2.
  result.force = [](Expression x, const Expressions& y, const Expressions&) {
    Expressions force(12, x.builder().constant(0));
    for (std::size_t i = 0; i + 4 < 12; ++i) {
      const Expression pull = 5.0L * (y[i + 4] - y[i]);
      force[i] = force[i] + pull;
      force[i + 4] = force[i + 4] - pull;
    }
    return force;
  };
  result.constraints = [](const Expressions& y) {
    Expressions g;
    for (std::size_t i = 0; i + 2 < 12; i += 2) {
      g.push_back(0.5L * (square(y[i] - y[i + 2]) + square(y[i + 1] - y[i + 3]) - 1.0L));
    }
    return g;
  };
  result.constraint_count = 5;
  result.constraint_rank = 5;
  for (int i = 0; i < 6; ++i) {
    result.start.push_back(static_cast<long double>(i) / 2);
    result.start.push_back(i % 2 == 0 ? 0.0L : sqrt3 / 2);
  }
  for (int i = 0; i < 6; ++i) {
    result.start.push_back(i % 2 == 0 ? 1.0L : -1.0L);
    result.start.push_back(static_cast<long double>(2 * i - 10) / sqrt3);
  }
  return result;
}

Mechanism n_four_bar(bool redundant) {
  constexpr long double gravity = 9.81L;
  Mechanism result;
  result.positions = {"b0x", "b0y", "b1x", "b1y", "b2x", "b2y"};
  // A uniform rod between moving points P and Q: ⅙ (|P'|² + P'·Q' + |Q'|²); from the ground: ⅙
  // |P'|².
  result.mass = [](const Expressions& q) {
    std::vector<long double> joints(36, 0.0L);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      for (std::size_t i = 0; i < 3; ++i) joints[(2 * i + axis) * 7] += 1.0L / 3;
      for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t left = 2 * i + axis;
        joints[left * 7] += 1.0L / 3;
        joints[(left + 2) * 7] += 1.0L / 3;
        joints[left * 6 + left + 2] += 1.0L / 6;
        joints[(left + 2) * 6 + left] += 1.0L / 6;
      }
    }
    Expressions matrix;
    for (const long double entry : joints) matrix.push_back(q[0].builder().constant(entry));
    return matrix;
  };
  // Half the weight of each rod at each of its ends.
  result.force = [](Expression x, const Expressions&, const Expressions&) {
    ProgramBuilder& b = x.builder();
    const Expression zero = b.constant(0);
    return Expressions{
        zero, b.constant(-gravity), zero, b.constant(-1.5L * gravity), zero, b.constant(-gravity)};
  };
  result.constraints = [redundant](const Expressions& y) {
    Expressions g = {0.5L * (square(y[0]) + square(y[1]) - 1.0L),
                     y[2] - y[0] - 1.0L,
                     y[3] - y[1],
                     y[4] - y[0] - 2.0L,
                     y[5] - y[1]};
    if (!redundant) return g;
    for (std::size_t i = 1; i < 3; ++i) {
      const auto ground = static_cast<long double>(i);
      g.push_back(0.5L * (square(y[2 * i] - ground) + square(y[2 * i + 1]) - 1.0L));
      g.push_back(0.5L *
                  (square(y[2 * i] - y[2 * i - 2]) + square(y[2 * i + 1] - y[2 * i - 1]) - 1.0L));
    }
    return g;
  };
  result.constraint_count = redundant ? 9 : 5;
  result.constraint_rank = 5;
  result.start = {0, 1, 1, 1, 2, 1, 1, 0, 1, 0, 1, 0};
  return result;
}

}  // namespace leafwise::tests
