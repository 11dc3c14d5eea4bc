// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "decompose_runs.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/sha256.hpp"

namespace {

namespace fs = std::filesystem;

using namespace leafwise::tests;

/// The report without what differs from run to run.
void drop_seconds(Json& json) {
  if (json.is_object()) json.erase("seconds");
  if (json.is_structured()) {
    for (Json& item : json) drop_seconds(item);
  }
}

TEST_SUITE("end-to-end") {
  TEST_CASE("decompose: the pendulum has one leaf, with two hidden constraints") {
    const Json report = report_of("pendulum.toml");
    CHECK(report.at("format") == "leafwise-decomposition/1");
    CHECK(report.at("problem").at("sha256") ==
          leafwise::sha256(whole_file(examples + "/pendulum.toml")));
    CHECK(report.at("orders") == Json{{"x", 2}, {"y", 2}, {"lambda", 0}});
    CHECK(report.at("parameters").at("g") == "981/100");
    REQUIRE(report.at("leaves").size() == 1);
    const Json& leaf = report.at("leaves").front();
    CHECK(leaf.at("name") == "g1");
    CHECK(leaf.at("status") == "involutive");
    CHECK(leaf.at("variables") == Json{"t", "x", "y", "x'", "y'"});
    CHECK(leaf.at("dimension") == 3);
    CHECK(leaf.at("codimension") == 2);
    CHECK(leaf.at("physical_dimension") == 3);
    CHECK(leaf.at("freedom") == 0);
    CHECK(leaf.at("rounds") == 2);
    CHECK(leaf.at("prime") == "yes");
    CHECK(leaf.at("smooth") == "yes");
    CHECK(leaf.at("radical_input") == "yes");
    CHECK(leaf.at("full").at("variables").size() == 8);
  }

  TEST_CASE("decompose: a higher order of a multiplier takes more rounds") {
    // 2 and 4 rounds: completion.md of the design, Numbers.
    const Json report = report_of("pendulum.toml", "--orders lambda=2");
    CHECK(report.at("orders").at("lambda") == 2);
    REQUIRE(report.at("leaves").size() == 1);
    CHECK(report.at("leaves").front().at("rounds") == 4);
    CHECK(report.at("leaves").front().at("dimension") == 3);
  }

  TEST_CASE("decompose: Hairer and Wanner's switch has two leaves") {
    const Json report = report_of("branch_dependent_index.toml");
    REQUIRE(report.at("leaves").size() == 2);
    const Json& free = report.at("leaves").at(0);
    const Json& fixed = report.at("leaves").at(1);
    CHECK(free.at("dimension") == 2);
    CHECK(free.at("rounds") == 0);
    CHECK(fixed.at("dimension") == 1);
    CHECK(fixed.at("rounds") == 1);
    const Json steered = report_of("branch_dependent_index.toml", "--steer");
    CHECK(steered.at("leaves").front().at("name") == "here");
    for (const Json& leaf : steered.at("leaves")) CHECK(leaf.at("name") != "g2");
    CHECK(steered.at("leaves").front().at("equations") == free.at("equations"));
  }

  TEST_CASE("decompose: constants that polynomialisation adds are not physical") {
    const Json report = report_of("pendulum_angle.toml");
    CHECK(report.at("auxiliary") == Json{{"w1", "sin(theta)"}, {"w2", "cos(theta)"}});
    REQUIRE(report.at("leaves").size() == 1);
    CHECK(report.at("leaves").front().at("dimension") == 4);
    CHECK(report.at("leaves").front().at("physical_dimension") == 3);
  }

  TEST_CASE("decompose: expressions of a report are read back to themselves") {
    for (const std::string example :
         {"pendulum.toml", "kepler.toml", "slider_crank_isosceles.toml"}) {
      const Json report = report_of(example);
      leafwise::algebra::Scope scope;
      scope.declare(report.at("independent"), leafwise::algebra::Role::independent);
      for (const auto& [name, order] : report.at("orders").items()) {
        scope.declare(name, leafwise::algebra::Role::unknown);
      }
      std::set<std::string> texts;
      for (const Json& leaf : report.at("leaves")) {
        const Json& full = leaf.at("full");
        for (const Json& list : {leaf.at("equations"),
                                 leaf.at("linear").at("equations"),
                                 full.is_null() ? Json::array() : full.at("equations")}) {
          for (const Json& text : list) texts.insert(text);
        }
      }
      CHECK(!texts.empty());
      for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(to_string(leafwise::algebra::parse_expression(text, scope)) == text);
        CHECK(!contains(text, "/"));
      }
    }
  }

