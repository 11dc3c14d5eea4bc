// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/compiled_map.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "allocation_counter.hpp"
#include "quadrics.hpp"
#include "random_program.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using Numbers = std::vector<long double>;
using tests::random_formula;
using tests::random_vector;
using tests::RandomFormula;

struct Case {
  RandomFormula formula;
  Numbers x;
  std::size_t n;
  std::size_t k;
};

Case random_case(std::mt19937_64& generator, std::size_t lines) {
  const std::size_t n = 1 + generator() % 4;
  const std::size_t k = 1 + generator() % 3;
  return {random_formula(generator, n, lines, k), random_vector<long double>(generator, n), n, k};
}

long double size_of(const Numbers& v) {
  long double size = 1;
  for (const long double entry : v) size = std::max(size, std::abs(entry));
  return size;
}

Numbers along(const Numbers& x, const Numbers& v, long double h) {
  Numbers result(x);
  for (std::size_t j = 0; j < x.size(); ++j) result[j] += h * v[j];
  return result;
}

/// dF(x) v, by central differences extrapolated once: error h⁴ and ε/h, balanced at h = 1e-4.
Numbers slope_by_differences(const RandomFormula& formula, const Numbers& x, const Numbers& v) {
  const auto central = [&](long double h) {
    Numbers above = evaluate(formula, along(x, v, h));
    const Numbers below = evaluate(formula, along(x, v, -h));
    for (std::size_t i = 0; i < above.size(); ++i) above[i] = (above[i] - below[i]) / (2 * h);
    return above;
  };
  const Numbers coarse = central(2e-4L);
  Numbers fine = central(1e-4L);
  for (std::size_t i = 0; i < fine.size(); ++i) fine[i] += (fine[i] - coarse[i]) / 3;
  return fine;
}

}  // namespace

TEST_SUITE_BEGIN("law");

TEST_CASE("a program computes what its formula says") {
  auto generator = tests::make_generator("program values");
  for (std::uint64_t trial = 0; trial < 300 * tests::multiplier(); ++trial) {
    const Case c = random_case(generator, 1 + generator() % 40);
    const Numbers expected = evaluate(c.formula, c.x);
    CompiledMap<long double> map(to_program(c.formula));
    Numbers f(c.k);
    map.value(c.x, f);
    CAPTURE(trial);
    for (std::size_t i = 0; i < c.k; ++i) {
      // Folding and fusing reorder a few roundings of up to 40 lines.
      CHECK(std::abs(f[i] - expected[i]) <= 1e-16L * size_of(expected));
    }
    CompiledMap<double> in_double(to_program(c.formula));
    const std::vector<double> x(c.x.begin(), c.x.end());
    std::vector<double> g(c.k);
    in_double.value(x, g);
    for (std::size_t i = 0; i < c.k; ++i) {
      CHECK(std::abs(g[i] - expected[i]) <= 1e-12L * size_of(expected));
    }
  }
}

TEST_CASE("derivatives agree with differences") {
  auto generator = tests::make_generator("derivatives");
  for (std::uint64_t trial = 0; trial < 200 * tests::multiplier(); ++trial) {
    const Case c = random_case(generator, 1 + generator() % 12);
    CompiledMap<long double> map(to_program(c.formula));
    const Numbers v = random_vector<long double>(generator, c.n);
    const Numbers w = random_vector<long double>(generator, c.n);
    Numbers f(c.k);
    Numbers d(c.k * c.n);
    Numbers second(c.k);
    map.jacobian(c.x, f, d);
    map.second(c.x, v, w, second);
    CAPTURE(trial);
    const Numbers slope = slope_by_differences(c.formula, c.x, v);
    const auto product = [&](const Numbers& at) {
      Numbers result(c.k);
      Numbers values(c.k);
      Numbers matrix(c.k * c.n);
      map.jacobian(at, values, matrix);
      for (std::size_t i = 0; i < c.k; ++i) {
        for (std::size_t j = 0; j < c.n; ++j) result[i] += matrix[i * c.n + j] * v[j];
      }
      return result;
    };
    const Numbers here = product(c.x);
    const Numbers above = product(along(c.x, w, 1e-5L));
    const Numbers below = product(along(c.x, w, -1e-5L));
    // Formulas of 12 lines can be as steep as 1e3, with higher derivatives to match: differences
    // with h = 1e-4 leave 1e-9 of the sizes in the usual case. Wrong formulas are off by 1.
    for (std::size_t i = 0; i < c.k; ++i) {
      CHECK(std::abs(here[i] - slope[i]) <= 1e-6L * (1 + std::abs(here[i])));
      const long double bent = (above[i] - below[i]) / 2e-5L;
      CHECK(std::abs(second[i] - bent) <= 1e-5L * (1 + std::abs(bent)));
    }
  }
}

