// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/folder.hpp"
#include "support/program.hpp"

// Systems of odd shapes have an outcome with a name, and soon.
namespace {

using leafwise::tests::CommandResult;
using leafwise::tests::Folder;
using leafwise::tests::run_command;
using Json = nlohmann::json;

const std::string program = LEAFWISE_PROGRAM;

struct Outcome {
  int exit_code = -1;
  Json report;
  std::string messages;

  [[nodiscard]] const Json& leaf() const { return report.at("leaves").at(0); }
};

/// Of all children that have ended, and theirs: what a busy machine does to the clock is not ours.
double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  constexpr double micro = 1e-6;
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         micro * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Of the file with this text. Everything takes less than a second; slow machines and instrumented
/// programs get five.
Outcome outcome_of(const std::string& text) {
  const Folder folder;
  const std::string file = folder.with("shape.toml", text);
  const double before = seconds_of_children();
  const CommandResult result = run_command(program + " decompose --no-cache --json " + file);
  CHECK(seconds_of_children() - before < 5);
  Outcome outcome{result.exit_code, {}, result.messages};
  if (!result.output.empty()) outcome.report = Json::parse(result.output);
  return outcome;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_SUITE("end-to-end") {
  TEST_CASE("shapes: no equations leave everything free") {
    const Outcome outcome = outcome_of("unknowns = [\"x\"]\nequations = []\n");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.leaf().at("status") == "underdetermined");
    CHECK(outcome.leaf().at("freedom") == 1);
    CHECK(outcome.leaf().at("free") == Json{"x"});
  }

  TEST_CASE("shapes: no unknowns are refused by name") {
    const Outcome outcome = outcome_of("unknowns = []\nequations = []\n");
    CHECK(outcome.exit_code == 2);
    CHECK(contains(outcome.messages, "unknowns"));
  }

  TEST_CASE("shapes: contradictions name their equations") {
    for (const std::string equations : {"[\"x = 1\", \"x = 2\", \"y' = x\"]",
                                        "[\"x = t\", \"x' = 2\", \"y' = x\"]",
                                        "[\"x^2 = 2\", \"x^2 = 3\", \"y' = x\"]"}) {
      CAPTURE(equations);
      const Outcome outcome =
          outcome_of("unknowns = [\"x\", \"y\"]\nequations = " + equations + "\n");
      CHECK(outcome.exit_code == 3);
      CHECK(outcome.leaf().at("status") == "inconsistent");
      CHECK(outcome.leaf().at("because") == Json{"equation 1", "equation 2"});
    }
    CHECK(outcome_of("unknowns = [\"x\"]\nequations = [\"1 = 0\"]\n").exit_code == 3);
  }

  TEST_CASE("shapes: 0 = 0 says nothing") {
    const Outcome outcome = outcome_of("unknowns = [\"x\"]\nequations = [\"0 = 0\", \"x' = x\"]\n");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.leaf().at("dimension") == 2);
    CHECK(outcome.report.at("redundant") == Json{"equation 1"});
  }

  TEST_CASE("shapes: an unknown that appears nowhere is free") {
    const Outcome outcome = outcome_of("unknowns = [\"x\", \"y\"]\nequations = [\"x' = x\"]\n");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.leaf().at("status") == "underdetermined");
    CHECK(outcome.leaf().at("free") == Json{"y"});
  }

  TEST_CASE("shapes: derivatives of order nine") {
    const Outcome outcome =
        outcome_of("unknowns = [\"x\", \"y\"]\nequations = [\"der(x, 9) = x*y\", \"y = x'^2\"]\n");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.leaf().at("status") == "involutive");
    CHECK(outcome.leaf().at("dimension") == 10);
  }

  TEST_CASE("shapes: a thousand linear equations") {
    std::string unknowns;
    std::string equations;
    constexpr int count = 1000;
    for (int i = 0; i < count; ++i) {
      const std::string x = "x" + std::to_string(i);
      const std::string next = "x" + std::to_string((i + 1) % count);
      unknowns += "\"" + x + "\", ";
      equations += "  \"" + x + "' = " + next + " - 2*" + x + "\",\n";
    }
    const Outcome outcome =
        outcome_of("unknowns = [" + unknowns + "]\nequations = [\n" + equations + "]\n");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.leaf().at("dimension") == count + 1);
    CHECK(outcome.leaf().at("index") == 0);
  }

  TEST_CASE("shapes: friction that grows with the multiplier is refused as mechanics by name") {
    const Outcome refused = outcome_of(
        "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\n"
        "force = [\"-lambda1/10\", \"-1\"]\nconstraints = [\"y = 0\"]\n");
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.messages, "lambda1"));
    const Outcome plain = outcome_of(
        "unknowns = [\"x\", \"y\", \"lambda\"]\n"
        "equations = [\"x'' = -lambda/10\", \"y'' = -1 + lambda\", \"y = 0\"]\n");
    CHECK(plain.exit_code == 0);
    CHECK(plain.leaf().at("status") == "involutive");
    CHECK(plain.leaf().at("index") == 3);
  }

  TEST_CASE("shapes: velocity constraints that are not integrable are refused as mechanics") {
    const Outcome refused = outcome_of(
        "[mechanics]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass = [1, 1, 1]\n"
        "constraints = [\"z' = y*x'\"]\n");
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.messages, "x'"));
    const Outcome plain = outcome_of(
        "unknowns = [\"x\", \"y\", \"z\", \"m\"]\n"
        "equations = [\"x'' = -m*y\", \"y'' = 0\", \"z'' = m\", \"z' = y*x'\"]\n");
    CHECK(plain.exit_code == 0);
    CHECK(plain.leaf().at("status") == "involutive");
    CHECK(plain.leaf().at("index") == 2);
    CHECK(plain.leaf().at("dimension") == 6);
  }
}

}  // namespace
