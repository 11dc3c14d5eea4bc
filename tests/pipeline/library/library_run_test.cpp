// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "leafwise/leafwise.hpp"
#include "runs.hpp"

// A run as a value and one of the program are the same run.
namespace leafwise::tests {
namespace {

/// Without what tells who made it, and when.
nlohmann::json told(const std::string& summary) {
  nlohmann::json json = nlohmann::json::parse(summary);
  json.erase("seconds");
  json.erase("command");
  return json;
}

TEST_SUITE("end-to-end") {
  TEST_CASE("a run as a value writes what the program writes") {
    // Local and exact leaves, events, multipliers, functions, an implicit method, index 3, a stiff
    // potential, arc length: one example of each.
    for (const std::string name : {"singular_four_bar",
                                   "asymptotic_curves",
                                   "nodal_cubic",
                                   "pendulum_index3",
                                   "stiff_spring_pendulum",
                                   "sphere",
                                   "slider_crank",
                                   "redundant_parallelogram",
                                   "six_points"}) {
      const std::filesystem::path file =
          std::filesystem::path(LEAFWISE_EXAMPLES) / (name + ".toml");
      CAPTURE(name);
      // What exact algebra finds beside a run is the program's.
      const tests::Run program("run " + file.string() + " --quiet --explore 0");
      const Outcome<leafwise::Run> made = run(Problem::read(file));
      REQUIRE(made);
      const Folder folder;
      // What an earlier run has left is not taken for a part of this one.
      std::filesystem::create_directory(folder / "out");
      for (const std::string left : {"certificate.json", "slopes.csv"}) {
        std::ofstream(folder / ("out/" + left)) << "of another run";
      }
      made.value().write(folder / "out");
      for (const std::string table :
           {"trajectory.csv", "events.csv", "slopes.csv", "certificate.json"}) {
        CAPTURE(table);
        CHECK(std::filesystem::exists(folder / ("out/" + table)) == program.has(table));
        if (program.has(table)) {
          CHECK(whole_file(folder / ("out/" + table)) == whole_file(program.file(table)));
        }
      }
      CHECK(told(made.value().summary()) == told(whole_file(program.file("summary.json"))));
    }
  }
}

}  // namespace
}  // namespace leafwise::tests