  TEST_CASE("decompose: the same question has the same answer, but for the time") {
    for (const std::string example : {"pendulum.toml", "branch_dependent_index.toml"}) {
      Json first = report_of(example);
      Json second = report_of(example);
      drop_seconds(first);
      drop_seconds(second);
      CHECK(first.dump() == second.dump());
    }
  }

  TEST_CASE("decompose: contradicting equations are exit code 3") {
    const CommandResult result = decompose("--json " + examples + "/inconsistent.toml");
    CHECK(result.exit_code == 3);
    const Json report = Json::parse(result.output);
    for (const Json& leaf : report.at("leaves")) {
      CHECK(leaf.at("status") == "inconsistent");
      CHECK(leaf.at("equations") == Json{"1"});
    }
  }

  TEST_CASE(
      "decompose: a limit is exit code 4, or 0 with a proved start, and what there is is "
      "written") {
    // The one has no start, the other's is regular.
    for (const auto& [name, has_proof] :
         {std::pair{"complex_conjugates", false}, std::pair{"pendulum_mechanics", true}}) {
      CAPTURE(name);
      const std::string file = examples + "/" + name + ".toml";
      const CommandResult result = decompose("--json --time-limit 0.001 " + file);
      CHECK(result.exit_code == (has_proof ? 0 : 4));
      CHECK(contains(result.messages, "not complete"));
      const Json report = Json::parse(result.output);
      CHECK(report.at("format") == "leafwise-decomposition/1");
      CHECK((report.at("leaves").front().at("status") == "local") == has_proof);
      CHECK(report.contains("knowledge") == has_proof);
    }
  }

  TEST_CASE("decompose: what is proved at the start comes before the global answer") {
    const std::string file = examples + "/pendulum_mechanics.toml";
    const CommandResult text = decompose(file);
    CHECK(text.output.starts_with("here: one smooth branch through the start (proved)"));
    CHECK(contains(text.output, "g1: "));
    const Json report = Json::parse(decompose("--json " + file).output);
    CHECK(report.at("knowledge") == "complete");
    CHECK(report.at("leaves").front().at("name") == "g1");
    CHECK(decompose("--quiet " + file).output.empty());
  }

  TEST_CASE("decompose: Ctrl-C is exit code 130, and what there is is written") {
    // The discharge problem is busy for minutes; the signal comes while it is.
    const CommandResult result = run_command("timeout --preserve-status -s INT 1 " + program +
                                             " decompose --no-cache --json " + examples +
                                             "/discharge_pressure_control.toml");
    CHECK(result.exit_code == 130);
    CHECK(Json::parse(result.output).at("format") == "leafwise-decomposition/1");
  }

  TEST_CASE("decompose: text and drawing say the same") {
    const std::string file = examples + "/branch_dependent_index.toml";
    const CommandResult text = decompose(file);
    CHECK(text.exit_code == 0);
    CHECK(contains(text.output, "2 leaves"));
    CHECK(contains(text.output, "├─ "));
    CHECK(contains(text.output, "y2 - 1 = 0    (hidden)"));
    const CommandResult dot = decompose("--format dot " + file);
    CHECK(dot.output.starts_with("digraph leafwise {"));
    CHECK(contains(dot.output, "n0 -> n1;"));
    CHECK(contains(text.output, "g2: nothing free at the start, index 2, smooth everywhere"));
    CHECK(!contains(text.output, "\x1b["));
    CHECK(contains(decompose("--color always " + file).output, "\x1b[1;32mg1\x1b[0m: "));
    const CommandResult angle = decompose(examples + "/pendulum_angle.toml");
    CHECK(contains(angle.output, "theta'' + sin(theta) = 0"));
    CHECK(contains(angle.output, "3 without the constants"));
  }

