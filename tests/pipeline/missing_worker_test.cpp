// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "support/folder.hpp"
#include "support/program.hpp"

namespace {

using leafwise::tests::CommandResult;
using leafwise::tests::Folder;
using leafwise::tests::run_command;

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The program as somebody copies it who does not know of the worker.
class LonelyProgram {
 public:
  LonelyProgram() {
    const auto readable = fs::perms::others_exec | fs::perms::others_read;
    fs::copy_file(LEAFWISE_PROGRAM, folder_ / "leafwise");
    fs::create_directory(folder_ / "results");
    fs::permissions(folder_ / "results", fs::perms::all);
    fs::permissions(folder_.path(), readable, fs::perm_options::add);
    for (const char* name : {"singular_four_bar",
                             "clairaut",
                             "pendulum",
                             "steering_wheel",
                             "rhombus_four_bar",
                             "kepler",
                             "henon_heiles"}) {
      const std::string file = std::string(name) + ".toml";
      fs::copy_file(fs::path(LEAFWISE_EXAMPLES) / file, folder_ / file);
      fs::permissions(folder_ / file, fs::perms::others_read, fs::perm_options::add);
    }
    std::ofstream(folder_ / "swept.toml")
        << std::ifstream(folder_ / "rhombus_four_bar.toml").rdbuf() << "\n[sweep]\nm = [1, 2]\n";
    fs::permissions(folder_ / "swept.toml", fs::perms::others_read, fs::perm_options::add);
  }

  [[nodiscard]] const Folder& folder() const { return folder_; }
  /// A file that stands in for the worker.
  [[nodiscard]] std::string stand_in(const std::string& text) const {
    const std::string path = folder_.with("stand-in", text);
    chmod(path.c_str(), 0755);
    return path;
  }
  [[nodiscard]] std::string command(const std::string& what, const std::string& example) const {
    return (folder_ / "leafwise") + " " + what + " " + (folder_ / example) +
           ".toml --no-cache -q -o " + (folder_ / "results/") + what;
  }
  /// Each command that needs the algebra, with another way to the same question.
  [[nodiscard]] std::vector<std::string> commands() const {
    return {command("decompose", "singular_four_bar"),
            command("decompose", "clairaut"),
            command("run", "steering_wheel") + " --leaf exact",
            command("run", "rhombus_four_bar") + " --leaf exact",
            command("sweep", "swept")};
  }

