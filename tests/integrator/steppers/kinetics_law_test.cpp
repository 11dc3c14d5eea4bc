// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

// Reactions of H. H. Robertson's kind over eleven decades of time, with any amounts and rates: how
// small a share may be that counts (the absolute tolerance) decides neither how many steps there
// are nor what comes out.
namespace leafwise::integrator {
namespace {

struct Reaction {
  double amount = 1;  ///< in the user's unit
  double time = 1;    ///< likewise
  double slow = 0.04, fast = 1e4, square = 3e7;
};

/// A → B, 2 B → B + C, B + C → A + C
ManifoldProblem<double> problem_of(const Reaction& it) {
  ProgramBuilder b(4);
  const Expression slow = b.constant(it.slow / it.time) * b.input(1);
  const Expression back = b.constant(it.fast / it.time / it.amount) * b.input(2) * b.input(3);
  const Expression on = b.constant(it.square / it.time / it.amount) * b.input(2) * b.input(2);
  const Expression lost = back - slow;
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "a", "b", "c"};
  problem.independent = 0;
  problem.distribution =
      std::make_shared<ExplicitField<double>>(std::make_shared<CompiledMap<double>>(
          b.build(std::vector{b.constant(1), lost, -lost - on, on})));
  return problem;
}

Report<double> run(const Reaction& it, const std::string& method, double relative, double least) {
  Settings<double> settings;
  settings.method = method;
  settings.to = 1e11 * it.time;
  settings.tolerance = Tolerance<double>::uniform(4, relative, least * it.amount);
  settings.tolerance->absolute[0] = least * it.time;
  settings.rows = Rows::requested;
  settings.most_steps = 3000;  // four times what is needed at the tightest tolerance
  return integrate<double>(problem_of(it), settings, std::vector<double>{0, it.amount, 0, 0});
}

/// The first ones in the corners: there amounts and times are farthest apart.
Reaction random_reaction(std::mt19937_64& random, std::uint64_t attempt) {
  constexpr int farthest = 20;
  std::uniform_int_distribution<int> unit(-farthest, farthest);
  std::uniform_real_distribution<double> factor(-0.7, 0.7);
  Reaction it;
  it.amount = std::pow(10.0, unit(random));
  it.time = std::pow(10.0, unit(random));
  if (attempt < 2) {
    it.amount = std::pow(10.0, attempt == 0 ? -farthest : farthest);
    it.time = 1 / it.amount;
  }
  for (double* rate : {&it.slow, &it.fast, &it.square}) *rate *= std::pow(10.0, factor(random));
  return it;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("what counts as small decides neither the steps of stiff runs nor their ends") {
    auto random = tests::make_generator("kinetics in all units");
    for (std::uint64_t attempt = 0; attempt < 5 * tests::multiplier(); ++attempt) {
      const Reaction it = random_reaction(random, attempt);
      Reaction own = it;
      own.amount = own.time = 1;
      CAPTURE(it.amount);
      CAPTURE(it.time);
      for (const char* method : {"radau_iia_3", "radau_iia_2"}) {
        CAPTURE(std::string(method));
        for (const double relative : {1e-4, 1e-6, 1e-8}) {
          // Of order 3: too many steps.
          if (relative < 1e-6 && std::string(method) == "radau_iia_2") continue;
          CAPTURE(relative);
          const auto exact = run(own, "radau_iia_3", relative / 100, 1e-18);
          REQUIRE(exact.reason == Reason::reached);
          for (const double least : {1e-10, 1e-12, 1e-14, 1e-16, 1e-18}) {
            CAPTURE(least);
            const auto report = run(it, method, relative, least);
            CHECK(report.reason == Reason::reached);
            const auto last = report.trajectory.last();
            for (std::size_t j = 1; j < 4; ++j) {
              // a falls to 1e-8 and b to 1e-13: what the absolute tolerance allows on the way is
              // seen there. Errors of some hundred steps add up.
              const double expected = exact.trajectory.last()[j];
              const double allowed = 100 * (relative * expected + 10 * least);
              CHECK(std::abs(last[j] / it.amount - expected) <= allowed);
            }
            // Nothing is lost: the sum is kept by every iteration.
            const double sum = (last[1] + last[2] + last[3]) / it.amount;
            CHECK(std::abs(sum - 1) <= 1e-13);
          }
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
