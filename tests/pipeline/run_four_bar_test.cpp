// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "runs.hpp"

// The four-bar linkage that can lie flat, from its problem file: which branch a start selects, what
// the run does where the branches cross, and where it ends. References: 28 digits, computed in
// __float128 (tests/data/integrator/references.txt); times of crossings with three digits from the
// same solution.
namespace leafwise::tests {
namespace {

const std::string four_bar = std::string(LEAFWISE_EXAMPLES) + "/singular_four_bar.toml";
const std::string flat =
    " --set initial.x1=1 --set initial.y1=0 --set initial.x2=3 --set initial.y2=0";

std::string velocity(const std::string& y1, const std::string& y2) {
  return " --set \"initial.y1'=" + y1 + "\" --set \"initial.y2'=" + y2 + "\"";
}

void check_state(const nlohmann::json& summary,
                 const std::vector<std::string>& names,
                 const std::vector<double>& expected,
                 double tolerance) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    CHECK(std::abs(summary.at("state").at(names[i]).get<double>() - expected[i]) < tolerance);
  }
}

const std::vector<std::string> positions_and_velocities = {
    "x1", "y1", "x2", "y2", "x1'", "y1'", "x2'", "y2'"};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("four-bar: the crossed branch passes all flat positions and ends at the reference") {
    const Run run("run " + four_bar);
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    const auto summary = run.summary();
    CHECK(summary.at("reason") == "reached");
    CHECK(summary.at("branch") == "here");
    // One name for one leaf: what `decompose` calls g2 is not "here" and something else besides.
    CHECK(summary.at("alias") == "g2");
    for (const auto& near : summary.at("near")) CHECK(near.at("name") == "g1");
    // With rtol 1e-8 over t = 5; the prototype's error at this tolerance is 1e-7.
    check_state(summary,
                positions_and_velocities,
                {0.99217851576592153,
                 0.12482705176576507,
                 2.9317421526023842,
                 -0.36312058749659938,
                 -0.081546238661691856,
                 0.64816419916312473,
                 -0.69006222193980796,
                 -1.7706516298963692},
                1e-6);
    std::vector<double> crossings;
    const Table events = run.events();
    for (std::size_t i = 0; i < events.rows.size(); ++i) {
      if (events.rows[i].at("kind") == "event") crossings.push_back(events.number(i, "t"));
    }
    REQUIRE(crossings.size() == 4);
    constexpr std::array<double, 4> expected = {1.44, 1.61, 4.50, 4.67};
    // Given to two digits.
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(crossings[i] - expected.at(i)) < 0.02);
    CHECK(summary.at("max_residual").get<double>() < 1e-14);
  }

  TEST_CASE("four-bar: each crossing is announced by the branches that continue there") {
    const Run run("run " + four_bar);
    const Table events = run.events();
    std::size_t watched = 0;
    double entered = -1;
    for (std::size_t i = 0; i < events.rows.size(); ++i) {
      if (events.rows[i].at("kind") == "watch") {
        entered = events.number(i, "t");
        ++watched;
      } else {
        CHECK(events.rows[i].at("name") == "collinear");
        CHECK(events.number(i, "t") - entered < 0.01);
      }
    }
    CHECK(watched >= 4);
  }

  TEST_CASE("four-bar: another start selects the parallelogram by itself") {
    const Run run("run " + four_bar +
                  " --to 1 --set initial.x2=2.5 --set \"initial.y2=sqrt(3)/2\"");
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    const Table table = run.trajectory();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      CHECK(std::abs(table.number(i, "x2") - table.number(i, "x1") - 2) < 1e-14);
    }
    check_state(run.summary(),
                positions_and_velocities,
                {0.68973216152024206,
                 -0.72406460027031754,
                 2.6897321615202421,
                 -0.72406460027031754,
                 -3.3412450037156893,
                 -3.1828156461746103,
                 -3.3412450037156893,
                 -3.1828156461746103},
                1e-6);
  }

  TEST_CASE("four-bar: where branches cross, the velocity decides; without one nobody does") {
    const Run parallel("run " + four_bar + " --to 1" + flat + velocity("1", "1"));
    CHECK(parallel.result.exit_code == 0);
    CHECK(parallel.summary().at("branch") == "here");
    CHECK(parallel.summary().at("alias") == "g1");
    const Run crossed("run " + four_bar + " --to 1" + flat + velocity("1", "-3"));
    CHECK(crossed.result.exit_code == 0);
    CHECK(crossed.summary().at("branch") == "here");
    CHECK(crossed.summary().at("alias") == "g2");
    const Run at_rest("run " + four_bar + flat);
    CHECK(at_rest.result.exit_code == 3);
    CHECK(contains(at_rest.result.messages, "g1 and g2"));
    CHECK(contains(at_rest.result.messages, "--branch g1"));
    CHECK(!at_rest.has("summary.json"));
    CHECK(at_rest.json("decomposition.json").at("leaves").size() == 2);
    const Run named("run " + four_bar + " --to 1 --branch g2" + flat);
    CHECK(named.result.exit_code == 0);
    CHECK(named.summary().at("branch") == "here");
    CHECK(named.summary().at("alias") == "g2");
  }

  TEST_CASE("four-bar: without decomposition it stops at the first flat position and says where") {
    for (const std::string tolerance : {"1e-6", "1e-9"}) {
      CAPTURE(tolerance);
      const Run run("run " + four_bar + " --branch root --rtol " + tolerance);
      CHECK(run.result.exit_code == 5);
      const auto summary = run.summary();
      CHECK(summary.at("reason") == "singular-distribution");
      CHECK(std::abs(summary.at("t").get<double>() - 1.4415) < 2e-3);
      CHECK(std::abs(summary.at("singular").at("point").at("x1").get<double>() - 1) < 1e-3);
      CHECK(contains(run.result.messages, "on leaf root at t = 1.44"));
      CHECK(contains(run.result.messages, "leave out --branch root"));
      CHECK(run.trajectory().rows.size() > 10);
    }
  }

  TEST_CASE("four-bar: a point off all leaves is told which equation fails, and which is nearest") {
    const Run run("run " + four_bar + " --set initial.x1=0.6");
    CHECK(run.result.exit_code == 3);
    CHECK(contains(run.result.messages, "lies on no leaf; the nearest is g2"));
    CHECK(contains(run.result.messages, "is missed by"));
    const Run rounded("run " + four_bar + " --to 0.1 --set initial.y1=0.8660254");
    REQUIRE_MESSAGE(rounded.result.exit_code == 0, rounded.result.messages);
    const double shift = rounded.summary().at("initial_shift").get<double>();
    // y1 was given with seven digits; the nearest point shares the change with other coordinates.
    CHECK(shift > 1e-9);
    CHECK(shift < 1e-7);
  }

  TEST_CASE("four-bar: an energy that a torque changes is not imposed, unless by force") {
    const Folder folder;
    std::string text = whole_file(four_bar);
    const std::string none = "invariants = []";
    text.replace(text.find(none), none.size(), "invariants = [\"energy\"]");
    const std::string file = folder.with("imposed.toml", text);
    const Run refused("run " + file);
    CHECK(refused.result.exit_code == 3);
    CHECK(contains(refused.result.messages, "V(energy) = 0.8*x1*y1' - 0.8*x1'*y1"));
    text.replace(text.find("force = false"), 13, "force = true");
    const Run forced("run " + folder.with("forced.toml", text));
    CHECK(forced.result.exit_code == 0);
    CHECK(contains(forced.result.messages, "by force"));
    CHECK(forced.summary().at("invariants").at("energy").at("drift").get<double>() < 1e-13);
    // Without the torque it is conserved.
    text.replace(text.find("force = true"), 12, "force = false");
    const Run conserved("run " + folder.with("free.toml", text) + " --set T=0");
    CHECK_MESSAGE(conserved.result.exit_code == 0, conserved.result.messages);
    CHECK(conserved.summary().at("invariants").at("energy").at("drift").get<double>() < 1e-13);
  }
}

}  // namespace leafwise::tests
