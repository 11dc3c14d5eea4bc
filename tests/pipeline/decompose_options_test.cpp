// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "decompose_runs.hpp"

// Options of decompose that change what is computed or told.
namespace {

using namespace leafwise::tests;

TEST_SUITE("end-to-end") {
  TEST_CASE("decompose --critical: Clairaut's envelope is a singular solution") {
    CHECK(report_of("clairaut.toml").at("leaves").front().at("critical").is_null());
    const Json report = report_of("clairaut.toml", "--critical");
    REQUIRE(report.at("leaves").size() == 2);
    const Json& lines = report.at("leaves").at(0);
    const Json& envelope = report.at("leaves").at(1);
    CHECK(lines.at("name") == "g1");
    CHECK(lines.at("critical").size() == 1);
    CHECK(!lines.contains("inside"));
    CHECK(envelope.at("name") == "s1");
    CHECK(envelope.at("inside") == "g1");
    CHECK(envelope.at("essential") == "yes");
    CHECK(envelope.at("dimension") == 1);
    const std::string text = decompose("--critical " + examples + "/clairaut.toml").output;
    CHECK(contains(text, "1 leaf, 1 singular solution"));
    CHECK(contains(text, "inside g1; essential"));
    CHECK(report_of("pendulum.toml", "--critical").at("leaves").front().at("critical").is_array());
  }

  TEST_CASE("decompose --completion elimination: the same leaves in another way") {
    for (const std::string example : {"pendulum.toml", "branch_dependent_index.toml"}) {
      CAPTURE(example);
      const Json linear = report_of(example);
      const Json other = report_of(example, "--completion elimination");
      CHECK(linear.at("completion") == "linear");
      CHECK(other.at("completion") == "elimination");
      REQUIRE(other.at("leaves").size() == linear.at("leaves").size());
      for (std::size_t i = 0; i < other.at("leaves").size(); ++i) {
        const Json& leaf = other.at("leaves").at(i);
        CHECK(leaf.at("status") == linear.at("leaves").at(i).at("status"));
        CHECK(leaf.at("dimension") == linear.at("leaves").at(i).at("dimension"));
        CHECK(leaf.at("freedom") == linear.at("leaves").at(i).at("freedom"));
        CHECK(leaf.at("initial_values") == linear.at("leaves").at(i).at("initial_values"));
        CHECK(leaf.at("variables") == linear.at("leaves").at(i).at("variables"));
        CHECK(leaf.at("linear").at("unknowns") ==
              linear.at("leaves").at(i).at("linear").at("unknowns"));
        CHECK(leaf.at("variables").front() == "t");
      }
    }
    const CommandResult refused =
        decompose("--completion elimination " + examples + "/pendulum_mechanics.toml");
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.messages, "elimination does not take [mechanics]"));
    const CommandResult nothing =
        decompose("--completion elimination " + examples + "/inconsistent.toml");
    CHECK(nothing.exit_code == 3);
    const CommandResult late = decompose("--completion elimination --time-limit 0.001 " + examples +
                                         "/slider_crank_isosceles.toml");
    CHECK(contains(late.messages, "not complete"));
  }

  TEST_CASE("decompose: rates of auxiliaries are no part of a mechanism's linear equations") {
    const Json report = report_of("double_pendulum_angles.toml");
    const Json& leaf = report.at("leaves").front();
    CHECK(leaf.at("linear").at("unknowns") == Json{"th1''", "th2''"});
    CHECK(leaf.at("linear").at("equations").size() == 2);
    for (const Json& name : leaf.at("full").at("variables")) {
      CHECK(!(contains(name, "w") && contains(name, "'")));
    }
    CHECK(report.at("orders").at("w1") == 0);
    CHECK(leaf.at("dof") == 2);
  }

  TEST_CASE("decompose: what the user wrote is not called hidden") {
    const Json report = report_of("pendulum.toml");
    const Json& leaf = report.at("leaves").front();
    CHECK(leaf.at("hidden") == Json{"x*x' + y*y'"});
    CHECK(leaf.at("equations").size() == 2);
  }

  TEST_CASE("decompose --progress: said on standard error only when asked for") {
    const std::string file = examples + "/branch_dependent_index.toml";
    CHECK(decompose(file).messages.empty());
    const CommandResult told = decompose("--progress " + file);
    CHECK(contains(told.messages, "node"));
    CHECK(contains(told.messages, " s\n"));
    CHECK(decompose("--progress --quiet " + file).messages.empty());
    // A drawing has no seconds in it.
    CHECK(decompose("--progress --format dot " + file).output ==
          decompose("--format dot " + file).output);
  }

  TEST_CASE("decompose --certificate: two scripts for each leaf, with names of their own") {
    const Folder folder;
    const CommandResult result =
        decompose("-q --certificate " + (folder / "scripts") + " " + examples + "/clairaut.toml");
    CHECK(result.exit_code == 0);
    const std::string singular = whole_file(folder / "scripts/g1.sing");
    CHECK(contains(singular, "// v2    y\n"));
    CHECK(contains(singular, "tell(\"equation 1 holds\", lies("));
    CHECK(contains(whole_file(folder / "scripts/g1.m2"), "-- v3    y'\n"));
    CHECK(decompose("-q --certificate /dev/null/x " + examples + "/clairaut.toml").exit_code == 74);
  }

  TEST_CASE("decompose --effort: what is easy is the same with each, and others are refused") {
    const std::string file = " --format dot " + examples + "/branch_dependent_index.toml";
    const CommandResult usual = decompose(file);
    CHECK(usual.exit_code == 0);
    for (const char* effort : {"quick", "run", "thorough"}) {
      const CommandResult result = decompose(std::string("--effort ") + effort + file);
      CHECK(result.exit_code == 0);
      CHECK(result.output == usual.output);
    }
    const CommandResult wrong = decompose("--effort quik" + file);
    CHECK(wrong.exit_code == 2);
    CHECK(contains(wrong.messages, "did you mean 'quick'?"));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("decompose --time-limit: what there was no time for has a reason") {
    for (const std::string example : {"discharge_pressure_control.toml", "andrews_squeezer.toml"}) {
      CAPTURE(example);
      const CommandResult result = decompose("--json --time-limit 2 " + examples + "/" + example);
      CHECK((result.exit_code == 0 || result.exit_code == 4));
      // It says what it had no time for.
      const Json report = Json::parse(result.output);
      CHECK(report.at("complete").get<bool>() == report.at("reason").is_null());
    }
  }

  TEST_CASE("decompose: a leaf whose rank drops are not known is a result, with a warning") {
    const CommandResult result =
        decompose("--json --time-limit 12 " + examples + "/discharge_pressure_control.toml");
    if (result.exit_code == 4) return;  // a loaded machine does not even come to the rows
    CHECK(result.exit_code == 0);
    const Json leaf = Json::parse(result.output).at("leaves").front();
    if (leaf.at("status") == "local")
      return;  // nor to the end, on a slower one: the start is first
    CHECK(leaf.at("status") == "involutive");
    // Unknown on the machines of today; a faster one, or better algebra, may know.
    const bool is_open = leaf.at("rank_drops_followed") == "unknown";
    CHECK(contains(result.messages, "more leaves where its linear equations lose rank") == is_open);
  }
}

}  // namespace
