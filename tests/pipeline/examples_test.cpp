// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/program.hpp"

// What each example consists of, as the program says it.
namespace {

using leafwise::tests::run_command;
using Json = nlohmann::json;

/// −1 for null.
struct KnownLeaf {
  std::string status;
  int dimension = 0;
  int index = 0;
  int dof = -1;
};

KnownLeaf leaf_from(const Json& json) {
  const auto number = [&](const char* key) {
    return json.at(key).is_null() ? -1 : json.at(key).get<int>();
  };
  return {json.at("status"), number("dimension"), number("index"), number("dof")};
}

// Dimensions count t; angles made polynomial add one for each pair of sine and cosine.
const std::map<std::string, std::vector<KnownLeaf>> known_examples = {
    {"branch_dependent_index", {{"involutive", 2, 1, -1}, {"involutive", 1, 2, -1}}},
    {"clairaut", {{"involutive", 2, 0, -1}}},
    {"double_pendulum_angles", {{"involutive", 7, 0, 2}}},
    {"driven_four_bar", {{"involutive", 2, 3, 0}}},
    {"henon_heiles", {{"involutive", 5, 0, -1}}},
    {"inconsistent", {{"inconsistent", -1, -1, -1}}},
    {"kepler", {{"involutive", 5, 0, -1}}},
    {"parameter_sweep", {{"involutive", 3, 3, 1}}},
    {"pendulum", {{"involutive", 3, 3, -1}}},
    {"pendulum_angle", {{"involutive", 4, 0, -1}}},
    {"pendulum_mechanics", {{"involutive", 3, 3, 1}}},
    {"regular_four_bar", {{"involutive", 3, 3, 1}}},
    {"rhombus_four_bar",
     {{"involutive", 3, 3, 1}, {"involutive", 3, 3, 1}, {"involutive", 3, 3, 1}}},
    {"singular_four_bar", {{"involutive", 3, 3, 1}, {"involutive", 3, 3, 1}}},
    {"slider_crank_isosceles",
     {{"involutive", 3, 3, -1},
      {"involutive", 3, 3, -1},
      {"underdetermined", 1, -1, -1},
      {"underdetermined", 1, -1, -1}}},
    {"steering_wheel", {{"involutive", 3, 2, -1}}},
    {"underdetermined", {{"underdetermined", 5, -1, -1}}},
};

TEST_SUITE("end-to-end") {
  TEST_CASE("examples: leaves, status, dimension, index and degrees of freedom") {
    const std::string program = LEAFWISE_PROGRAM;
    const std::string examples = LEAFWISE_EXAMPLES;
    for (const auto& [name, leaves] : known_examples) {
      CAPTURE(name);
      const auto result =
          run_command(program + " decompose --no-cache --json " + examples + "/" + name + ".toml");
      CHECK(result.exit_code == (name == "inconsistent" ? 3 : 0));
      CHECK(result.messages.empty());
      const Json report = Json::parse(result.output);
      REQUIRE(report.at("leaves").size() == leaves.size());
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        CAPTURE(i);
        const KnownLeaf found = leaf_from(report.at("leaves").at(i));
        CHECK(found.status == leaves[i].status);
        CHECK(found.dimension == leaves[i].dimension);
        CHECK(found.index == leaves[i].index);
        CHECK(found.dof == leaves[i].dof);
        CHECK(!report.at("leaves").at(i).at("full").is_null());
      }
    }
  }
}

}  // namespace
