// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "runs.hpp"

// Sweeps: every run of one is the run that `leafwise run` makes, in whatever order and on however
// many threads.
namespace leafwise::tests {
namespace {

const std::string sweep_example = std::string(LEAFWISE_EXAMPLES) + "/parameter_sweep.toml";

const std::string oscillators =
    "unknowns = [\"x\", \"v\"]\nequations = [\"x' = v\", \"v' = -k*x\"]\n"
    "[parameters]\nk = 1\n[initial]\nx = 1\nv = 0\n[integrate]\nto = { t = 1 }\nrtol = 1e-10\n";

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a sweep is the product of its lists, and each row is the run with these values") {
    const Folder folder;
    const std::string file = folder.with(
        "sweep.toml", oscillators + "[sweep]\nk = [1, 4, \"1/4\"]\n\"initial.v\" = [0, 2]\n");
    const Run sweep("sweep " + file);
    REQUIRE_MESSAGE(sweep.result.exit_code == 0, sweep.result.messages);
    CHECK(contains(sweep.result.output, "nothing was completed"));
    const Table table = read_table(sweep.file("sweep.csv"));
    REQUIRE(table.rows.size() == 6);
    CHECK(!sweep.has("sweep.journal"));
    for (std::size_t i = 0; i < 6; ++i) {
      const double k = table.number(i, "k");
      const double v = table.number(i, "initial.v");
      CHECK(v == (i % 2 == 0 ? 0 : 2));
      const double w = std::sqrt(k);
      // rtol 1e-10 over one unit of time.
      CHECK(std::abs(table.number(i, "x") - (std::cos(w) + v / w * std::sin(w))) < 1e-8);
      CHECK(table.rows[i].at("reason") == "reached");
      CHECK(table.rows[i].at("branch") == "here");
    }
    const Run alone("run " + file + " --set k=4 --set initial.v=2");
    CHECK(std::abs(alone.trajectory().last("x") - table.number(3, "x")) == 0);
  }

  TEST_CASE("one decomposition for each set of parameters, however often it stands there") {
    const Folder folder;
    const std::string twice =
        folder.with("twice.toml", oscillators + "[sweep]\nk = [1, \"2/2\", 1.0, 4]\n");
    CHECK(contains(Run("sweep --leaf exact " + twice).result.output, "2 decompositions"));
    const std::string many = "{ from = 1, to = 2, count = 2000 }\n";
    const Run too_many(
        "sweep " +
        folder.with("many.toml", oscillators + "[sweep]\nk = " + many + "\"initial.v\" = " + many));
    CHECK(too_many.result.exit_code == 2);
    CHECK(contains(too_many.result.messages, "more than 1000000 runs"));
  }

  TEST_CASE("the number of threads does not matter") {
    const Run one("sweep " + sweep_example + " --threads 1");
    const Run four("sweep " + sweep_example + " --threads 4");
    CHECK(one.result.exit_code == 0);
    CHECK(whole_file(one.file("sweep.csv")) == whole_file(four.file("sweep.csv")));
    CHECK(read_table(one.file("sweep.csv")).rows.size() == 24);
  }

  TEST_CASE("runs of a sweep take the leaf at their start first, as single runs do") {
    const Folder folder;
    // Two links in the plane, as plain equations: nothing is completed.
    const std::string text = R"toml(
unknowns = ["x", "y", "l"]
equations = ["x'' + l*x = 0", "y'' + l*y + g = 0", "x^2 + y^2 = 1"]
[parameters]
g = 9.81
[initial]
x = 1
y = 0
"y'" = 0
[integrate]
to = { t = 1 }
)toml";
    const std::string swept = folder.with("swept.toml", text + "[sweep]\ng = [1, 9.81]\n");
    const Run sweep("sweep --keep " + swept);
    REQUIRE_MESSAGE(sweep.result.exit_code == 0, sweep.result.messages);
    CHECK(contains(sweep.result.output, "nothing was completed"));
    const Table table = read_table(sweep.file("sweep.csv"));
    CHECK(table.rows.at(1).at("branch") == "here");
    CHECK(sweep.json("run-0002/decomposition.json").at("leaves").at(0).at("status") == "local");
    // The same numbers as alone, to the last digit.
    const Run alone("run " + folder.with("alone.toml", text));
    CHECK(table.number(1, "y") == alone.summary().at("state").at("y").get<double>());
  }

  TEST_CASE("a sweep that was interrupted says so, and goes on where it was") {
    const Folder folder;
    const std::string file = folder.with("long.toml",
                                         oscillators +
                                             "[sweep]\nk = { from = 1, to = 2, count = 4 }\n"
                                             "\"initial.v\" = { from = 0, to = 1, count = 25 }\n");
    const std::string command = std::string(LEAFWISE_PROGRAM) + " sweep " + file +
                                " --no-cache --threads 1 --to 2000 -o " + folder / "out";
    const CommandResult cut = run_command("timeout --preserve-status -s INT 1 " + command);
    const std::string table = folder / "out/sweep.csv";
    if (cut.exit_code == 130) {  // else the machine was faster than the signal
      CHECK(contains(whole_file(table), ",cancelled"));
      CHECK(std::filesystem::exists(folder / "out/sweep.journal"));
    }
    CHECK(run_command(command).exit_code == 0);
    CHECK(!std::filesystem::exists(folder / "out/sweep.journal"));
    const std::string resumed = whole_file(table);
    CHECK(!contains(resumed, ",cancelled"));
    CHECK(run_command(command).exit_code == 0);
    CHECK(whole_file(table) == resumed);
  }

  TEST_CASE("a sweep ends with the first code that is not 0, and tells which runs") {
    const Folder folder;
    const Run sweep(
        "sweep " +
        folder.with("odd.toml",
                    "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"x^2 + y^2 = 1\"]\n"
                    "[initial]\nx = 0\ny = 1\n[integrate]\nto = { t = 0.5 }\n"
                    "[sweep]\n\"initial.y\" = [1, 2, -1]\n") +
        " --keep");
    CHECK(sweep.result.exit_code == 3);
    CHECK(contains(sweep.result.messages,
                   "run 2 (initial.y = 2): the initial point lies on no leaf"));
    const Table table = read_table(sweep.file("sweep.csv"));
    CHECK(table.rows.at(1).at("reason") == "refused");
    // x = sin t, or −sin t
    CHECK(std::abs(table.number(0, "x") - std::sin(0.5)) < 1e-6);
    CHECK(std::abs(table.number(2, "x") + std::sin(0.5)) < 1e-6);
    CHECK(sweep.has("run-0001/trajectory.csv"));
    CHECK(!sweep.has("run-0002/summary.json"));
    CHECK(sweep.has("run-0003/summary.json"));
    CHECK(Run("sweep " + folder.with("none.toml", oscillators)).result.exit_code == 2);
  }
}

}  // namespace leafwise::tests
