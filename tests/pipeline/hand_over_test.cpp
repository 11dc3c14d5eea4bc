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
      select_branch(result.problem, result.report, result.problem.branch);
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
      const NumericLeaf rows = hand_over_rows(run.problem, run.selection.exact);
      const auto special = unit_direction(run.selection.leaf, run.selection.fit.point);
      const auto general = unit_direction(rows, run.selection.fit.point);
      for (std::size_t j = 0; j < special.size(); ++j) {
        // Two ways to solve systems of condition 10² at most.
        CHECK(std::abs(special[j] - general[j]) < 1e-10 * (1 + std::abs(special[j])));
      }
    }
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
    const NumericLeaf leaf = hand_over(problem, exact_leaf(report, report.leaves.front()));
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
      const ExactLeaf leaf = exact_leaf(report, report.leaves.front());
      return fit_to(problem, leaf, hand_over(problem, leaf)).needed;
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
      for (const algebra::Polynomial& invariant : run.problem.polynomial.invariants) {
        CHECK(conservation_of(run.problem, run.report, run.selection.exact, invariant, {}).holds ==
              Truth::yes);
      }
      const algebra::Polynomial time(run.selection.exact.independent);
      const Conservation of_time =
          conservation_of(run.problem, run.report, run.selection.exact, time, {});
      CHECK(of_time.holds == Truth::no);
      CHECK(of_time.rate == "1");
    }
    const Prepared driven = prepared("singular_four_bar");
    const Conservation energy = conservation_of(driven.problem,
                                                driven.report,
                                                driven.selection.exact,
                                                driven.problem.polynomial.invariants.front(),
                                                {});
    CHECK(energy.holds == Truth::no);
    CHECK(energy.rate == "0.8*x1*y1' - 0.8*x1'*y1");
  }
}

}  // namespace leafwise::pipeline
