// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// Dormand–Prince 5(4) for two problems, written out by hand and with everything known to the
/// compiler: what a projected step is measured against. No manifold, no library, no allocation.
namespace leafwise::bench {

/// y'' + λ y = (0, −1), |y| = 1; λ from the second derivative of the constraint. State (y, y').
struct HandWrittenPendulum {
  static constexpr std::size_t size = 4;
  static void field(const std::array<double, size>& z, std::array<double, size>& v) {
    const double lambda = (z[2] * z[2] + z[3] * z[3] - z[1]) / (z[0] * z[0] + z[1] * z[1]);
    v = {z[2], z[3], -lambda * z[0], -lambda * z[1] - 1};
  }
};

/// The singular four-bar (1, 2, 1, 2) on its branch g₂ [TA01, §6.4]; state (y, y').
struct HandWrittenFourBar {
  static constexpr std::size_t size = 8;

  static void field(const std::array<double, size>& z, std::array<double, size>& v) {
    constexpr double torque = 0.8;
    constexpr double gravity = 9.81;
    constexpr double w1 = 1 / 0.2;  // inverse masses
    constexpr double w2 = 1 / 0.1;
    const double y1 = z[0], y2 = z[1], y3 = z[2], y4 = z[3];
    const double v1 = z[4], v2 = z[5], v3 = z[6], v4 = z[7];
    // dg₂, rows (a, b, c): y3² + y4² − 4y3 + 3, 4y2y3 − 3y2 + 3y4, 4y2y4 + 3y1 − 3y3 + 6.
    const double a3 = 2 * y3 - 4, a4 = 2 * y4;
    const double b2 = 4 * y3 - 3, b3 = 4 * y2, b4 = 3;
    const double c1 = 3, c2 = 4 * y4, c3 = -3, c4 = 4 * y2;
    // Free accelerations, and what the constraints ask for: G a = −d²g(v, v).
    const double f1 = w1 * (-y2 * torque);
    const double f2 = w1 * (y1 * torque) - gravity;
    const double f4 = -gravity;
    const double ra = a4 * f4 + 2 * (v3 * v3 + v4 * v4);
    const double rb = b2 * f2 + b4 * f4 + 8 * v2 * v3;
    const double rc = c1 * f1 + c2 * f2 + c4 * f4 + 8 * v2 * v4;
    // G M⁻¹ Gᵀ, 3 × 3, by L D Lᵀ.
    const double saa = w2 * (a3 * a3 + a4 * a4);
    const double sba = w2 * (b3 * a3 + b4 * a4);
    const double sca = w2 * (c3 * a3 + c4 * a4);
    const double sbb = w1 * b2 * b2 + w2 * (b3 * b3 + b4 * b4);
    const double scb = w1 * b2 * c2 + w2 * (b3 * c3 + b4 * c4);
    const double scc = w1 * (c1 * c1 + c2 * c2) + w2 * (c3 * c3 + c4 * c4);
    const double ia = 1 / saa;
    const double lb = sba * ia, lc = sca * ia;
    const double ib = 1 / (sbb - lb * sba);
    const double lcb = (scb - lb * sca) * ib;
    const double ic = 1 / (scc - lc * sca - lcb * (scb - lb * sca));
    const double eb = rb - lb * ra;
    const double lambda_c = (rc - lc * ra - lcb * eb) * ic;
    const double lambda_b = eb * ib - lcb * lambda_c;
    const double lambda_a = ra * ia - lb * lambda_b - lc * lambda_c;
    v = {v1,
         v2,
         v3,
         v4,
         f1 - w1 * c1 * lambda_c,
         f2 - w1 * (b2 * lambda_b + c2 * lambda_c),
         -w2 * (a3 * lambda_a + b3 * lambda_b + c3 * lambda_c),
         f4 - w2 * (a4 * lambda_a + b4 * lambda_b + c4 * lambda_c)};
  }
};

/// One step of size h from z, where `first` is the field; both are moved on (first same as last).
/// The largest difference of the two orders, relative to 1 + |z|: what a controller asks for.
template <typename Problem>
double dopri5_step(std::array<double, Problem::size>& z,
                   std::array<double, Problem::size>& first,
                   double h) {
  constexpr std::size_t n = Problem::size;
  // Without initial values: nobody who writes by hand for speed would give them.
  std::array<double, n> k2, k3, k4, k5, k6, k7, y;  // NOLINT(*-pro-type-member-init)
  for (std::size_t i = 0; i < n; ++i) y[i] = z[i] + h * (1. / 5) * first[i];
  Problem::field(y, k2);
  for (std::size_t i = 0; i < n; ++i) y[i] = z[i] + h * (3. / 40 * first[i] + 9. / 40 * k2[i]);
  Problem::field(y, k3);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = z[i] + h * (44. / 45 * first[i] - 56. / 15 * k2[i] + 32. / 9 * k3[i]);
  }
  Problem::field(y, k4);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = z[i] + h * (19372. / 6561 * first[i] - 25360. / 2187 * k2[i] + 64448. / 6561 * k3[i] -
                       212. / 729 * k4[i]);
  }
  Problem::field(y, k5);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = z[i] + h * (9017. / 3168 * first[i] - 355. / 33 * k2[i] + 46732. / 5247 * k3[i] +
                       49. / 176 * k4[i] - 5103. / 18656 * k5[i]);
  }
  Problem::field(y, k6);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = z[i] + h * (35. / 384 * first[i] + 500. / 1113 * k3[i] + 125. / 192 * k4[i] -
                       2187. / 6784 * k5[i] + 11. / 84 * k6[i]);
  }
  Problem::field(y, k7);
  double error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double e = h * (71. / 57600 * first[i] - 71. / 16695 * k3[i] + 71. / 1920 * k4[i] -
                          17253. / 339200 * k5[i] + 22. / 525 * k6[i] - 1. / 40 * k7[i]);
    error = std::max(error, std::abs(e) / (1 + std::abs(y[i])));
  }
  z = y;
  first = k7;
  return error;
}

}  // namespace leafwise::bench
