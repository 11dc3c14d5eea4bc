// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"

/// Results are not overwritten unasked.
namespace leafwise::tests {
namespace {

namespace fs = std::filesystem;

const std::string program = LEAFWISE_PROGRAM;

const std::string decay =
    "unknowns = [\"x\"]\nequations = [\"x' = -k*x\"]\n[parameters]\nk = 1\n[initial]\nx = 1\n"
    "[integrate]\nto = { t = 1 }\n[sweep]\nk = [1, 2]\n";

/// What `ls leafwise-out` shows, but for the link.
std::set<std::string> results_in(const Folder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / "leafwise-out")) {
    if (!entry.is_symlink()) names.insert(entry.path().filename().string());
  }
  return names;
}

struct Desk {
  Folder folder;
  CommandResult operator()(const std::string& arguments) const {
    return run_command("cd " + folder.path().string() + " && " + program + " " + arguments);
  }
  [[nodiscard]] std::string last() const {
    return fs::read_symlink(folder / "leafwise-out/last").string();
  }
};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("other files, settings and commands get folders of their own, the same ones theirs") {
    const Desk desk;
    (void)desk.folder.with("a.toml", decay);
    fs::create_directory(desk.folder / "b");
    (void)desk.folder.with("b/a.toml", decay);
    const std::vector<std::pair<std::string, std::string>> steps = {
        {"run a.toml", "a"},
        {"run ./a.toml --quiet", "a"},
        {"a.toml --json", "a"},  // the same as `run`
        {"run b/a.toml", "a-2"},
        {"run a.toml --set k=2", "a-3"},
        {"run a.toml --set=k=2", "a-3"},
        {"run a.toml --method rk4", "a-4"},
        {"integrate a.toml", "a-5"},
        {"sweep a.toml --threads 1", "a-6"},
        {"sweep a.toml --threads 2", "a-6"},
        {"sweep a.toml --keep", "a-7"},
        {"run a.toml", "a"},
        {"run b/../a.toml --progress", "a"},
        {"run b/a.toml", "a-2"},
    };
    for (const auto& [arguments, name] : steps) {
      CAPTURE(arguments);
      const CommandResult result = desk(arguments);
      REQUIRE_MESSAGE(result.exit_code == 0, result.messages);
      CHECK(desk.last() == name);
    }
    CHECK(results_in(desk.folder).size() == 7);
    // Of the file, the newest; a name is that of a folder.
    CHECK(contains(desk("plot b/a.toml").output, "leafwise-out/a-2/series.svg"));
    CHECK(contains(desk("plot last").output, "leafwise-out/last/series.svg"));
    CHECK(contains(desk("plot a-4").output, "leafwise-out/a-4/series.svg"));
    CHECK(desk("run a.toml -o leafwise-out/a-2 --quiet").exit_code == 0);  // asked for
    CHECK(results_in(desk.folder).size() == 7);
  }

  TEST_CASE("a folder that says nothing of whose results it holds is left alone") {
    const Desk desk;
    (void)desk.folder.with("a.toml", decay);
    fs::create_directories(desk.folder / "leafwise-out/a");
    (void)desk.folder.with("leafwise-out/a/notes", "mine");
    (void)desk.folder.with("leafwise-out/a-2", "a file");
    fs::create_directories(desk.folder / "leafwise-out/a-3");  // empty
    REQUIRE(desk("run a.toml").exit_code == 0);
    CHECK(desk.last() == "a-3");
    CHECK(results_in(desk.folder) == std::set<std::string>{"a", "a-2", "a-3"});
    CHECK(!fs::exists(desk.folder / "leafwise-out/a/summary.json"));
  }

  TEST_CASE("no name of a problem file leads out of leafwise-out, or over its link") {
    for (const char* name : {"...toml", "..toml", ".toml", "last.toml", "last", "-2.toml"}) {
      CAPTURE(std::string(name));
      const Desk desk;
      (void)desk.folder.with(name, decay);
      REQUIRE(desk("run ./" + std::string(name)).exit_code == 0);
      CHECK(results_in(desk.folder).size() == 1);
      for (const char* file : {"summary.json", "leafwise-out/summary.json"}) {
        CHECK(!fs::exists(desk.folder / file));
      }
      CHECK(fs::exists(desk.folder / "leafwise-out/last/summary.json"));
    }
  }

  TEST_CASE("runs at the same time do not share a folder unless they are the same") {
    const Desk desk;
    (void)desk.folder.with("a.toml", decay);
    std::string command = "cd " + desk.folder.path().string() + " && {";
    for (const int k : {1, 2, 3, 4, 1, 2}) {
      command += " " + program + " run a.toml -q --set k=" + std::to_string(k) + " &";
    }
    REQUIRE(run_command(command + " wait; }").exit_code == 0);
    const std::set<std::string> made = results_in(desk.folder);
    CHECK(made.size() == 4);
    std::set<std::string> commands;
    for (const std::string& name : made) {
      const auto path = desk.folder / ("leafwise-out/" + name + "/summary.json");
      commands.insert(nlohmann::json::parse(whole_file(path)).at("command").get<std::string>());
    }
    CHECK(commands.size() == 4);
  }

  TEST_CASE("a file alone is run, and what is neither command nor file is told") {
    const Desk desk;
    (void)desk.folder.with("plain", decay);
    CHECK(contains(desk("plain").output, "leafwise-out/plain"));
    CHECK(desk("absent.toml").exit_code == 2);
    const CommandResult misspelt = desk("runn plain");
    CHECK(misspelt.exit_code == 2);
    CHECK(contains(misspelt.messages, "did you mean 'run'?"));
  }
}

}  // namespace leafwise::tests