TEST_CASE("Taylor coefficients sum up to the function, and are affine in the newest") {
  auto generator = tests::make_generator("taylor");
  constexpr std::size_t top = 12;
  for (std::uint64_t trial = 0; trial < 200 * tests::multiplier(); ++trial) {
    const Case c = random_case(generator, 1 + generator() % 12);
    CompiledMap<long double> map(to_program(c.formula));
    Numbers curve = c.x;
    const Numbers rest = random_vector<long double>(generator, top * c.n);
    curve.insert(curve.end(), rest.begin(), rest.end());
    Numbers sum(c.k);
    Numbers out(c.k);
    Numbers without(c.k);
    Numbers f(c.k);
    Numbers d(c.k * c.n);
    map.jacobian(c.x, f, d);
    // Far enough inside of the radius of convergence of formulas as steep as these.
    constexpr long double s = 1e-3L;
    CAPTURE(trial);
    for (std::size_t degree = 0; degree <= top; ++degree) {
      const Numbers newest(curve.begin() + static_cast<std::ptrdiff_t>(degree * c.n),
                           curve.begin() + static_cast<std::ptrdiff_t>((degree + 1) * c.n));
      if (degree > 0) {
        std::fill_n(curve.begin() + static_cast<std::ptrdiff_t>(degree * c.n), c.n, 0.0L);
        map.taylor(curve, degree, without);
        std::copy(newest.begin(),
                  newest.end(),
                  curve.begin() + static_cast<std::ptrdiff_t>(degree * c.n));
      }
      map.taylor(curve, degree, out);
      for (std::size_t i = 0; i < c.k; ++i) {
        sum[i] += out[i] * std::pow(s, static_cast<long double>(degree));
        if (degree == 0) continue;
        long double linear = 0;
        for (std::size_t j = 0; j < c.n; ++j) linear += d[i * c.n + j] * newest[j];
        // Round-off of a coefficient that may be much larger than this part of it.
        CHECK(std::abs(out[i] - without[i] - linear) <=
              1e-15L * (1 + std::abs(out[i]) + std::abs(linear)));
      }
    }
    Numbers x(c.n);
    for (std::size_t degree = top + 1; degree-- > 0;) {
      for (std::size_t j = 0; j < c.n; ++j) x[j] = x[j] * s + curve[degree * c.n + j];
    }
    const Numbers expected = evaluate(c.formula, x);
    for (std::size_t i = 0; i < c.k; ++i) {
      // The first coefficient left out is of size R^-13 with R > 0.02: (s/R)^13 < 1e-16.
      CHECK(std::abs(sum[i] - expected[i]) <= 1e-15L * size_of(expected));
    }
  }
}

TEST_SUITE_END();

