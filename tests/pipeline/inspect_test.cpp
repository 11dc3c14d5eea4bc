// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "decompose_runs.hpp"

namespace {

using namespace leafwise::tests;

CommandResult inspect(const std::string& arguments) {
  return run_command(program + " inspect " + arguments);
}

/// Saves the report of an example.
std::string saved(const Folder& folder,
                  const std::string& example,
                  const std::string& options = {}) {
  const std::string report = folder / (example + ".json");
  const CommandResult result = run_command(program + " decompose --no-cache --json " + options +
                                           " " + examples + "/" + example + ".toml -o " + report);
  REQUIRE((result.exit_code == 0 || result.exit_code == 3));
  return report;
}

/// On a slow machine the number of seconds is told, and differs.
std::string without_seconds(const std::string& text) {
  return std::regex_replace(text, std::regex("; [0-9]+ s\\n"), "\n");
}

TEST_SUITE("end-to-end") {
  TEST_CASE("inspect: a saved report reads as decompose printed it") {
    const Folder folder;
    for (const std::string example : {"branch_dependent_index",
                                      "pendulum_angle",
                                      "inconsistent",
                                      "clairaut",
                                      "underdetermined"}) {
      CAPTURE(example);
      const std::string report = saved(folder, example, "--critical");
      const CommandResult shown = inspect(report);
      CHECK(shown.exit_code == 0);
      const CommandResult printed = run_command(program + " decompose --no-cache --critical " +
                                                examples + "/" + example + ".toml");
      // What is proved at the start stands above a decomposition, and is no part of its leaves.
      const bool has_start = printed.output.starts_with("here: ");
      const std::size_t begin = has_start ? printed.output.find("\n\n") + 2 : 0;
      CHECK(without_seconds(shown.output) == without_seconds(printed.output.substr(begin)));
      const Json kept = Json::parse(whole_file(report));
      CHECK(kept.contains("knowledge") == has_start);
      CHECK(Json::parse(inspect("--json " + report).output) == kept);
    }
  }

  TEST_CASE("inspect: the leaf at the start reads as decompose --local printed it") {
    const Folder folder;
    // The last two need lines that are combined, and rest on numbers.
    const std::string data = LEAFWISE_LOCAL_DATA;
    for (const std::string& file : {examples + "/singular_four_bar.toml",
                                    examples + "/nodal_cubic.toml",
                                    data + "/fourbar_1030.toml",
                                    data + "/transistor_amplifier.toml",
                                    data + "/flexible_arm.toml"}) {
      CAPTURE(file);
      const std::string report = folder / "local.json";
      (void)run_command(program + " decompose --local --json -o " + report + " " + file);
      const CommandResult printed = run_command(program + " decompose --local " + file);
      const auto without_times = [](const std::string& text) {
        return std::regex_replace(text, std::regex("seconds .*"), "");
      };
      CHECK(without_times(inspect(report).output) == without_times(printed.output));
      CHECK(Json::parse(inspect("--json " + report).output) == Json::parse(whole_file(report)));
    }
  }

  TEST_CASE("inspect --node: one leaf, or the tree from one node on") {
    const Folder folder;
    const std::string report = saved(folder, "branch_dependent_index");
    const CommandResult leaf = inspect(report + " --node g2");
    CHECK(leaf.exit_code == 0);
    CHECK(leaf.output.starts_with("g2: "));
    CHECK(contains(leaf.output, "y2 - 1 = 0    (hidden)"));
    CHECK(!contains(leaf.output, "g1"));
    const CommandResult node = inspect(report + " --node root.1.2");
    CHECK(node.output.starts_with("root.1.2: "));
    CHECK(contains(node.output, "leaf g2"));
    CHECK(!contains(node.output, "leaf g1"));
    const Json whole = Json::parse(whole_file(report));
    CHECK(Json::parse(inspect(report + " --json --node g2").output) == whole.at("leaves").at(1));
    CHECK(Json::parse(inspect(report + " --json --node root").output) == whole.at("tree"));
    const CommandResult unknown = inspect(report + " --node root.1.9");
    CHECK(unknown.exit_code == 2);
    CHECK(contains(unknown.messages, "did you mean 'root.1"));
    CHECK(contains(inspect(report + " --node nowhere").messages, "it has g1, g2, root"));
  }

  TEST_CASE("inspect: what is no report is refused by name") {
    const Folder folder;
    const std::string good = whole_file(saved(folder, "branch_dependent_index"));
    const auto complaint = [&](const std::string& text) {
      const CommandResult result = inspect(folder.with("bad.json", text));
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      return result.messages;
    };
    CHECK(contains(complaint("{\n  \"format\": ,\n"), "bad.json:2:13"));
    CHECK(contains(complaint(""), "not JSON"));
    CHECK(contains(complaint("[]"), "an object"));
    CHECK(contains(complaint("{}"), "'format' is missing"));
    CHECK(contains(complaint("{\"format\": \"leafwise-check/1\"}"), "no decomposition report"));
    CHECK(contains(complaint("{\"format\": \"leafwise-decomposition/2\"}"), "a newer leafwise"));
    Json report = Json::parse(good);
    report.at("leaves").at(1).erase("equations");
    CHECK(contains(complaint(report.dump()), "'equations' is missing in leaves[1]"));
    report = Json::parse(good);
    report["seed"] = -1;
    CHECK(contains(complaint(report.dump()), "seed"));
    report = Json::parse(good);
    report["leaves"][0]["dimension"] = 1e300;
    CHECK(contains(complaint(report.dump()), "leaves[0].dimension"));
    report = Json::parse(good);
    report["tree"] = "here";
    // As text: the library that writes JSON would need as deep a stack as the one that reads it.
    std::string deep = Json::parse(good).at("tree").dump();
    for (int i = 0; i < 2000; ++i) {
      deep.insert(0,
                  R"({"name":"root","operation":"x","why":"","equations":[],"seconds":0,)"
                  R"("leaf":null,"children":[)");
      deep += "]}";
    }
    std::string text = report.dump();
    text.replace(text.find("\"here\""), std::string("\"here\"").size(), deep);
    CHECK(contains(complaint(text), "levels"));
    CHECK(inspect(folder / "missing.json").exit_code == 2);
    CHECK(inspect(examples).exit_code == 2);
    CHECK(inspect("").exit_code == 2);
    CHECK(inspect("--help").exit_code == 0);
  }

  TEST_CASE("inspect: what a file says does not reach the terminal's controls") {
    const Folder folder;
    Json report = Json::parse(whole_file(saved(folder, "branch_dependent_index")));
    report["problem"]["title"] = "\x1b[2J";
    report["leaves"][0]["equations"] = {"\x1b]0;x\x07"};
    report["tree"]["children"][0]["why"] = "\x1b[1A";
    report["leaves"][0]["because"] = {"\x1b"};
    report["auxiliary"] = {{"w\x1b", "\x1b"}};
    const CommandResult shown = inspect(folder.with("evil.json", report.dump()));
    CHECK(shown.exit_code == 0);
    CHECK(!contains(shown.output, "\x1b"));
    CHECK(!contains(shown.output, "\x07"));
  }
}

}  // namespace
