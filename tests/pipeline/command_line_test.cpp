// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/version.hpp"
#include "support/folder.hpp"
#include "support/program.hpp"

namespace {

using leafwise::tests::CommandResult;
using leafwise::tests::Folder;
using leafwise::tests::run_command;

const std::string program = LEAFWISE_PROGRAM;
const std::string examples = LEAFWISE_EXAMPLES;

CommandResult leafwise_with(const std::string& arguments) {
  return run_command(program + " " + arguments);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_SUITE("end-to-end") {
  TEST_CASE("help fits on a screen and names only what works") {
    const CommandResult help = leafwise_with("--help");
    CHECK(help.exit_code == 0);
    CHECK(help.messages.empty());
    std::istringstream lines(help.output);
    std::string line;
    int count = 0;
    while (std::getline(lines, line)) {
      ++count;
      CHECK(line.size() <= 80);
    }
    CHECK(count <= 24);
    // Whatever stands under "Commands:" must answer to --help with an example.
    const std::size_t begin = help.output.find("Commands:\n") + 10;
    std::istringstream rows(help.output.substr(begin, help.output.find("\n\n", begin) - begin));
    while (std::getline(rows, line)) {
      std::istringstream words(line);
      std::string command;
      words >> command;
      const CommandResult own = leafwise_with(command + " --help");
      CHECK(own.exit_code == 0);
      CHECK(contains(own.output, "Example:\n  leafwise " + command));
    }
  }

  TEST_CASE("version") {
    const CommandResult result = leafwise_with("--version");
    CHECK(result.exit_code == 0);
    const std::string missing = leafwise::algebra::missing_confinement();
    const std::string second_line = missing.empty() ? ""
                                                    : "algebra workers are not confined by " +
                                                          missing + ": this kernel lacks it\n";
    CHECK(result.output == "leafwise " + std::string(leafwise::version) + "\n" + second_line);
  }

  TEST_CASE("bad usage is exit code 2, with a way out") {
    for (const std::string arguments : {"",
                                        "chek x.toml",
                                        "check",
                                        "check a b",
                                        "check --jsn x",
                                        "check --js x",
                                        "--verbose",
                                        "check x --set",
                                        "check --json=1 x",
                                        "methods x"}) {
      CAPTURE(arguments);
      const CommandResult result = leafwise_with(arguments);
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      CHECK(contains(result.messages, "--help'"));
    }
    CHECK(contains(leafwise_with("chek x").messages, "did you mean 'check'?"));
    CHECK(contains(leafwise_with("check --jsn x").messages, "did you mean '--json'?"));
  }

  TEST_CASE("check prints what it understood") {
    const CommandResult result = leafwise_with("check " + examples + "/singular_four_bar.toml");
    CHECK(result.exit_code == 0);
    CHECK(result.messages.empty());
    CHECK(contains(result.output, "Singular four-bar linkage"));
    CHECK(contains(result.output, "= 981/100"));
    CHECK(contains(result.output, "x1^2 + y1^2 - 1 = 0"));
    CHECK(contains(result.output, "0.86602540378443865"));
  }

  TEST_CASE("methods lists every method with kind, order and reference") {
    const CommandResult result = leafwise_with("methods");
    CHECK(result.exit_code == 0);
    CHECK(result.messages.empty());
    for (const char* part : {"dopri54 ",
                             "dopri54_order4",
                             "dop853",
                             "explicit Runge-Kutta",
                             "taylor_normal_3",
                             "taylor_N",
                             "radau_iia_3",
                             "implicit_euler_adjoint",
                             "last stage is the end",
                             "Dormand",
                             "Tuomela"}) {
      CHECK(contains(result.output, part));
    }
  }

  TEST_CASE("methods --json has the same methods") {
    const CommandResult result = leafwise_with("methods --json");
    REQUIRE(result.exit_code == 0);
    const nlohmann::json json = nlohmann::json::parse(result.output);
    CHECK(json.at("format") == "leafwise-methods/1");
    const std::string table = leafwise_with("methods").output;
    CHECK(json.at("methods").size() >= 15);
    for (const nlohmann::json& method : json.at("methods")) {
      for (const char* key : {"name", "kind", "order", "error", "stages", "reference"}) {
        CHECK(contains(table, method.at(key).get<std::string>()));
      }
    }
  }

  TEST_CASE("check --json is JSON with the same facts") {
    const CommandResult result = leafwise_with("check --json " + examples + "/kepler.toml");
    REQUIRE(result.exit_code == 0);
    const nlohmann::json json = nlohmann::json::parse(result.output);
    CHECK(json.at("format") == "leafwise-check/1");
    CHECK(json.at("valid") == true);
    CHECK(json.at("orders").at("x") == 2);
    CHECK(json.at("auxiliary").size() == 2);
  }

  TEST_CASE("check --quiet says nothing of a good file, all of a bad one") {
    const CommandResult good = leafwise_with("check --quiet " + examples + "/kepler.toml");
    CHECK(good.exit_code == 0);
    CHECK(good.output.empty());
    const CommandResult bad = leafwise_with("check -q /nowhere.toml");
    CHECK(bad.exit_code == 2);
    CHECK(contains(bad.messages, "/nowhere.toml: error: the file cannot be read"));
  }

  TEST_CASE("a bad file with --json: mistakes as JSON, and as text on standard error") {
    const CommandResult result = leafwise_with("check --json /nowhere.toml");
    CHECK(result.exit_code == 2);
    const nlohmann::json json = nlohmann::json::parse(result.output);
    CHECK(json.at("valid") == false);
    CHECK(json.at("mistakes").size() == 1);
    CHECK(!result.messages.empty());
  }

  TEST_CASE("--set changes a parameter or an initial value, exactly") {
    const std::string file = examples + "/pendulum.toml";
    const CommandResult moon = leafwise_with("check " + file + " --set g=1.62 --set initial.x=3/5");
    CHECK(moon.exit_code == 0);
    CHECK(contains(moon.output, "= 81/50"));
    CHECK(contains(moon.output, "= 3/5"));
    const CommandResult unknown = leafwise_with("check " + file + " --set gg=1");
    CHECK(unknown.exit_code == 2);
    CHECK(contains(unknown.messages, "did you mean 'g'?"));
    for (const std::string setting : {"g", "=1", "g=", "g=1+", "initial.q=1", "initial.=1"}) {
      CAPTURE(setting);
      CHECK(leafwise_with("check " + file + " --set '" + setting + "'").exit_code == 2);
    }
  }

  TEST_CASE("output that cannot be written is exit code 74") {
    const CommandResult result =
        run_command(program + " check " + examples + "/pendulum.toml > /dev/full");
    CHECK(result.exit_code == 74);
    CHECK(contains(result.messages, "cannot be written"));
  }

  TEST_CASE("a file beyond ulimit -f cannot be written, and nothing half is left") {
    const Folder scratch;
    const std::string out = scratch / "report.json";
    const std::string command = program + " decompose " + examples +
                                "/singular_four_bar.toml --json --no-cache -q -o " + out;
    const CommandResult result = run_command("bash -c 'ulimit -f 1; exec " + command + "'");
    CHECK(result.exit_code == 74);
    CHECK(contains(result.messages, "cannot be written: File too large"));
    CHECK(std::filesystem::is_empty(scratch.path()));
  }

  TEST_CASE("another user's cache is not used, also where it cannot be looked into") {
    if (geteuid() != 0) return;  // nobody else makes files of two users
    const Folder scratch;
    const std::string cache = scratch / "leafwise";
    REQUIRE(mkdir(cache.c_str(), 0700) == 0);
    REQUIRE(chmod(scratch.path().c_str(), 0755) == 0);
    const std::string as_nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
    const CommandResult result =
        run_command("XDG_CACHE_HOME=" + scratch.path().string() + " " + as_nobody + program +
                    " decompose " + examples + "/clairaut.toml");
    CHECK(result.exit_code == 0);
    CHECK(contains(result.messages, cache + " is not used: it belongs to another user"));
  }

  TEST_CASE("no escape sequences reach a file, and none of the user's the terminal") {
    const CommandResult bad = leafwise_with("check /nowhere.toml");
    CHECK(!contains(bad.messages, "\x1b"));
    const Folder folder;
    const std::string file = folder.with(
        "title.toml", "title = \"\\u001b[31mred\"\nunknowns = [\"x\"]\nequations = [\"x\"]\n");
    const CommandResult title = leafwise_with("check '" + file + "'");
    CHECK(title.exit_code == 0);
    CHECK(!contains(title.output, "\x1b"));
    CHECK(contains(title.output, "\\u001B[31mred"));
  }
}

}  // namespace
