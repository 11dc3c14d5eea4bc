// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/tangency.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/conservation.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "support/seed.hpp"

// From exact to numeric: laws of what the integrator gets, on leaves of the examples.
namespace leafwise::pipeline {
namespace {

/// The shared engine finds its worker by the environment; a choice made outside wins.
const bool worker_is_known = setenv("LEAFWISE_ALGEBRA_WORKER", LEAFWISE_WORKER, 0) == 0;

struct Prepared {
  Problem problem;
  DecompositionReport report;
  Selection selection;
};

Prepared prepared(const std::string& example, const std::vector<Setting>& settings = {}) {
  REQUIRE(worker_is_known);
  Prepared result;
  result.problem = read_problem(
      std::filesystem::path(std::string(LEAFWISE_EXAMPLES) + "/" + example + ".toml"), settings);
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.point = steering_point(result.problem);
  result.report = complete_for_run(result.problem, "", options, {});
  Outcome<Selection> selection =
      select_branch(result.problem, result.report, result.problem.plan.branch);
  REQUIRE_MESSAGE(selection.has_value(), selection.reason());
  result.selection = std::move(selection).value();
  return result;
}

Problem problem_of(const std::string& text) {
  return read_problem(SourceFile("test.toml", text));
}

std::vector<double> unit_direction(const NumericLeaf& leaf, const std::vector<double>& point) {
  std::vector<double> v(point.size());
  const auto quality = leaf.problem.distribution->clone()->direction(point, v);
  REQUIRE(quality.defined);
  const double speed = v[*leaf.problem.independent];
  REQUIRE(speed != 0);
  for (double& entry : v) entry /= speed;
  return v;
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("the direction is tangent to the leaf, near the start and not only there") {
    for (const std::string example : {"pendulum",
                                      "pendulum_mechanics",
                                      "pendulum_angle",
                                      "kepler",
                                      "singular_four_bar",
                                      "driven_four_bar",
                                      "slider_crank_isosceles",
                                      "clairaut",
                                      "steering_wheel"}) {
      CAPTURE(example);
      const Prepared run = prepared(example);
      const auto tangency = integrator::check_tangency<double>(
          run.selection.leaf.problem, std::span<const double>(run.selection.fit.point));
      CHECK(tangency.sine < 1e-10);
    }
  }

  TEST_CASE("mechanics in its special form and the leaf's own rows give the same motion") {
    for (const std::string example :
         {"pendulum_mechanics", "singular_four_bar", "driven_four_bar"}) {
      CAPTURE(example);
      const Prepared run = prepared(example);
      const NumericLeaf rows = hand_over_rows(run.problem.model, run.selection.exact);
      const auto special = unit_direction(run.selection.leaf, run.selection.fit.point);
      const auto general = unit_direction(rows, run.selection.fit.point);
      for (std::size_t j = 0; j < special.size(); ++j) {
        // Two ways to solve systems of condition 10² at most.
        CHECK(std::abs(special[j] - general[j]) < 1e-10 * (1 + std::abs(special[j])));
      }
    }
  }

  TEST_CASE("in a node of the positions the velocity tells how the motion goes on") {
    // y² = x² (x + k²) is the curve x = s² − k², y = s x, and s = ±k in the node. Two constraints:
    // the second one lifts it to a cylinder's edge, so that nothing depends on a single row.
    auto generator = tests::make_generator("nodes of positions");
    for (int trial = 0; trial < 6; ++trial) {
      const double k = 1 + static_cast<double>(generator() % 8) / 4;
      const double s = generator() % 2 == 0 ? k : -k;
      const double speed = 0.5 + static_cast<double>(generator() % 8) / 4;  // s'
      CAPTURE(k);
      CAPTURE(s);
      CAPTURE(speed);
      const std::string slope = s > 0 ? "k" : "-k";
      const Problem problem = problem_of(
          "[parameters]\nk = " + std::to_string(k) + "\nv = " + std::to_string(2 * s * speed) +
          "\n[mechanics]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass = [1, 1, 2]\n"
          "force = [0, -3, 0]\n"
          "constraints = [\"y^2 = x^2*(x + k^2)\", \"z = x + y\"]\n"
          "[initial]\nx = 0\ny = 0\nz = 0\n\"x'\" = \"v\"\n\"y'\" = \"v*" +
          slope + "\"\n[integrate]\nto = { t = 1 }\n");
      algebra::CompletionOptions options;
      options.use_cache = false;
      const DecompositionReport report = complete_for_run(problem, "", options, {});
      const Outcome<Selection> selection = select_branch(problem, report, problem.plan.branch);
      REQUIRE_MESSAGE(selection.has_value(), selection.reason());
      const NumericLeaf& leaf = selection.value().leaf;
      const auto v = unit_direction(leaf, selection.value().fit.point);

      // E(s) s'' = −E'(s) s'²/2 − 3 y'(s), E = x'² + y'² + 2 (x' + y')², primes by s.
      const double x1 = 2 * s;
      const double y1 = 3 * s * s - k * k;
      const double x2 = 2;
      const double y2 = 6 * s;
      const double e = x1 * x1 + y1 * y1 + 2 * (x1 + y1) * (x1 + y1);
      const double half = x1 * x2 + y1 * y2 + 2 * (x1 + y1) * (x2 + y2);
      const double rate = (-half * speed * speed - 3 * y1) / e;
      const auto at = [&](const char* name) {
        return v[*leaf.coordinate({algebra::Role::unknown, name, 1})];
      };
      const double ax = x2 * speed * speed + x1 * rate;
      const double ay = y2 * speed * speed + y1 * rate;
      // Numbers of a few hundred, from matrices of condition 10³ at most.
      CHECK(std::abs(at("x") - ax) < 1e-9 * (1 + std::abs(ax)));
      CHECK(std::abs(at("y") - ay) < 1e-9 * (1 + std::abs(ay)));
      CHECK(std::abs(at("z") - ax - ay) < 1e-9 * (1 + std::abs(ax) + std::abs(ay)));
    }
  }

  TEST_CASE("rest in a node is a leaf without degrees of freedom, and stays there") {
    // Viviani's curve without forces; the node is (2, 0, 0).
    const Problem problem = problem_of(
        "[mechanics]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass = [1, 1, 1]\n"
        "constraints = [\"x^2 + y^2 + z^2 = 4\", \"(x - 1)^2 + y^2 = 1\"]\n"
        "[initial]\nx = 2\ny = 0\nz = 0\n\"y'\" = 0\n\"z'\" = 0\n"
        "[integrate]\nto = { t = 1 }\n");
    algebra::CompletionOptions options;
    options.use_cache = false;
    const DecompositionReport report = complete_for_run(problem, "", options, {});
    int rests = 0;
    for (const Leaf& leaf : report.leaves) {
      if (!leaf.is_complete()) continue;
      CAPTURE(leaf.name);
      REQUIRE(leaf.numbers.degrees_of_freedom);
      CHECK(leaf.numbers.dimension.value_or(0) == 1 + 2 * *leaf.numbers.degrees_of_freedom);
      if (*leaf.numbers.degrees_of_freedom > 0) continue;
      ++rests;
      const auto chosen =
          select_branch(problem, report, {leaf.name, problem.plan.branch.tolerance});
      REQUIRE_MESSAGE(chosen.has_value(), chosen.reason());
      const auto v = unit_direction(chosen.value().leaf, chosen.value().fit.point);
      for (std::size_t j = 0; j < v.size(); ++j) {
        CHECK(v[j] == (j == *chosen.value().leaf.problem.independent ? 1 : 0));
      }
    }
    CHECK(rests == 1);
  }

  TEST_CASE("exact numbers become the nearest doubles, once") {
    // Halfway between two doubles: ties to even. The generator is 2*y^2 - 9007199254740995.
    const Problem problem = problem_of(
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"y^2 = b/2\"]\n"
        "[parameters]\nb = 9007199254740995\n"
        "[initial]\nx = 0\n[guess]\ny = 1\n[integrate]\nto = { t = 1 }\n");
    algebra::CompletionOptions options;
    options.use_cache = false;
    const DecompositionReport report = complete_for_run(problem, "", options, {});
    REQUIRE(report.leaves.size() == 1);
    const NumericLeaf leaf = hand_over(problem.model, report.leaves.front());
    REQUIRE(leaf.problem.equations);
    const std::vector<double> origin(leaf.coordinates.size());
    std::vector<double> value(leaf.problem.equations->outputs());
    leaf.problem.equations->clone()->value(origin, value);
    CHECK(value.front() == -9007199254740996.0);
  }

  TEST_CASE("what is given stays, what is not follows, as long as the leaf determines it") {
    const Prepared run = prepared("pendulum");
    const Selection& selection = run.selection;
    const auto value = [&](const char* name, unsigned order) {
      return selection.fit.point[*selection.leaf.coordinate({algebra::Role::unknown, name, order})];
    };
    CHECK(value("x", 0) == 1);
    CHECK(value("y", 0) == 0);
    CHECK(value("y", 1) == 0);
    CHECK(value("x", 1) == 0);
    CHECK(selection.fit.distance == 0);
    CHECK(selection.fit.needed.empty());
  }

  TEST_CASE("a double root is not a free value, a free value is") {
    const std::string circle =
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"x^2 + y^2 = 1\"]\n"
        "[integrate]\nto = { t = 1 }\n[initial]\n";
    const auto needed = [&](const std::string& initial) {
      const Problem problem = problem_of(circle + initial);
      algebra::CompletionOptions options;
      options.use_cache = false;
      const DecompositionReport report = complete_for_run(problem, "", options, {});
      REQUIRE(!report.leaves.empty());
      const Leaf& leaf = report.leaves.front();
      return fit_to(problem, leaf, hand_over(problem.model, leaf)).needed;
    };
    CHECK(needed("x = 1\n").empty());
    CHECK(needed("x = 0.5\n").empty());
    CHECK(needed("t = 0\n").size() == 1);
  }

  TEST_CASE("V(E) is 0 exactly where E is conserved") {
    for (const std::string example : {"pendulum",
                                      "pendulum_mechanics",
                                      "kepler",
                                      "henon_heiles",
                                      "pendulum_angle",
                                      "double_pendulum_angles"}) {
      CAPTURE(example);
      const Prepared run = prepared(example);
      for (const algebra::Polynomial& invariant : run.problem.model.polynomial.invariants) {
        CHECK(conservation_of(run.problem.model, run.selection.exact, invariant, {}).holds ==
              Truth::yes);
      }
      const algebra::Polynomial time(run.selection.exact.equations.base.variables.front());
      const Conservation of_time =
          conservation_of(run.problem.model, run.selection.exact, time, {});
      CHECK(of_time.holds == Truth::no);
      CHECK(of_time.rate == "1");
    }
    const Prepared driven = prepared("singular_four_bar");
    const Conservation energy = conservation_of(driven.problem.model,
                                                driven.selection.exact,
                                                driven.problem.model.polynomial.invariants.front(),
                                                {});
    CHECK(energy.holds == Truth::no);
    CHECK(energy.rate == "0.8*x1*y1' - 0.8*x1'*y1");
  }
}

}  // namespace leafwise::pipeline
