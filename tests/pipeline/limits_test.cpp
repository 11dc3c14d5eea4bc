// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "runs.hpp"

/// Runs that would go on for hours, results that nobody can take, reports that do not fit.
namespace leafwise::tests {
namespace {

const std::string program = LEAFWISE_PROGRAM;
const std::string examples = LEAFWISE_EXAMPLES;

/// A run without end: of the pendulum, or of methods that complete nothing.
std::string endless(const std::string& method) {
  return "title = \"endless\"\n[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\n"
         "force = [0, -1]\nconstraints = [\"x^2 + y^2 = 1\"]\n[initial]\nt = 0\nx = 1\ny = 0\n"
         "\"y'\" = 0\n[integrate]\nat = [1, 2]\nto = { t = " +
         // Its first step is a millionth of the way, from where it has to find to its own.
         std::string(method == "radau5_index3" ? "1e6" : "1e300") + " }\nmethod = \"" + method +
         "\"\n";
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a run ends by its limits, with what there is, whatever the method") {
    for (const char* method : {"dopri54", "taylor_8", "radau_iia_3", "radau5_index3"}) {
      const Folder folder;
      const std::string file = folder.with("endless.toml", endless(method));
      CAPTURE(std::string(method));
      const Run steps("run " + file + " --max-steps 40");
      CHECK_MESSAGE(steps.result.exit_code == 5, steps.result.messages);
      CHECK(steps.summary().at("reason") == "limit");
      CHECK(steps.summary().at("limit") == "steps");
      const auto tried =
          steps.summary().at("steps").get<int>() + steps.summary().at("rejected").get<int>();
      CHECK(tried <= 60);
      CHECK(steps.trajectory().last("t") == steps.summary().at("t").get<double>());
      CHECK(contains(steps.result.messages, "--max-steps"));
      const Run time("run " + file + " --run-time-limit 0.2");
      CHECK_MESSAGE(time.result.exit_code == 5, time.result.messages);
      CHECK(time.summary().at("limit") == "time");
      CHECK(time.summary().at("steps").get<int>() > 0);
      CHECK(contains(time.result.messages, "--run-time-limit"));
    }
  }

  TEST_CASE("[integrate] max_steps, and what the command line says instead") {
    const Folder folder;
    const std::string file = folder.with("m.toml", endless("rk4") + "max_steps = 30\n");
    CHECK(contains(run_command(program + " check " + file).output, "at most 30 steps"));
    const Run own("run " + file);
    CHECK(own.result.exit_code == 5);
    CHECK(own.summary().at("steps").get<int>() <= 30);
    const Run other("run " + file + " --max-steps 60");
    CHECK(other.summary().at("steps").get<int>() > own.summary().at("steps").get<int>());
    for (const char* wrong : {"0", "-1", "1.5", "1e3", "\"many\"", "10000000000000000"}) {
      CAPTURE(std::string(wrong));
      const std::string bad = folder.with("bad.toml", endless("rk4") + "max_steps = " + wrong);
      CHECK(run_command(program + " check " + bad).exit_code == 2);
    }
    for (const char* wrong : {"--max-steps 0", "--max-steps x", "--run-time-limit 0"}) {
      CHECK(run_command(program + " run " + file + " " + wrong).exit_code == 2);
    }
  }

  TEST_CASE("each run of a sweep has the limits") {
    const Folder folder;
    const std::string file =
        folder.with("s.toml", endless("dopri54") + "[sweep]\n\"initial.y'\" = [0, 0.1, 0.2]\n");
    const Run steps("sweep " + file + " --max-steps 20");
    CHECK(steps.result.exit_code == 5);
    const Run time("sweep " + file + " --run-time-limit 0.1");
    CHECK(time.result.exit_code == 5);
    for (const Run* sweep : {&steps, &time}) {
      const Table table = read_table(sweep->file("sweep.csv"));
      REQUIRE(table.rows.size() == 3);
      for (const auto& row : table.rows) {
        CHECK(row.at("reason") == "limit");
        CHECK(row.at("branch") != "");
      }
    }
  }