TEST_CASE("each function's derivatives, one by one") {
  // Against closed forms, so that no wrong rule hides behind a tolerance.
  ProgramBuilder b(1);
  const Expression x = b.input(0);
  const std::vector<Expression> outputs = {sqrt(x),
                                           sin(x),
                                           cos(x),
                                           tan(x),
                                           exp(x),
                                           log(x),
                                           sinh(x),
                                           cosh(x),
                                           tanh(x),
                                           atan(x),
                                           1.0L / x,
                                           pow(x, 7),
                                           pow(x, -2)};
  CompiledMap<long double> map(b.build(outputs));
  const long double a = 0.7L;
  const std::size_t k = outputs.size();
  Numbers f(k);
  Numbers d(k);
  Numbers second(k);
  const Numbers at = {a};
  const Numbers one = {1};
  map.jacobian(at, f, d);
  map.second(at, one, one, second);
  const long double t = std::tan(a);
  const long double th = std::tanh(a);
  const long double q = 1 + a * a;
  const Numbers slopes = {0.5L / std::sqrt(a),
                          std::cos(a),
                          -std::sin(a),
                          1 + t * t,
                          std::exp(a),
                          1 / a,
                          std::cosh(a),
                          std::sinh(a),
                          1 - th * th,
                          1 / q,
                          -1 / (a * a),
                          7 * std::pow(a, 6.0L),
                          -2 * std::pow(a, -3.0L)};
  const Numbers bends = {-0.25L / (a * std::sqrt(a)),
                         -std::sin(a),
                         -std::cos(a),
                         2 * t * (1 + t * t),
                         std::exp(a),
                         -1 / (a * a),
                         std::sinh(a),
                         std::cosh(a),
                         -2 * th * (1 - th * th),
                         -2 * a / (q * q),
                         2 / (a * a * a),
                         42 * std::pow(a, 5.0L),
                         6 * std::pow(a, -4.0L)};
  for (std::size_t i = 0; i < k; ++i) {
    CAPTURE(i);
    // A handful of roundings, in numbers up to 40.
    CHECK(std::abs(d[i] - slopes[i]) <= 1e-17L * (1 + std::abs(slopes[i])) * 4);
    CHECK(std::abs(second[i] - bends[i]) <= 1e-17L * (1 + std::abs(bends[i])) * 8);
  }
}

TEST_CASE("outputs may be inputs, constants, and each other") {
  ProgramBuilder b(2);
  const Expression p = b.input(0) * b.input(1);
  CompiledMap<double> map(b.build(std::vector{b.input(1), b.constant(2.5L), p, p, -p, p * p}));
  std::vector<double> f(6);
  map.value(std::vector<double>{2, 3}, f);
  CHECK(f == std::vector<double>{3, 2.5, 6, 6, -6, 36});
  const auto twin = map.clone();
  map.value(std::vector<double>{1, 1}, f);
  twin->value(std::vector<double>{2, 5}, f);
  CHECK(f == std::vector<double>{5, 2.5, 10, 10, -10, 100});
}

TEST_CASE("outside of a domain there is no number, and nothing happens") {
  ProgramBuilder b(1);
  CompiledMap<double> map(
      b.build(std::vector{sqrt(b.input(0)), log(b.input(0)), 1.0L / b.input(0)}));
  std::vector<double> f(3);
  std::vector<double> d(3);
  map.jacobian(std::vector<double>{-1}, f, d);
  CHECK(std::isnan(f[0]));
  CHECK(std::isnan(f[1]));
  map.jacobian(std::vector<double>{0}, f, d);
  CHECK(std::isinf(f[2]));
  map.jacobian(std::vector<double>{std::numeric_limits<double>::quiet_NaN()}, f, d);
  CHECK(std::isnan(f[2]));
}

TEST_CASE("after the first call of each kind a map asks for no memory") {
  auto generator = tests::make_generator("allocations of a map");
  const Case c = random_case(generator, 40);
  CompiledMap<double> map(to_program(c.formula));
  const std::vector<double> curve = random_vector<double>(generator, 20 * c.n);
  const std::span<const double> x = std::span(curve).first(c.n);
  std::vector<double> f(c.k);
  std::vector<double> d(c.k * c.n);
  const auto call_all = [&] {
    map.value(x, f);
    map.jacobian(x, f, d);
    map.second(x, x, x, f);
    for (std::size_t degree = 0; degree < 20; ++degree) map.taylor(curve, degree, f);
  };
  call_all();
  const std::size_t before = tests::allocations();
  call_all();
  CHECK(tests::allocations() == before);
}

}  // namespace leafwise::integrator
