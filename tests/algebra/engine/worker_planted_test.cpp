// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "engine/worker_process.hpp"
#include "support/folder.hpp"
#include "worker_jobs.hpp"
#include "worker_packages.hpp"

using namespace leafwise;
using namespace leafwise::tests;

namespace {

namespace fs = std::filesystem;

/// Under every name that Singular asks for, and all that it might: what it brings along itself, and
/// the modules of machine code (seen with `strace -f` on a worker that does each operation).
void plant_everything_in(const fs::path& folder) {
  fs::create_directories(folder);
  for (const auto& entry : fs::directory_iterator(LEAFWISE_SINGULAR_LIBRARIES)) {
    const std::string name = entry.path().filename().string();
    std::ofstream(folder / name) << planted_library(name);
  }
  for (const char* module : {"singmathic.so",
                             "p_Procs_FieldIndep.so",
                             "p_Procs_FieldQ.so",
                             "p_Procs_FieldZp.so",
                             "p_Procs_FieldGeneral.so"}) {
    fs::copy_file(LEAFWISE_PLANTED_MODULE, folder / module);
  }
}

/// The places by the same trace and by the formats of Singular's list of resources: relative to the
/// working directory (names of variables that are not set stay as they are), to the program, and to
/// each folder that a variable can name. They are links to one folder, which holds the program,
/// too.
class PlantedWorld {
 public:
  PlantedWorld() {
    plant_everything_in(here());
    fs::copy_file(LEAFWISE_WORKER, worker());
    for (const char* place : {"here/$SINGULARPATH",
                              "here/%D/singular/LIB",
                              "here/%D/singular/factory",
                              "here/%r/share/singular/LIB",
                              "here/%r/lib/singular/MOD",
                              "here/%b/MOD",
                              "here/MOD",
                              "here/LIB",
                              "share/singular/LIB",
                              "share/singular/factory",
                              "lib/singular/MOD"}) {
      fs::create_directories((folder_.path() / place).parent_path());
      fs::create_directory_symlink(here(), folder_.path() / place);
    }
  }

  [[nodiscard]] fs::path here() const { return folder_.path() / "here"; }
  [[nodiscard]] fs::path worker() const { return here() / "worker"; }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    std::map<std::string, std::string> result = {{"SINGULAR_ROOT_DIR", folder_.path()},
                                                 {"SINGULAR_DATA_DIR", folder_ / "share"},
                                                 {"LD_PRELOAD", LEAFWISE_PLANTED_MODULE}};
    for (const char* name : {"SINGULARPATH",
                             "SINGULAR_BIN_DIR",
                             "SINGULAR_PROCS_DIR",
                             "SINGULAR_DEFAULT_DIR",
                             "LD_LIBRARY_PATH",
                             "HOME"}) {
      result[name] = here();
    }
    return result;
  }
  /// A worker that finds itself in this world, whatever its owner did to prevent it.
  [[nodiscard]] std::string launcher(bool with_variables) const {
    std::string script = "#!/bin/sh\ncd '" + here().string() + "'\n";
    for (const auto& [name, value] : environment()) {
      // Without a worker of its own the loader would end: here the worker's defence is tried.
      if (with_variables && name != "LD_PRELOAD") script += "export " + name + "='" + value + "'\n";
    }
    const std::string path =
        folder_.with("launcher", script + "exec '" + worker().string() + "' \"$@\"\n");
    chmod(path.c_str(), 0700);
    return path;
  }

 private:
  Folder folder_;
};

/// The surroundings of this process, as long as it lives.
class Surroundings {
 public:
  Surroundings(const fs::path& directory, std::map<std::string, std::string> variables)
      : before_(fs::current_path()), variables_(std::move(variables)) {
    fs::current_path(directory);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread runs
    for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
  }
  ~Surroundings() {
    fs::current_path(before_);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread runs
    for (const auto& [name, value] : variables_) unsetenv(name.c_str());
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  fs::path before_;
  std::map<std::string, std::string> variables_;
};

TEST_CASE("worker: libraries planted wherever Singular looks are not executed") {
  const PlantedWorld world;
  SUBCASE("with variables that name their places") {
    const Surroundings surroundings(world.here(), world.environment());
    WorkerProcess worker(world.worker());
    check_right_answers(worker);
    // Of its surroundings it has none.
    const std::string process = "/proc/" + std::to_string(worker.process());
    CHECK(text_of(process + "/environ").empty());
    CHECK(fs::read_symlink(process + "/cwd").string().ends_with(" (deleted)"));
  }
  SUBCASE("without") {
    const Surroundings surroundings(world.here(), {});
    WorkerProcess worker(world.worker());
    check_right_answers(worker);
  }
  SUBCASE("also when nobody but the worker sees to it") {
    for (const bool with_variables : {true, false}) {
      CAPTURE(with_variables);
      WorkerProcess worker(world.launcher(with_variables));
      check_right_answers(worker);
    }
  }
}

}  // namespace