  TEST_CASE("SIGTERM and SIGHUP are as good as Ctrl-C, and the summary names them") {
    for (const char* signal : {"INT", "TERM", "HUP"}) {
      CAPTURE(std::string(signal));
      const Run run("run " + examples + "/henon_heiles.toml --to 1e9",
                    "timeout --preserve-status -s " + std::string(signal) + " 1 ");
      CHECK(run.result.exit_code == 130);
      if (!run.has("summary.json")) continue;  // a busy machine had not yet begun the integration
      CHECK(run.summary().at("reason") == "cancelled");
      CHECK(run.summary().at("signal") == "SIG" + std::string(signal));
      CHECK(run.trajectory().last("t") == run.summary().at("t").get<double>());
    }
    const Folder folder;
    const CommandResult nohup =
        run_command("trap '' HUP; timeout -s HUP 0.5 " + program + " run " + examples +
                    "/henon_heiles.toml --max-steps 200000 -q -o " + folder / "out");
    CHECK(nohup.exit_code != 130);  // who started it wants it to stay
  }

  TEST_CASE("numbers that no machine has are refused by name, wherever JSON is read") {
    const Folder folder;
    const std::string file = examples + "/pendulum_mechanics.toml";
    const std::string out = folder / "out";
    REQUIRE(run_command(program + " run " + file + " -q -o " + out).exit_code == 0);
    const std::string report = out + "/decomposition.json";
    const std::string summary = out + "/summary.json";
    for (const char* number : {"1e999", "-1e999", "123456789e400"}) {
      CAPTURE(std::string(number));
      std::string text = whole_file(report);
      const std::size_t place = text.find("\"seconds\": ") + 11;
      text.replace(place, text.find_first_of(",\n", place) - place, number);
      const std::string bad = folder.with("bad.json", text);
      const std::vector<std::string> commands = {
          "inspect " + bad,
          "integrate " + file + " --decomposition " + bad + " -o " + folder / "o",
          "plot " + bad + " --kind tree -o -"};
      for (const std::string& command : commands) {
        const CommandResult result = run_command(program + " " + command);
        CHECK_MESSAGE(result.exit_code == 2, command);
        CHECK(contains(result.messages, "larger than numbers of the machine"));
      }
      std::string told = whole_file(summary);
      const std::size_t steps = told.find("\"steps\": ") + 9;
      told.replace(steps, told.find(',', steps) - steps, number);
      (void)folder.with("out/summary.json", told);
      CHECK(run_command(program + " plot " + out + " -o -").exit_code == 2);
    }
  }

  TEST_CASE("the length of a path is a number as long as its end is one") {
    const Folder folder;
    const std::string far =
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = x\", \"y' = 1\"]\n[initial]\nx = 1\ny = 0\n"
        "[integrate]\nmethod = \"dopri54\"\nto = { t = ";
    for (const char* to : {"500", "700", "1000"}) {
      const Run run("run " + folder.with("far.toml", far + to + " }\n"));
      CAPTURE(std::string(to));
      CHECK(run.summary().at("arclength").is_number());
      const Table table = run.trajectory();
      for (std::size_t i = 0; i < table.rows.size(); ++i)
        CHECK(std::isfinite(table.number(i, "_s")));
    }
  }

  TEST_CASE("a closed standard output takes nothing that is meant for others") {
    const Folder folder;
    const std::string command =
        program + " run " + examples + "/pendulum_mechanics.toml --to 1 -o ";
    for (const char* closed : {" >&-", " <&- >&-"}) {
      const CommandResult result = run_command(command + folder / "out" + closed);
      CHECK(result.exit_code == 74);
      CHECK(contains(result.messages, "standard output cannot be written: it is closed"));
      CHECK(std::filesystem::exists(folder / "out/summary.json"));
    }
    CHECK(run_command(command + folder / "quiet -q >&- 2>&-").exit_code == 0);
  }

