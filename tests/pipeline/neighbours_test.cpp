// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "runs.hpp"

// What a run says of leaves that it comes near to, and what else it tells without being stopped.
namespace leafwise::tests {
namespace {

/// x' = 1 on the line y = 0 and a curve through the origin, from x = -1 on the curve.
std::string two_curves(const std::string& curve, const std::string& y) {
  return "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"y*(y - " + curve +
         ") = 0\"]\n[initial]\nx = -1\ny = " + y + "\n[integrate]\nto = { t = 2 }\n";
}

nlohmann::json only_approach(const Run& run) {
  REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
  const nlohmann::json near = run.summary().at("near");
  REQUIRE(near.size() == 1);
  return near.front();
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("near another leaf: it could continue there where the motion is tangent to it") {
    const Folder folder;
    const nlohmann::json touching =
        only_approach(Run("run --leaf exact " + folder.with("touch.toml", two_curves("x^2", "1"))));
    CHECK(touching.at("branches") == nlohmann::json::array({touching.at("name")}));
    // y = x² is 1e-3 where x = -√1e-3, and t = x + 1.
    CHECK(std::abs(touching.at("first").get<double>() - (1 - std::sqrt(1e-3))) < 1e-6);
    const nlohmann::json crossing =
        only_approach(Run("run --leaf exact " + folder.with("cross.toml", two_curves("x", "-1"))));
    CHECK(crossing.at("branches").empty());
    CHECK(std::abs(crossing.at("first").get<double>() - (1 - 1e-3)) < 1e-6);
  }

  TEST_CASE("a linkage in line: the other leaf passes there, at another angle") {
    const Run run("run " + std::string(LEAFWISE_EXAMPLES) + "/singular_four_bar.toml");
    const nlohmann::json near = only_approach(run);
    CHECK(near.at("count") == 4);
    CHECK(near.at("branches").empty());
    std::size_t watched = 0;
    for (const auto& row : run.events().rows) watched += row.at("kind") == "watch" ? 1 : 0;
    CHECK(watched == 4);
  }

  TEST_CASE("decompose --steer takes rounded decimals as a run does") {
    const Folder folder;
    const std::string circle =
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"x^2 + y^2 = 1\"]\n"
        "[initial]\nx = 0.5\ny = ";
    const std::string command = std::string(LEAFWISE_PROGRAM) + " decompose --steer --no-cache ";
    CHECK(run_command(command + folder.with("near.toml", circle + "0.8660254\n")).exit_code == 0);
    CHECK(run_command(command + folder.with("far.toml", circle + "0.867\n")).exit_code == 3);
  }
}

}  // namespace leafwise::tests
