// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "runs.hpp"

// N four-bar linkages in a row (IFToMM A02), from the problem file: all cranks move like one
// pendulum, through the positions where all bars are in one line and components cross. θ(10) was
// computed with 30 digits from theta'' = -k cos(theta) (mpmath), and agrees with the benchmark's.
namespace leafwise::tests {
namespace {

void check_chain(int count, double theta, std::size_t crossings) {
  const Run run("run --leaf exact " + std::string(LEAFWISE_EXAMPLES) + "/n_four_bar_" +
                std::to_string(count) + ".toml");
  REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
  const auto summary = run.summary();
  CHECK(summary.at("reason") == "reached");
  CHECK(summary.at("branch") == "here");
  const auto& state = summary.at("state");
  for (const int joint : {0, count}) {
    const std::string number = std::to_string(joint);
    const double x = state.at("x" + number).get<double>() - joint;
    const double found = std::atan2(state.at("y" + number).get<double>(), x);
    // What the benchmark asks for; 3e-10 was reached.
    CHECK(std::abs(std::remainder(found - theta, 2 * std::numbers::pi)) < 1e-8);
  }
  std::size_t in_line = 0;
  const Table events = run.events();
  for (const auto& event : events.rows) in_line += event.at("kind") == "event" ? 1 : 0;
  CHECK(in_line == crossings);
  // Of all components one was completed; what was left out is listed.
  const auto leaves = run.json("decomposition.json").at("leaves");
  REQUIRE(leaves.size() == 2);
  CHECK(leaves.at(0).at("name") == "here");
  CHECK(leaves.at(0).at("status") == "involutive");
  CHECK(leaves.at(0).at("dof") == 1);
  CHECK(leaves.at(1).at("status") == "unexplored");
  // Its number in the whole decomposition is not known, and no other leaf's is used.
  CHECK(leaves.at(0).at("alias").is_null());
  CHECK(leaves.at(1).at("name") == "other1");
}

}  // namespace

TEST_SUITE("end-to-end") {
  // θ goes from π/2 to −9.6 π: through 0, −π, …, −9π.
  TEST_CASE("two four-bars in a row pass all positions in line and end at the exact angle") {
    check_chain(2, -30.1798008601912052, 10);
  }
  TEST_CASE("ten four-bars in a row pass all positions in line and end at the exact angle") {
    check_chain(10, -30.0509334959869760, 10);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("forty four-bars in a row pass all positions in line and end at the exact angle") {
    check_chain(40, -30.0266374171908411, 10);
  }
}

}  // namespace leafwise::tests