  TEST_CASE("a report whose orders are others is refused, not integrated on") {
    const Folder folder;
    for (const char* example : {"pendulum", "pendulum_mechanics", "clairaut"}) {
      const std::string file = examples + "/" + example + ".toml";
      const std::string report = folder / "report.json";
      REQUIRE(run_command(program + " decompose " + file + " --json -q -o " + report).exit_code ==
              0);
      const nlohmann::ordered_json whole = nlohmann::ordered_json::parse(whole_file(report));
      for (const auto& [name, order] : whole.at("orders").items()) {
        if (name == "lambda1") continue;  // no unknown of the user's
        for (const int other : {0, 1, 2, 3, 7}) {
          if (other == order.get<int>()) continue;
          nlohmann::ordered_json changed = whole;
          changed["orders"][name] = other;
          const std::string bad = folder.with("bad.json", changed.dump());
          const CommandResult result = run_command(
              program + " integrate " + file + " --decomposition " + bad + " -o " + folder / "out");
          CAPTURE(name);
          CAPTURE(other);
          CHECK(result.exit_code == 2);
          CHECK(contains(result.messages, "the order of " + name));
        }
      }
    }
  }

  TEST_CASE("a sweep's values may go by another list of it") {
    const Folder folder;
    const std::string pendulum =
        "unknowns = [\"x\"]\nequations = [\"x' = -k*x\"]\n[parameters]\nl = 3\nk = 1\n[initial]\n"
        "x = \"l\"\n[integrate]\nto = { t = 1e-9 }\n[sweep]\nl = [1, 2]\n";
    const Run lists("sweep " +
                    folder.with("a.toml", pendulum + "\"initial.x\" = [\"l\", \"l/2\"]\n"));
    const Run range("sweep " +
                    folder.with("b.toml",
                                pendulum + "\"initial.x\" = { from = \"l\", to = \"l/2\", "
                                           "count = 2 }\n"));
    for (const Run* sweep : {&lists, &range}) {
      const Table table = read_table(sweep->file("sweep.csv"));
      REQUIRE(table.rows.size() == 4);
      const std::vector<double> starts = {1, 0.5, 2, 1};
      for (std::size_t i = 0; i < starts.size(); ++i) {
        CHECK(table.number(i, "initial.x") == starts[i]);
        // After 1e-9 it has moved by that much.
        CHECK(std::abs(table.number(i, "x") - starts[i]) < 1e-8);
      }
    }
    const Run parameters("sweep " + folder.with("c.toml", pendulum + "k = [\"l\", \"2*l\"]\n"));
    const Table table = read_table(parameters.file("sweep.csv"));
    CHECK(table.number(2, "k") == 2);
    CHECK(table.number(3, "k") == 4);
  }

  TEST_CASE("names of leaves that there cannot be are refused before the completion") {
    const Folder folder;
    const std::string file = endless("dopri54");
    for (const char* name : {"g0", "g01", "left", "G1", "g", "s1x", "initial2"}) {
      CAPTURE(std::string(name));
      const std::string bad =
          folder.with("bad.toml", file + "[branch]\nselect = \"" + name + "\"\n");
      CHECK(run_command(program + " check " + bad).exit_code == 2);
      const std::string good = folder.with("good.toml", file);
      CHECK(run_command(program + " run " + good + " --branch " + name).exit_code == 2);
    }
    const CommandResult nine = run_command(
        program + " check " + folder.with("nine.toml", file + "[branch]\nselect = \"g9\"\n"));
    CHECK(nine.exit_code == 0);
    CHECK(contains(nine.output, "Remark: whether there is a leaf g9 is known after"));
  }
}

}  // namespace leafwise::tests