  TEST_CASE("decompose: bad usage is exit code 2, with a way out") {
    const std::string file = examples + "/pendulum.toml";
    for (const std::string arguments : {"--format late",
                                        "--completion gauss",
                                        "--completion elimination --steer",
                                        "--completion elimination --critical",
                                        "--color blue",
                                        "--certificate ''",
                                        "--json --format text",
                                        "--orders lambda",
                                        "--orders lambda=x",
                                        "--orders =1",
                                        "--orders ''",
                                        "--time-limit 0",
                                        "--time-limit -1",
                                        "--time-limit nan",
                                        "--time-limit soon",
                                        "--memory-limit 1",
                                        "--seed -1",
                                        "--sed 1"}) {
      CAPTURE(arguments);
      const CommandResult result = decompose(arguments + " " + file);
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      CHECK(contains(result.messages, "decompose --help'"));
    }
    for (const std::string orders : {"lambd=2", "x=1", "lambda=101"}) {
      const CommandResult result = decompose("--orders " + orders + " " + file);
      CHECK(result.exit_code == 2);
      CHECK(contains(result.messages, "--orders"));
    }
    CHECK(contains(decompose("--orders lambd=2 " + file).messages, "did you mean 'lambda'?"));
    const CommandResult nowhere = decompose("--steer " + examples + "/underdetermined.toml");
    CHECK(nowhere.exit_code == 2);
    CHECK(contains(nowhere.messages, "[initial]"));
  }

  TEST_CASE("decompose: a report goes to a file, a folder, or is refused by a full disk") {
    const Folder folder;
    const std::string file = examples + "/branch_dependent_index.toml";
    const CommandResult written =
        decompose("--json " + file + " -o " + (folder / "new/report.json"));
    CHECK(written.exit_code == 0);
    CHECK(written.output.empty());
    CHECK(Json::parse(whole_file(folder / "new/report.json")).at("leaves").size() == 2);
    CHECK(decompose(file + " -o " + (folder / "new")).exit_code == 0);
    CHECK(contains(whole_file(folder / "new/decomposition.txt"), "2 leaves"));
    CHECK(decompose(file + " -o /dev/full").exit_code == 74);
    CHECK(decompose(file + " > /dev/full").exit_code == 74);
    const CommandResult quiet = decompose("--quiet " + file);
    CHECK(quiet.exit_code == 0);
    CHECK(quiet.output.empty());
  }

  TEST_CASE("decompose: results are kept in the user's cache, unless that is not wanted") {
    const Folder folder;
    const std::string file = examples + "/slider_crank_isosceles.toml";
    const std::string before = "XDG_CACHE_HOME=" + (folder / "cache") + " ";
    CHECK(run_command(before + program + " decompose -q --no-cache " + file).exit_code == 0);
    CHECK(!fs::exists(folder / "cache"));
    CHECK(run_command(before + program + " decompose -q " + file).exit_code == 0);
    CHECK(fs::exists(folder / "cache/leafwise"));
  }

  TEST_CASE("decompose: a symbolic parameter stays a letter, an inequation drops a leaf") {
    const Folder folder;
    const std::string file = folder.with("letter.toml",
                                         "unknowns = [\"x\"]\nequations = [\"x*(x' - k)\"]\n"
                                         "inequations = [\"x\"]\n[parameters]\nk = \"symbolic\"\n");
    const CommandResult result = decompose("--json " + file);
    CHECK(result.exit_code == 0);
    const Json report = Json::parse(result.output);
    CHECK(report.at("parameters").at("k") == "symbolic");
    REQUIRE(report.at("leaves").size() == 1);
    CHECK(report.at("leaves").front().at("variables") == Json{"t", "x"});
    CHECK(report.at("leaves").front().at("dimension") == 2);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("decompose: every example ends in time, as it should") {
    for (const auto& entry : fs::directory_iterator(examples)) {
      if (entry.path().extension() != ".toml") continue;
      CAPTURE(entry.path().string());
      const CommandResult result = decompose("--json --time-limit 20 " + entry.path().string());
      const std::set<int> expected =
          entry.path().stem() == "inconsistent" ? std::set<int>{3} : std::set<int>{0, 4};
      CHECK(expected.contains(result.exit_code));
      CHECK(Json::parse(result.output).at("tree").at("name") == "root");
    }
  }
}

}  // namespace
