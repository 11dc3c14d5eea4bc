// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "curves.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/methods.hpp"
#include "steppers/implicit/block_solver.hpp"
#include "steppers/implicit/field_model.hpp"
#include "steppers/implicit/stage_history.hpp"
#include "support/seed.hpp"

// The parts that implicit methods are made of.
namespace leafwise::integrator {
namespace {

template <typename Real>
std::vector<Real> random_numbers(std::size_t count, std::mt19937_64& generator) {
  std::uniform_real_distribution<Real> entry(-1, 1);
  std::vector<Real> numbers(count);
  for (Real& number : numbers) number = entry(generator);
  return numbers;
}

/// The largest |u_i − h Σ a_ij K u_j + g_i|.
double rest_of(const ImplicitPart& part,
               const std::vector<double>& k,
               double h,
               const std::vector<double>& u,
               const std::vector<double>& g) {
  const std::size_t s = part.stages;
  const std::size_t d = g.size() / s;
  double worst = 0;
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t r = 0; r < d; ++r) {
      double rest = u[i * d + r] + g[i * d + r];
      for (std::size_t j = 0; j < s; ++j) {
        const double a = static_cast<double>(part.matrix[i * s + j]);
        for (std::size_t l = 0; l < d; ++l) rest -= h * a * k[r * d + l] * u[j * d + l];
      }
      worst = std::max(worst, std::abs(rest));
    }
  }
  return worst;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("real and complex blocks solve the coupled systems of every implicit method") {
    auto generator = tests::make_generator("coupled stages");
    for (const Tableau& method : all_methods()) {
      if (method.is_explicit()) continue;
      CAPTURE(method.name());
      const ImplicitPart part = implicit_part(method);
      for (std::uint64_t round = 0; round < 20 * tests::multiplier(); ++round) {
        const std::size_t d = 1 + static_cast<std::size_t>(round % 7);
        // −K is made dominant, as where a problem is stiff: nothing is singular then.
        std::vector<double> k = random_numbers<double>(d * d, generator);
        for (std::size_t i = 0; i < d; ++i) k[i * d + i] -= static_cast<double>(d);
        const std::vector<double> g = random_numbers<double>(part.stages * d, generator);
        BlockSolver<double> solver(Eigenblocks(part.matrix, part.stages), d);
        for (const double h : {1e-3, 1.0, -1e-2}) {
          REQUIRE(solver.factorize(k, h, false));
          std::vector<double> u = g;
          solver.solve(u);
          // Conditions of T (below 100) and of the blocks (below 20), in some ten roundings each.
          CHECK(rest_of(part, k, h, u, g) < 1e-11);
        }
        const std::size_t before = solver.factorizations();
        REQUIRE(solver.factorize(k, -1e-2, false));
        CHECK(solver.factorizations() == before);
        REQUIRE(solver.factorize(k, -1e-2, true));
        CHECK(solver.factorizations() > before);
      }
    }
  }

  TEST_CASE("frames are orthonormal and tangent, derivatives those of the field") {
    for (const tests::Curve& curve : {tests::pendulum_curve(), tests::sphere_curve()}) {
      CAPTURE(curve.name);
      const auto problem = tests::make_problem<double>(curve);
      const auto p = tests::start_of<double>(curve);
      const std::size_t m = p.size();
      Geometry<double> geometry(problem, Parameter::independent, {});
      std::vector<double> v(m);
      REQUIRE(geometry.orient(p, {}, 1) == FieldStatus::good);
      REQUIRE(geometry.field(p, v) == FieldStatus::good);
      FieldDifferentiator<double> differentiator(
          problem, true, Tolerance<double>::uniform(m, 1e-8, 1e-8));
      CHECK(differentiator.directions() == m - problem.codimension);
      FieldModel<double> model(m, differentiator.directions());
      REQUIRE(differentiator.differentiate(geometry, p, v, model) == StepStatus::good);
      const auto field = tests::make_polynomial_map<double>(m, curve.field);
      std::vector<double> values(m), derivative(m * m), tangent(m);
      field->clone()->jacobian(p, values, derivative);
      for (std::size_t k = 0; k < model.d; ++k) {
        const std::span<const double> z = std::span<const double>(model.frame).subspan(k * m, m);
        for (std::size_t l = 0; l < model.d; ++l) {
          double product = 0;
          for (std::size_t j = 0; j < m; ++j) product += z[j] * model.frame[l * m + j];
          CHECK(std::abs(product - (k == l ? 1 : 0)) < 1e-15);
        }
        REQUIRE(geometry.to_tangent(p, z, tangent) == ProjectionStatus::good);
        for (std::size_t j = 0; j < m; ++j) {
          CHECK(std::abs(tangent[j] - z[j]) < 1e-15);
          double exact = 0;
          for (std::size_t l = 0; l < m; ++l) exact += derivative[j * m + l] * z[l];
          // Rounding errors over a difference of √ε times a thousandth.
          CHECK(std::abs(model.along[k * m + j] - exact) < 1e-5);
        }
      }
    }
  }