 private:
  Folder folder_;
};

TEST_SUITE("end-to-end") {
  TEST_CASE("no worker: the cause and a way out, not a limit of time") {
    const LonelyProgram program;
    const std::string text = program.stand_in("no program at all\n");
    // As Leafwise finds none, or as the user names one that is none.
    const std::vector<std::pair<std::string, std::string>> ways = {
        {"", "neither beside the program nor where Leafwise was installed"},
        {"/nowhere/worker", "No such file or directory"},
        {"worker", "not an absolute path"},
        {"/bin/false", "it ends with code 1"},
        {"/bin/true", "it ends with code 0"},
        {text, "is a script or a text"},
        {"/tmp", "is not a file"}};
    for (const auto& [worker, cause] : ways) {
      for (const std::string& command : program.commands()) {
        CAPTURE(command);
        CAPTURE(worker);
        const CommandResult result =
            run_command("LEAFWISE_ALGEBRA_WORKER='" + worker + "' " + command);
        CHECK(result.exit_code == 4);
        CHECK(contains(result.messages, "the algebra worker does not start"));
        CHECK(contains(result.messages, cause));
        CHECK(contains(result.messages, "LEAFWISE_ALGEBRA_WORKER"));
        CHECK_FALSE(contains(result.messages, "--time-limit"));
      }
    }
  }

  TEST_CASE("no worker: where others can write it, it is not started") {
    const LonelyProgram program;
    const std::string worker = program.folder() / "leafwise-algebra-worker";
    // Other tests of this program name a worker.
    const std::string unnamed = "LEAFWISE_ALGEBRA_WORKER= ";
    const std::string command = unnamed + program.command("decompose", "clairaut");
    fs::copy_file(LEAFWISE_WORKER, worker);
    CHECK(run_command(command).exit_code == 0);
    chmod(worker.c_str(), 0757);
    const CommandResult result = run_command(command);
    CHECK(result.exit_code == 4);
    CHECK(contains(result.messages, worker + " can be written by everybody"));
    chmod(worker.c_str(), 0755);
    fs::permissions(program.folder().path(), fs::perms::others_write, fs::perm_options::add);
    CHECK(contains(run_command(command).messages,
                   program.folder().path().string() + " can be written by everybody"));
  }

  TEST_CASE("no worker: what needs none is done all the same") {
    const LonelyProgram program;
    for (const std::string what : {"decompose", "run"}) {
      const std::string command = program.command(what, "henon_heiles");
      CHECK(run_command("LEAFWISE_ALGEBRA_WORKER= " + command).exit_code == 0);
    }
  }

  // Sanitizers need descriptors and processes of their own.
#ifndef __SANITIZE_ADDRESS__
  TEST_CASE("few descriptors, few processes: an answer, or what to allow") {
    const LonelyProgram program;
    fs::copy_file(LEAFWISE_WORKER, program.folder() / "leafwise-algebra-worker");
    // Limits of processes do not hold for root; a number of our own, since they count all of a
    // user's.
    const std::string user = std::to_string(100'000 + getpid() % 100'000);
    const std::string as_user =
        geteuid() == 0 ? "setpriv --reuid " + user + " --regid " + user + " --clear-groups " : "";
    for (const std::string& command : program.commands()) {
      for (const std::string limit : {"-n 5",
                                      "-n 6",
                                      "-n 7",
                                      "-n 9",
                                      "-n 12",
                                      "-u 1",
                                      "-u 2",
                                      "-u 3",
                                      "-u 4",
                                      "-u 5",
                                      "-u 6",
                                      "-u 8"}) {
        CAPTURE(command);
        CAPTURE(limit);
        const CommandResult result =
            run_command(as_user + "bash -c 'ulimit " + limit + "; exec " + command + "'");
        // 74: the result cannot be written; 126 and 127: even the program has not been started.
        const bool has_failed = result.exit_code == 4 || result.exit_code == 74;
        const bool is_known = result.exit_code == 0 || has_failed || result.exit_code == 126 ||
                              result.exit_code == 127;
        CHECK(is_known);
        if (has_failed) CHECK(contains(result.messages, "ulimit " + limit.substr(0, 2)));
        if (!is_known) MESSAGE(result.messages);
      }
    }
  }

  TEST_CASE("little memory is exit code 4, wherever it ends: in numbers of any size, too") {
    const LonelyProgram program;
    fs::copy_file(LEAFWISE_WORKER, program.folder() / "leafwise-algebra-worker");
    for (const std::string& command : {program.command("decompose", "singular_four_bar"),
                                       program.command("decompose", "clairaut"),
                                       program.command("run", "pendulum")}) {
      // From where the program is hardly loaded to where all these have enough, in kB:
      // what is asked for last, and refused, is another thing each time.
      for (int limit = 44'000; limit < 70'000; limit += 1300) {
        CAPTURE(command);
        CAPTURE(limit);
        const CommandResult result =
            run_command("bash -c 'ulimit -v " + std::to_string(limit) + "; exec " + command + "'");
        // 1 and 127: the loader's, before the program has begun.
        const bool is_loaded = !contains(result.messages, "error while loading shared libraries");
        const bool is_known = result.exit_code == 0 || result.exit_code == 4 || !is_loaded;
        CHECK(is_known);
        if (!is_known) MESSAGE(result.exit_code << ": " << result.messages);
      }
    }
  }
#endif
}

}  // namespace
