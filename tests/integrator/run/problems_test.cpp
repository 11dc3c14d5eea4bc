// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "problems/all.hpp"

// The problems by hand against their references, by the plainest of integrators: Taylor series and
// a projection. Tests the problems, all distributions, and the recurrences, before any method.
namespace leafwise::integrator {
namespace {

using Numbers = std::vector<long double>;

constexpr std::size_t order = 24;

/// A step that keeps the last two terms below `tolerance` [Jorba, Zou 2005].
long double step_size(const Numbers& curve, std::size_t m, long double tolerance) {
  long double step = 1;
  for (const std::size_t d : {order - 1, order}) {
    long double size = 0;
    for (std::size_t j = 0; j < m; ++j) size = std::max(size, std::abs(curve[d * m + j]));
    if (size == 0) continue;
    step = std::min(step, std::pow(tolerance / size, 1 / static_cast<long double>(d)));
  }
  return step;
}

Numbers evaluate_series(const Numbers& curve, std::size_t m, long double s) {
  Numbers z(m);
  for (std::size_t d = order + 1; d-- > 0;) {
    for (std::size_t j = 0; j < m; ++j) z[j] = z[j] * s + curve[d * m + j];
  }
  return z;
}

/// The solution where the parameter is `end`.
Numbers integrate(const tests::StartedProblem<long double>& started, long double end) {
  Geometry<long double> geometry(started.problem, Parameter::arclength, {});
  const auto distribution = started.problem.distribution->clone();
  const std::size_t m = started.problem.dimension();
  Numbers z = started.start;
  Numbers q(m);
  long double s = 0;
  for (int steps = 0; s < end; ++steps) {
    REQUIRE(steps < 20000);
    Numbers curve = z;
    curve.resize((order + 1) * m);
    for (std::size_t d = 1; d <= order; ++d) REQUIRE(distribution->taylor(curve, d));
    long double h = step_size(curve, m, 1e-18L);
    if (s + h > end) h = end - s;
    REQUIRE(geometry.project(evaluate_series(curve, m, h), q) == ProjectionStatus::good);
    z = q;
    s += h;
  }
  return z;
}

/// The largest difference to a reference, in the coordinates from `first` on, relative to the
/// largest state.
long double error(const Numbers& z, const tests::Reference& reference, std::size_t first) {
  long double worst = 0;
  long double scale = 1;
  for (std::size_t i = 0; i < reference.states.size(); ++i) {
    worst = std::max(worst, std::abs(z[first + i] - reference.states[i]));
    scale = std::max(scale, std::abs(reference.states[i]));
  }
  return worst / scale;
}

long double error_at(const tests::StartedProblem<long double>& started,
                     const std::string& name,
                     std::size_t first = 1) {
  const tests::Reference reference = tests::reference(name);
  return error(integrate(started, static_cast<long double>(reference.parameter)), reference, first);
}

}  // namespace

TEST_CASE("every problem starts on its manifold, with a tangent direction") {
  for (const auto& [name, started] : tests::all_problems<long double>()) {
    CAPTURE(name);
    const std::size_t m = started.problem.dimension();
    REQUIRE(started.start.size() == m);
    const auto equations = started.problem.equations->clone();
    const std::size_t k = equations->outputs();
    REQUIRE(started.problem.equation_names.size() == k);
    Numbers f(k);
    Numbers jacobian(k * m);
    equations->jacobian(started.start, f, jacobian);
    Geometry<long double> geometry(started.problem, Parameter::arclength, {});
    Numbers v(m);
    REQUIRE(geometry.orient(started.start, {}, 1) == FieldStatus::good);
    REQUIRE(geometry.field(started.start, v) == FieldStatus::good);
    for (std::size_t i = 0; i < k; ++i) {
      CAPTURE(i);
      long double product = 0;
      long double size = 0;
      long double length = 0;
      for (std::size_t j = 0; j < m; ++j) {
        product += jacobian[i * m + j] * v[j];
        size += std::abs(jacobian[i * m + j] * started.start[j]);
        length += std::abs(jacobian[i * m + j]);
      }
      // Round-off of long double, in terms whose sizes are estimated by the gradient; accelerations
      // (up to 1e4 in Andrews' squeezer) come from systems of condition 1e3 or so.
      CHECK(std::abs(f[i]) <= 1e-18L * (1 + size));
      CHECK(std::abs(product) <= 1e-15L * (1 + length));
    }
  }
}

TEST_CASE("Taylor series reach the references: mechanisms") {
  // 1e-18 a step, a hundred steps or so, and the growth of errors along the way.
  CHECK(error_at(tests::reduced_form<long double>(tests::pendulum()), "pendulum_t20") < 1e-15L);
  CHECK(error_at(tests::block_form<long double>(tests::pendulum()), "pendulum_t20") < 1e-15L);
  const auto regular = tests::reduced_form<long double>(tests::regular_four_bar());
  CHECK(error_at(regular, "fourbar_regular_t1") < 1e-16L);
  CHECK(error_at(regular, "fourbar_regular_t5") < 1e-14L);
  CHECK(error_at(tests::block_form<long double>(tests::regular_four_bar()), "fourbar_regular_t1") <
        1e-16L);
  CHECK(error_at(tests::reduced_form<long double>(tests::parallelogram_four_bar()),
                 "fourbar_singular_g1_t1") < 1e-16L);
  const auto crossed = tests::reduced_form<long double>(tests::crossed_four_bar());
  CHECK(error_at(crossed, "fourbar_singular_g2_t1") < 1e-16L);
  CHECK(error_at(crossed, "fourbar_singular_g2_t5") < 1e-14L);
  CHECK(error_at(tests::reduced_form<long double>(tests::six_points()), "sixpoint_t1") < 1e-14L);
}

TEST_CASE("Taylor series reach the references: Andrews' squeezer and the row of four-bars") {
  CHECK(error_at(tests::reduced_form<long double>(tests::andrews_squeezer()), "andrews_t0.03") <
        1e-12L);
  CHECK(error_at(tests::reduced_form<long double>(tests::n_four_bar(false)), "nfourbar_n2_t10") <
        1e-14L);
  CHECK(error_at(tests::reduced_form<long double>(tests::n_four_bar(true)), "nfourbar_n2_t10") <
        1e-14L);
}

TEST_CASE("Taylor series reach the references: fields and linear blocks") {
  CHECK(error_at(tests::henon_heiles<long double>(), "henon_heiles_t110") < 1e-14L);
  CHECK(error_at(tests::kepler<long double>(), "kepler_t10") < 1e-15L);
  CHECK(error_at(tests::discharge<long double>(), "discharge_t10", 4) < 1e-14L);
  CHECK(error_at(tests::discharge<long double>(), "discharge_t20", 4) < 1e-13L);
  // Rotation by an angle.
  const Numbers turned = integrate(tests::circle<long double>(), 1);
  CHECK(std::abs(turned[0] - std::cos(1.0L)) < 1e-17L);
  CHECK(std::abs(turned[1] - std::sin(1.0L)) < 1e-17L);
  // Rodrigues: cos s e + (1 − cos s) n (n·e) + sin s n × e, n = (1, 2, 2)/3, e = e₁.
  const Numbers z = integrate(tests::rotating_sphere<long double>(), 2);
  const long double c = std::cos(2.0L);
  const long double s = std::sin(2.0L);
  CHECK(std::abs(z[0] - (c + (1 - c) / 9)) < 1e-17L);
  CHECK(std::abs(z[1] - ((1 - c) * 2 / 9 + s * 2 / 3)) < 1e-17L);
  CHECK(std::abs(z[2] - ((1 - c) * 2 / 9 - s * 2 / 3)) < 1e-17L);
}

TEST_CASE("Taylor series reach the references: stiff pendulum") {
  const auto states = [](Numbers z) {
    z.erase(z.begin() + 3);  // y³ is not in the references
    return z;
  };
  for (const auto& [name, epsilon, bound] : {std::tuple{"stiff_eps0.1_t1.7", 0.1L, 1e-14L},
                                             {"stiff_eps0.1_t3.7", 0.1L, 1e-13L},
                                             {"stiff_eps0.01_t0.5", 0.01L, 1e-13L}}) {
    CAPTURE(name);
    const tests::Reference reference = tests::reference(name);
    const Numbers z = integrate(tests::stiff_pendulum<long double>(epsilon),
                                static_cast<long double>(reference.parameter));
    CHECK(error(states(z), reference, 1) < bound);
  }
}

TEST_CASE("the sphere's solution by arc length, through a cusp") {
  // RK4, every stage projected [TA01, (4.10)], with h = 1/1000: error about h⁴.
  const auto started = tests::sphere_with_folds<long double>();
  Geometry<long double> geometry(started.problem, Parameter::arclength, {});
  Numbers z = started.start;
  REQUIRE(geometry.orient(z, {}, 1) == FieldStatus::good);
  Numbers q(3);
  const long double h = 1e-3L;
  std::vector<Numbers> slopes(4, Numbers(3));
  for (int n = 1; n <= 2000; ++n) {
    Numbers stage = z;
    for (std::size_t i = 0; i < 4; ++i) {
      REQUIRE(geometry.field(stage, slopes[i]) == FieldStatus::good);
      const long double share = i < 2 ? 0.5L : 1.0L;
      Numbers target = z;
      for (std::size_t j = 0; j < 3; ++j) {
        target[j] +=
            h * (i < 3 ? share * slopes[i][j]
                       : (slopes[0][j] + 2 * slopes[1][j] + 2 * slopes[2][j] + slopes[3][j]) / 6);
      }
      REQUIRE(geometry.project(z, target, stage) == ProjectionStatus::good);
    }
    z = stage;
    if (n == 500) CHECK(error(z, tests::reference("sphere_s0.5"), 0) < 1e-12L);
    if (n == 1000) CHECK(error(z, tests::reference("sphere_s1.0"), 0) < 1e-12L);
  }
  CHECK(error(z, tests::reference("sphere_s2.0"), 0) < 1e-11L);
}

}  // namespace leafwise::integrator
