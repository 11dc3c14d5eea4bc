// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "decompose_runs.hpp"
#include "support/folder.hpp"

// Reports that hold nothing but the leaf at the start, and what reads them. That planted
// certificates are refused is seen by check_local_certificates.py.
namespace leafwise::tests {

namespace {

CommandResult leafwise(const std::string& arguments) {
  return run_command(program + " " + arguments);
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("what a report says of the start alone is shown, verified, and integrated on") {
    const Folder folder;
    for (const std::string name :
         {"andrews_squeezer", "pendulum_index3", "redundant_parallelogram"}) {
      CAPTURE(name);
      const std::string problem = examples + "/" + name + ".toml";
      const std::string report = folder / (name + "/decomposition.json");
      const CommandResult made =
          leafwise("decompose --local --json -q " + problem + " -o " + report);
      REQUIRE_MESSAGE(made.exit_code == 0, made.messages);
      const CommandResult local = leafwise("decompose --local " + problem);
      const CommandResult shown = leafwise("inspect " + report + " --node here");
      CHECK(shown.exit_code == 0);
      // All but the title and the seconds, which differ.
      const std::string words = shown.output.substr(0, shown.output.find("  seconds"));
      CHECK(contains(local.output, words));
      CHECK(contains(leafwise("inspect " + report).output, words));
      CHECK(contains(leafwise("inspect " + report + " --node heer").messages, "'here'"));

      const CommandResult verified = leafwise("verify " + folder / name + " --problem " + problem);
      CHECK(verified.exit_code == 0);
      CHECK(contains(verified.output, "accepted: one smooth branch through the start (proved), "));
      CHECK(leafwise("verify " + report + " --json").exit_code == 0);
      const CommandResult other =
          leafwise("verify " + report + " --problem " + examples + "/sphere.toml");
      CHECK(other.exit_code == 3);
      CHECK(contains(other.output, "refused: it is of another problem file"));

      const CommandResult run = leafwise("integrate " + problem + " --decomposition " + report +
                                         " --to 0.001 -q -o " + (folder / (name + "-run")));
      CHECK_MESSAGE(run.exit_code == 0, run.messages);
    }
  }

  TEST_CASE("verify refuses a report that says more than its certificate, and another start") {
    const Folder folder;
    const std::string problem = examples + "/pendulum.toml";
    const std::string report = folder / "decomposition.json";
    REQUIRE(leafwise("decompose --local --json -q " + problem + " -o " + report).exit_code == 0);
    const nlohmann::json whole = nlohmann::json::parse(whole_file(report));
    const auto answer_with = [&](const auto& change) {
      nlohmann::json changed = whole;
      change(changed.at("leaves").at(0));
      return leafwise("verify " + folder.with("decomposition.json", changed.dump()));
    };
    using Json = nlohmann::json;
    CHECK(answer_with([](Json&) {}).exit_code == 0);
    const std::vector<std::pair<std::string, CommandResult>> refused = {
        {"numbers", answer_with([](Json& leaf) { leaf["dimension"] = 9; })},
        {"hidden", answer_with([](Json& leaf) { leaf["hidden"] = Json::array(); })},
        {"redundant", answer_with([](Json& leaf) {
           leaf["redundant"] = {{{"line", 1}, {"source", "equation 1"}, {"proof", "to order 20"}}};
         })},
        {"point", answer_with([](Json& leaf) {
           Json& value = leaf.at("point").at(1).at("value");
           value = value.get<double>() + 1e-6;
         })},
    };
    for (const auto& [what, answer] : refused) {
      CAPTURE(what);
      CHECK(answer.exit_code == 3);
      CHECK(contains(answer.output, what));
    }
    const std::string certificate = "verify " + folder / "certificate.json" + " --problem ";
    CHECK(leafwise(certificate + problem).exit_code == 0);
    const std::string lower = " --set initial.x=0.8 --set initial.y=-0.6";
    const CommandResult elsewhere = leafwise(certificate + problem + lower);
    CHECK(elsewhere.exit_code == 3);
    CHECK(contains(elsewhere.output, "its start is not that of the problem"));
  }

  TEST_CASE("verify refuses what is no certificate, and says where there is none") {
    const Folder folder;
    CHECK(leafwise("verify " + folder.with("a.json", "{}")).exit_code == 2);
    CHECK(leafwise("verify " + folder.with("b.json", "[1, 2")).exit_code == 2);
    CHECK(leafwise("verify " + (folder / "missing.json")).exit_code == 2);
    CHECK(leafwise("verify").exit_code == 2);
    const CommandResult printed = leafwise("decompose --local --json " + examples + "/sphere.toml");
    const CommandResult none = leafwise("verify " + folder.with("c.json", printed.output));
    CHECK(none.exit_code == 4);
    CHECK(contains(none.output, "undecided: the report names no certificate"));
  }
}

}  // namespace leafwise::tests
