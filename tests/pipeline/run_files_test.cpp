// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "leafwise/pipeline/run_files.hpp"
#include "runs.hpp"

// What a run writes, and how it ends: the contract with programs that read it.
namespace leafwise::tests {
namespace {

using Texts = std::vector<std::string>;

const std::string examples = LEAFWISE_EXAMPLES;

std::string without_times(const Run& run) {
  auto summary = run.summary();
  summary.erase("seconds");
  summary.erase("command");
  return summary.dump();
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("columns: unknowns, derivatives below the order, auxiliaries, multipliers") {
    CHECK(Run("run " + examples + "/singular_four_bar.toml --to 0.1").trajectory().columns ==
          Texts{"t",
                "x1",
                "y1",
                "x2",
                "y2",
                "x1'",
                "y1'",
                "x2'",
                "y2'",
                "lambda1",
                "lambda2",
                "lambda3",
                "_force1",
                "_force2",
                "_force3",
                "_s",
                "_h",
                "_residual"});
    CHECK(Run("run " + examples + "/pendulum.toml --to 0.1").trajectory().columns ==
          Texts{"t", "x", "y", "lambda", "x'", "y'", "_s", "_h", "_residual"});
    CHECK(Run("run --leaf exact " + examples + "/kepler.toml --to 0.1").trajectory().columns ==
          Texts{"t", "x", "y", "x'", "y'", "w1", "w2", "_s", "_h", "_residual"});
    // On the leaf at the start functions stay functions.
    CHECK(Run("run " + examples + "/kepler.toml --to 0.1").trajectory().columns ==
          Texts{"t", "x", "y", "x'", "y'", "_s", "_h", "_residual"});
    CHECK(Run("run " + examples + "/clairaut.toml").trajectory().columns ==
          Texts{"x", "y", "_s", "_h", "_residual"});
    const Folder folder;
    const Run fourth("run " +
                     folder.with("beam.toml",
                                 "unknowns = [\"u\"]\nequations = [\"der(u, 5) = u\"]\n"
                                 "[initial]\nu = 1\n\"u'\" = 0\n\"u''\" = 0\n\"u'''\" = 0\n"
                                 "\"der(u, 4)\" = 0\n[integrate]\nto = { t = 1 }\n"));
    CHECK(fourth.trajectory().columns ==
          Texts{"t", "u", "u'", "u''", "u'''", "der(u,4)", "_s", "_h", "_residual"});
  }

  TEST_CASE("the first row is the start, the last the end; rows asked for and no others") {
    const Run every("run " + examples + "/singular_four_bar.toml --to 1");
    const Table table = every.trajectory();
    CHECK(table.number(0, "t") == 0);
    CHECK(table.number(0, "_h") == 0);
    CHECK(table.number(0, "_s") == 0);
    CHECK(table.last("t") == 1);
    CHECK(table.rows.size() == every.summary().at("steps").get<std::size_t>() + 1);
    const Run asked("run " + examples + "/pendulum_mechanics.toml --to 1 --at 0.5,0.25,7,0.5");
    const Table rows = asked.trajectory();
    REQUIRE(rows.rows.size() == 4);
    CHECK(rows.number(1, "t") == 0.25);
    CHECK(rows.number(2, "t") == 0.5);
    const Run backwards("run " + examples + "/pendulum_mechanics.toml --to -1 --at -0.25,-0.5");
    CHECK(backwards.trajectory().number(1, "t") == -0.25);
    CHECK(backwards.trajectory().last("t") == -1);
  }

  TEST_CASE("samples: so many rows, both ends among them") {
    const Table table = Run("run " + examples + "/kepler.toml --to 10").trajectory();
    REQUIRE(table.rows.size() == 1001);
    CHECK(table.number(0, "t") == 0);
    CHECK(table.number(500, "t") == 5);
    CHECK(table.last("t") == 10);
  }

  TEST_CASE("a goal by arc length") {
    const Run run("run " + examples + "/pendulum_mechanics.toml --to arclength=3");
    CHECK(run.result.exit_code == 0);
    CHECK(run.trajectory().last("_s") == 3);
    CHECK(run.summary().at("arclength") == 3);
  }

  TEST_CASE("the same run gives the same bytes, times aside") {
    const std::string arguments = "run " + examples + "/singular_four_bar.toml --to 2";
    const Run first(arguments);
    const Run second(arguments + " --seed 7");
    for (const char* name : {"trajectory.csv", "events.csv"}) {
      CHECK(whole_file(first.file(name)) == whole_file(second.file(name)));
    }
    const Run third(arguments);
    CHECK(without_times(first) == without_times(third));
  }

  TEST_CASE("a saved decomposition gives the same run, without the worker") {
    const Folder folder;
    const std::string report = folder / "report.json";
    const std::string file = examples + "/singular_four_bar.toml";
    REQUIRE(run_command(std::string(LEAFWISE_PROGRAM) + " decompose --json --no-cache " + file +
                        " -o " + report)
                .exit_code == 0);
    const Run saved("integrate " + file + " --decomposition " + report,
                    "LEAFWISE_ALGEBRA_WORKER=/bin/false ");
    REQUIRE_MESSAGE(saved.result.exit_code == 0, saved.result.messages);
    CHECK(saved.summary().at("alias") == "g2");
    const Run whole("run " + file);
    CHECK(whole_file(saved.file("trajectory.csv")) == whole_file(whole.file("trajectory.csv")));
    const Run other("integrate " + file + " --set m1=0.3 --decomposition " + report);
    CHECK(other.result.exit_code == 2);
    CHECK(contains(other.result.messages, "m1 = 1/5, not 3/10"));
    const Run wrong("integrate " + examples + "/pendulum.toml --decomposition " + report);
    CHECK(wrong.result.exit_code == 2);
  }

  TEST_CASE("standard output: a summary for people, for programs, or nothing") {
    const std::string arguments = "run " + examples + "/pendulum_mechanics.toml --to 1";
    CHECK(contains(Run(arguments).result.output, "reached, t = 1"));
    const Run json(arguments + " --json");
    CHECK(json.result.output == whole_file(json.file("summary.json")));
    const Run quiet(arguments + " --quiet");
    CHECK(quiet.result.output.empty());
    CHECK(quiet.result.messages.empty());
    // What the page shows is tested in a browser: tests/report.
    const std::string page = quiet.file("report.html");
    CHECK(std::filesystem::exists(page) == pipeline::has_report_html());
    if (pipeline::has_report_html()) {
      CHECK(contains(whole_file(page), "<title>Plane pendulum, as a mechanical system</title>"));
    }
  }

  TEST_CASE("Ctrl-C leaves a whole, marked result") {
    const Run run("run " + examples + "/henon_heiles.toml --to 1000000",
                  "timeout --preserve-status -s INT 1 ");
    CHECK(run.result.exit_code == 130);
    CHECK(run.summary().at("reason") == "cancelled");
    const Table table = run.trajectory();
    CHECK(table.rows.size() > 100);
    CHECK(table.last("t") == run.summary().at("t").get<double>());
  }

  TEST_CASE("a run that is refused leaves no files of an earlier one") {
    const Folder folder;
    const std::string program = LEAFWISE_PROGRAM;
    const std::string file = examples + "/pendulum_mechanics.toml";
    const std::string out = folder / "out";
    REQUIRE(run_command(program + " run --to 1 " + file + " -o " + out).exit_code == 0);
    CHECK(std::filesystem::exists(out + "/summary.json"));
    CHECK(run_command(program + " run --branch g7 " + file + " -o " + out).exit_code == 3);
    CHECK(!std::filesystem::exists(out + "/summary.json"));
    CHECK(!std::filesystem::exists(out + "/trajectory.csv"));
    CHECK(std::filesystem::exists(out + "/decomposition.json"));
  }

  TEST_CASE("a folder that cannot be written is exit code 74") {
    const CommandResult result = run_command(std::string(LEAFWISE_PROGRAM) + " run --to 1 " +
                                             examples + "/pendulum_mechanics.toml -o /dev/null/x");
    CHECK(result.exit_code == 74);
  }
}

}  // namespace leafwise::tests
