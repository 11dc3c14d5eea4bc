// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/callable_map.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"

namespace leafwise::integrator {
namespace {

/// F(x, y) = (eˣ sin y, x² y): every derivative is known.
MapFunctions<double> wave() {
  MapFunctions<double> f;
  f.value = [](std::span<const double> z, std::span<double> out) {
    out[0] = std::exp(z[0]) * std::sin(z[1]);
    out[1] = z[0] * z[0] * z[1];
  };
  return f;
}

void wave_jacobian(std::span<const double> z, std::span<double> out) {
  out[0] = std::exp(z[0]) * std::sin(z[1]);
  out[1] = std::exp(z[0]) * std::cos(z[1]);
  out[2] = 2 * z[0] * z[1];
  out[3] = z[0] * z[0];
}

/// d²F(v, w) at z.
std::vector<double> wave_second(const std::vector<double>& z,
                                const std::vector<double>& v,
                                const std::vector<double>& w) {
  const double e = std::exp(z[0]);
  const double cross = v[0] * w[1] + v[1] * w[0];
  return {e * std::sin(z[1]) * (v[0] * w[0] - v[1] * w[1]) + e * std::cos(z[1]) * cross,
          2 * z[1] * v[0] * w[0] + 2 * z[0] * cross};
}

}  // namespace

TEST_CASE("missing derivatives are replaced by differences") {
  const std::vector<double> z = {0.3, 0.7};
  const std::vector<double> v = {1.5, -0.5};
  const std::vector<double> w = {0.25, 2.0};
  std::vector<double> exact(4);
  wave_jacobian(z, exact);
  const std::vector<double> exact_second = wave_second(z, v, w);
  for (const bool with_jacobian : {false, true}) {
    CAPTURE(with_jacobian);
    MapFunctions<double> functions = wave();
    if (with_jacobian) functions.jacobian = wave_jacobian;
    CallableMap<double> map(2, 2, functions);
    CHECK_FALSE(map.has_exact_derivatives());
    std::vector<double> f(2);
    std::vector<double> jacobian(4);
    map.jacobian(z, f, jacobian);
    for (std::size_t i = 0; i < 4; ++i) {
      // ε^(2/3) = 4e-11, times derivatives of order 3, here below 2.
      CHECK(std::abs(jacobian[i] - exact[i]) < 2e-10);
    }
    std::vector<double> second(2);
    map.second(z, v, w, second);
    for (std::size_t i = 0; i < 2; ++i) {
      // ε^(2/3), or ε^(1/2) = 1.5e-8, times |v| |w| = 3 and fourth derivatives.
      CHECK(std::abs(second[i] - exact_second[i]) < (with_jacobian ? 1e-9 : 1e-6));
    }
  }
}

TEST_CASE("Taylor coefficients to degree two, and not a number above") {
  MapFunctions<double> functions = wave();
  functions.jacobian = wave_jacobian;
  CallableMap<double> map(2, 2, functions);
  // The curve z + v s + w s².
  const std::vector<double> z = {0.3, 0.7};
  const std::vector<double> v = {1.5, -0.5};
  const std::vector<double> w = {0.25, 2.0};
  std::vector<double> curve = z;
  curve.insert(curve.end(), v.begin(), v.end());
  curve.insert(curve.end(), w.begin(), w.end());
  curve.insert(curve.end(), {0, 0});
  std::vector<double> jacobian(4);
  wave_jacobian(z, jacobian);
  const std::vector<double> bent = wave_second(z, v, v);
  std::vector<double> out(2);
  map.taylor(curve, 1, out);
  CHECK(std::abs(out[0] - (jacobian[0] * v[0] + jacobian[1] * v[1])) < 1e-15);
  map.taylor(curve, 2, out);
  CHECK(std::abs(out[0] - (jacobian[0] * w[0] + jacobian[1] * w[1] + bent[0] / 2)) < 1e-9);
  CHECK(std::abs(out[1] - (jacobian[2] * w[0] + jacobian[3] * w[1] + bent[1] / 2)) < 1e-9);
  CHECK(map.highest_taylor_degree() == 2);
  map.taylor(curve, 3, out);
  CHECK(std::isnan(out[0]));
}

TEST_CASE("an explicit field is its own direction, undefined where it vanishes") {
  MapFunctions<double> functions;
  functions.value = [](std::span<const double> z, std::span<double> v) {
    v[0] = z[1];
    v[1] = -z[0];
  };
  ExplicitField<double> field(std::make_shared<CallableMap<double>>(2, 2, functions));
  CHECK(field.orientation() == Orientation::meant);
  std::vector<double> v(2);
  CHECK(field.direction(std::vector<double>{3, 4}, v).defined);
  CHECK(v == std::vector<double>{4, -3});
  CHECK_FALSE(field.direction(std::vector<double>{0, 0}, v).defined);
  CHECK_FALSE(field.direction(std::vector<double>{0, std::nan("")}, v).defined);
}

TEST_CASE("Taylor methods are refused where functions lack Taylor coefficients") {
  MapFunctions<double> functions;
  functions.value = [](std::span<const double> z, std::span<double> v) {
    v[0] = 1;
    v[1] = z[1];
  };
  ManifoldProblem<double> problem;
  problem.coordinates = {"x", "y"};
  problem.independent = 0;
  const auto with = [&problem, &functions](const char* method) {
    problem.distribution = std::make_shared<ExplicitField<double>>(
        std::make_shared<CallableMap<double>>(2, 2, functions));
    Settings<double> settings;
    settings.method = method;
    settings.to = 1;
    return integrate<double>(problem, settings, std::vector<double>{0, 1});
  };
  for (const char* method : {"taylor", "taylor_4", "taylor_40"}) {
    try {
      (void)with(method);
      FAIL("not refused");
    } catch (const InvalidInput& error) {
      CHECK(std::string(error.what()).find("lead to degree 3") != std::string::npos);
      CHECK(error.mistakes().front().expected.find("MapFunctions::taylor") != std::string::npos);
    }
  }
  // z' = V: from the second derivatives of V, by differences, comes the third of z.
  for (const char* method : {"taylor_2", "taylor_3", "taylor_tangential_3", "dopri54"}) {
    const auto report = with(method);
    CHECK(report.reason == Reason::reached);
    CHECK(std::abs(report.trajectory.last()[1] - std::exp(1.0)) < 1e-4);
  }
  functions.taylor = [](std::span<const double> curve, std::size_t degree, std::span<double> out) {
    out[0] = degree == 0 ? 1 : 0;
    out[1] = curve[2 * degree + 1];
  };
  const auto report = with("taylor_40");
  CHECK(std::abs(report.trajectory.last()[1] - std::exp(1.0)) < 1e-14);
}

TEST_CASE("maps that are no maps are refused") {
  CHECK_THROWS_AS(CallableMap<double>(2, 2, {}), InvalidInput);
  CHECK_THROWS_AS(CallableMap<double>(0, 2, wave()), InvalidInput);
  CHECK_THROWS_AS(ExplicitField<double>(std::make_shared<CallableMap<double>>(3, 2, wave())),
                  InvalidInput);
}

}  // namespace leafwise::integrator