  TEST_CASE("transported to another point, a model has the frame of that point") {
    const tests::Curve curve = tests::sphere_curve();
    const auto problem = tests::make_problem<double>(curve);
    const auto p = tests::start_of<double>(curve);
    const std::size_t m = p.size();
    Geometry<double> geometry(problem, Parameter::independent, {});
    std::vector<double> v(m), tangent(m);
    REQUIRE(geometry.orient(p, {}, 1) == FieldStatus::good);
    REQUIRE(geometry.field(p, v) == FieldStatus::good);
    FieldDifferentiator<double> differentiator(
        problem, true, Tolerance<double>::uniform(m, 1e-8, 1e-8));
    FieldModel<double> old(m, differentiator.directions());
    FieldModel<double> model = old;
    REQUIRE(differentiator.differentiate(geometry, p, v, old) == StepStatus::good);
    for (const double angle : {0.1, 1.5}) {
      // (x, y, z) turned about the y axis, and t.
      const double c = std::cos(angle);
      const double s = std::sin(angle);
      const std::vector<double> q = {0.3, c * 0.6 + s * 0.8, 0, c * 0.8 - s * 0.6};
      bool fits = false;
      REQUIRE(differentiator.transport(geometry, old, q, model, fits) == StepStatus::good);
      // A tangent is turned by as much, and 20 degrees are what is allowed.
      CHECK(fits == (angle < 0.3));
      for (std::size_t k = 0; k < model.d; ++k) {
        const std::span<const double> z = std::span<const double>(model.frame).subspan(k * m, m);
        REQUIRE(geometry.to_tangent(q, z, tangent) == ProjectionStatus::good);
        for (std::size_t j = 0; j < m; ++j) CHECK(std::abs(tangent[j] - z[j]) < 1e-15);
      }
    }
  }

  TEST_CASE("what steps leave to others is restored bit for bit") {
    auto generator = tests::make_generator("stage history");
    constexpr std::size_t m = 4, s = 2, d = 3;
    StageHistory<long double> history(m, s, d);
    std::vector<long double> end;
    for (int i = 0; i < 3; ++i) {
      StageRecord<long double>& record = history.next();
      record.exists = true;
      record.keeps_model = i == 1;
      record.size = random_numbers<long double>(1, generator)[0] / 3;
      record.start = random_numbers<long double>(m, generator);
      record.end = random_numbers<long double>(m, generator);
      if (i == 1) end = record.end;
      record.stages = random_numbers<long double>(s * m, generator);
      record.model.frame = random_numbers<long double>(d * m, generator);
    }
    std::vector<std::int64_t> memory;
    history.append_memory(end, memory);
    CHECK(memory.size() == history.memory_size());
    CHECK(memory.front() == 1);
    StageHistory<long double> other(m, s, d);
    other.restore(memory);
    REQUIRE(other.find(end) != nullptr);
    CHECK(other.find(end)->stages == history.find(end)->stages);
    std::vector<std::int64_t> again;
    other.append_memory(end, again);
    CHECK(again == memory);
    memory.pop_back();
    CHECK_THROWS_AS(other.restore(memory), InvalidInput);
  }

  TEST_CASE("steps begin on the polynomial through the last one") {
    // θ ↦ θ³ through 0, two stages and the end: exact; without the end as a stage of its own.
    const std::vector<double> nodes = {0.25, 0.5};
    const StageExtrapolation<double> extrapolation(nodes);
    StageRecord<double> record;
    record.exists = true;
    record.start = {0};
    record.end = {1};
    record.stages = {0.015625, 0.125};
    std::vector<double> out(1);
    for (const double theta : {1.0, 1.3, 2.0}) {
      extrapolation.value(record, theta, out);
      CHECK(std::abs(out[0] - theta * theta * theta) < 1e-13);
    }
  }

  TEST_CASE("so they do where stages lie at the start, at the end or at the same place") {
    auto generator = tests::make_generator("stages at the same place");
    std::uniform_int_distribution<int> eighths(0, 8);
    for (std::uint64_t round = 0; round < 100 * tests::multiplier(); ++round) {
      std::vector<double> nodes(1 + round % 5);
      for (double& node : nodes) node = eighths(generator) / 8.0;
      CAPTURE(nodes);
      const StageExtrapolation<double> extrapolation(nodes);
      StageRecord<double> record;
      record.exists = true;
      record.size = 0.5;
      record.start = {3};
      record.end = {5};
      // A line. Stages at 0, and all but the last at a place, have errors of their own.
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool is_again =
            std::find(nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, nodes.end(), nodes[i]) !=
            nodes.end();
        record.stages.push_back(nodes[i] == 0 || is_again ? -7.0 : 3 + 2 * nodes[i]);
      }
      std::vector<double> out(1);
      for (const double theta : {0.0, 0.3, 1.0, 1.5}) {
        // Up to six differences of size 2, in weights below 1e5 (nodes an eighth apart).
        extrapolation.value(record, theta, out);
        CHECK(std::abs(out[0] - (3 + 2 * theta)) < 1e-9);
        extrapolation.slope(record, theta, out);
        CHECK(std::abs(out[0] - 4) < 1e-8);
      }
    }
  }
}

}  // namespace leafwise::integrator
