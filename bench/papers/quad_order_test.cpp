// SPDX-License-Identifier: GPL-3.0-or-later
#include "quad_order_test.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "leafwise/integrator/methods.hpp"

namespace leafwise::papers {
namespace {

__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using): needs __extension__
__extension__ typedef __int128 Wide;    // NOLINT(modernize-use-using): needs __extension__

using Point = std::array<Quad, 3>;  // x, y, y1

/// The rational with a small denominator that a coefficient of a tableau stands for, by continued
/// fractions: those of dopri54 have denominators below 400 000.
Quad exact_of(long double coefficient) {
  if (coefficient == 0) return 0;
  long double rest = std::abs(coefficient);
  Quad p0 = 0, p1 = 1, q0 = 1, q1 = 0;
  for (int i = 0; i < 40; ++i) {
    const long double whole = std::floor(rest);
    const Quad p = static_cast<Quad>(whole) * p1 + p0;
    const Quad q = static_cast<Quad>(whole) * q1 + q0;
    p0 = p1;
    p1 = p;
    q0 = q1;
    q1 = q;
    if (std::abs(static_cast<long double>(p / q) / std::abs(coefficient) - 1) < 3e-19L) break;
    rest = 1 / (rest - whole);
  }
  return coefficient < 0 ? -p1 / q1 : p1 / q1;
}

Quad root(Quad a) {
  Quad r = std::sqrt(static_cast<long double>(a));
  for (int i = 0; i < 3; ++i) r = (r + a / r) / 2;
  return r;
}

Quad exponential(Quad a) {
  Quad sum = 1, term = 1;
  for (int k = 1; k < 60; ++k) {
    term *= a / k;
    sum += term;
  }
  return sum;
}

Point field(const Point& z) {
  const Quad bend = 6 * z[0] + 3 * z[2];
  const Quad length = root(1 + z[2] * z[2] + bend * bend);
  return {1 / length, z[2] / length, bend / length};
}

/// q + ∇f(q) μ = target on f = y1 − 3y − 3x² = 0, where all of q follows from μ.
Point projected(const Point& target) {
  Quad mu = 0;
  for (int i = 0; i < 12; ++i) {
    const Quad shrink = 1 - 6 * mu;
    const Quad x = target[0] / shrink;
    const Quad value = target[2] - mu - 3 * target[1] - 9 * mu - 3 * x * x;
    mu += value / (10 + 36 * x * x / shrink);
  }
  return {target[0] / (1 - 6 * mu), target[1] + 3 * mu, target[2] - mu};
}

struct Method {
  std::vector<std::vector<Quad>> a;
  std::vector<Quad> b;
};

Method exact_dopri54() {
  const integrator::Tableau& tableau = integrator::find_method("dopri54");
  Method method;
  for (std::size_t i = 0; i < tableau.stages(); ++i) {
    method.a.emplace_back();
    for (const long double entry : tableau.a_row(i)) method.a.back().push_back(exact_of(entry));
    method.b.push_back(exact_of(tableau.b()[i]));
  }
  return method;
}

Point moved(const Point& from,
            Quad h,
            const std::vector<Quad>& weights,
            const std::vector<Point>& directions) {
  Point target = from;
  for (std::size_t j = 0; j < directions.size(); ++j) {
    for (std::size_t k = 0; k < 3; ++k) target[k] += h * weights[j] * directions[j][k];
  }
  return projected(target);
}

Point step(const Method& method, const Point& from, Quad h) {
  std::vector<Point> directions;
  for (std::size_t i = 0; i < method.b.size(); ++i) {
    directions.push_back(field(moved(from, h, method.a[i], directions)));
  }
  return moved(from, h, method.b, directions);
}

/// Of numbers below 10⁷: a Wide holds 38 digits.
void round_to(Point& z, int decimals) {
  Quad unit = 1;
  for (int i = 0; i < decimals; ++i) unit *= 10;
  for (Quad& entry : z) {
    const Quad scaled = entry * unit;
    entry = static_cast<Quad>(static_cast<Wide>(scaled < 0 ? scaled - 0.5L : scaled + 0.5L)) / unit;
  }
}

}  // namespace

long double quad_order_test_error(long double end, int halvings, int decimals) {
  const Method method = exact_dopri54();
  // 0.002 and 0.01 as decimals, not as long double.
  const Quad goal = static_cast<Quad>(std::round(end * 1000)) / 1000;
  const Quad h = std::exp2(-static_cast<long double>(halvings));
  Point z = {0, 2, 6};
  while (true) {
    Point next = step(method, z, h);
    if (decimals > 0) round_to(next, decimals);
    if (next[0] >= goal) break;
    z = next;
  }
  Quad last = (goal - z[0]) / field(z)[0];
  for (int i = 0; i < 8; ++i) {  // Newton: x grows by field[0] per unit of arc
    const Point trial = step(method, z, last);
    last += (goal - trial[0]) / field(trial)[0];
  }
  z = step(method, z, last);
  if (decimals > 0) round_to(z, decimals);
  const Quad exact =
      -goal * goal - 2 * goal / 3 - Quad{2} / 9 + Quad{20} / 9 * exponential(3 * goal);
  const Quad error = z[1] - exact;
  return static_cast<long double>(error < 0 ? -error : error);
}

}  // namespace leafwise::papers
