// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "decompose_runs.hpp"

namespace leafwise::tests {

namespace {

const std::string data = LEAFWISE_LOCAL_DATA;

const Json& leaf_of(const Json& report) {
  for (const Json& leaf : report["leaves"]) {
    if (leaf["status"] != "unexplored") return leaf;
  }
  FAIL("no leaf");
  return report["leaves"][0];
}

}  // namespace

TEST_CASE("the leaf at the start has the numbers of the exact completion") {
  // What both finish in a moment; forces that are not unique count differently
  // (docs/design/local.md).
  for (const std::string name : {"asymptotic_curves",
                                 "branch_dependent_index",
                                 "clairaut",
                                 "double_pendulum_angles",
                                 "driven_four_bar",
                                 "henon_heiles",
                                 "kepler",
                                 "n_four_bar_2",
                                 "nodal_cubic",
                                 "not_involutive",
                                 "overdetermined",
                                 "pendulum",
                                 "pendulum_angle",
                                 "pendulum_index3",
                                 "pendulum_mechanics",
                                 "redundant_parallelogram",
                                 "regular_four_bar",
                                 "six_points",
                                 "slider_crank",
                                 "sphere",
                                 "spherical_four_bar",
                                 "steering_wheel",
                                 "stiff_pendulum"}) {
    CAPTURE(name);
    const Json local = report_of(name + ".toml", "--local");
    const Json exact = report_of(name + ".toml", "--steer");
    const Json& here = local["leaves"][0];
    const Json& leaf = leaf_of(exact);
    CHECK(here["status"] == "local");
    CHECK(here["dimension"] == leaf["physical_dimension"]);
    CHECK(here["freedom"] == leaf["freedom"]);
    CHECK(leaf["index"] <= here["index_at_most"]);
    std::vector<std::string> redundant;
    for (const Json& line : here["redundant"]) redundant.push_back(line["source"]);
    CHECK(exact.value("redundant", Json::array()).size() <= redundant.size());
  }
}

TEST_CASE("mechanisms that the exact completion does not finish are proved at once") {
  struct Expected {
    std::string file;
    int dof;
    std::size_t redundant;
  };
  // Degrees of freedom by Grübler's count; Bennett's linkage has three redundant constraints.
  for (const Expected& expected : {Expected{"bennett", 1, 3},
                                   Expected{"chain_20", 20, 0},
                                   Expected{"eightbar", 1, 0},
                                   Expected{"rrr3_angle", 3, 0},
                                   Expected{"stewart_legs", 6, 0},
                                   Expected{"watt1_onetri", 1, 0}}) {
    CAPTURE(expected.file);
    const CommandResult result =
        decompose("--local --json " + data + "/" + expected.file + ".toml");
    REQUIRE(result.exit_code == 0);
    const Json leaf = Json::parse(result.output)["leaves"][0];
    CHECK(leaf["dof"] == expected.dof);
    CHECK(leaf["redundant"].size() == expected.redundant);
  }
}

TEST_CASE("lines whose highest derivatives depend on each other are combined") {
  struct Expected {
    std::string file;
    int dimension;
    int index_at_most;
    std::size_t combined;
  };
  // The amplifier has five states and index 1, the modulator ten and index 2, the arm none and
  // index 5: the test set for IVP solvers and Campbell.
  for (const Expected& expected : {Expected{"transistor_amplifier", 6, 1, 3},
                                   Expected{"ring_modulator_index2", 11, 2, 1},
                                   Expected{"flexible_arm", 1, 5, 1}}) {
    CAPTURE(expected.file);
    const CommandResult result =
        decompose("--local --json " + data + "/" + expected.file + ".toml");
    REQUIRE(result.exit_code == 0);
    const Json leaf = Json::parse(result.output)["leaves"][0];
    CHECK(leaf["dimension"] == expected.dimension);
    CHECK(leaf["index_at_most"] == expected.index_at_most);
    CHECK(leaf["combined"].size() == expected.combined);
    CHECK(leaf["numeric"].empty());
  }
  const CommandResult text = decompose("--local " + data + "/transistor_amplifier.toml");
  CHECK(contains(text.output, "equation 4 + equation 5"));
}

TEST_CASE("where branches meet nothing is proved, and the reason is said") {
  const CommandResult result = decompose("--local " + data + "/fourbar_1030.toml");
  CHECK(result.exit_code == 4);
  CHECK(contains(result.output, "nothing is proved"));
  CHECK(contains(result.output, "a singular position"));
}

TEST_CASE("--local refuses what it has no answer to") {
  for (const std::string other : {"--steer", "--critical", "--format dot", "--orders x=3"}) {
    CHECK(decompose("--local " + other + " " + examples + "/pendulum.toml").exit_code == 2);
  }
  const CommandResult startless = decompose("--local " + examples + "/inconsistent.toml");
  CHECK(startless.exit_code == 2);
  CHECK(contains(startless.messages, "--local needs an initial point"));
}

}  // namespace leafwise::tests
