// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "engine/remedy.hpp"
#include "engine/trusted_file.hpp"
#include "engine/worker_process.hpp"
#include "leafwise/algebra/worker.hpp"

namespace leafwise::algebra {

namespace {

namespace fs = std::filesystem;

constexpr const char* worker_name = "leafwise-algebra-worker";
constexpr const char* variable = "LEAFWISE_ALGEBRA_WORKER";

/// Filled before main() as a rule: no lock.
std::vector<fs::path>& noted_folders() {
  static std::vector<fs::path> folders;
  return folders;
}

/// Why the file is no machine code; empty: it is.
std::string read_objection(const fs::path& path) {
  constexpr std::array<char, 4> mark = {'\x7f', 'E', 'L', 'F'};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    const int error = errno;
    return path.string() + ": " + std::generic_category().message(error) + engine::remedy(error);
  }
  std::array<char, 4> start{};
  const ssize_t count = read(file, start.data(), start.size());
  close(file);
  if (count == static_cast<ssize_t>(mark.size()) && start == mark) return {};
  return path.string() + " is a script or a text, and no worker";
}

/// Why this is no worker to start; empty: nothing speaks against it.
std::string objection(const fs::path& path) {
  const std::string untrusted = engine::why_not_trusted(path);
  if (!untrusted.empty()) return untrusted;
  if (access(path.c_str(), X_OK) != 0) return path.string() + " cannot be executed";
  return read_objection(path);
}

/// Where the file lies that this code is part of: the program, or a shared library.
fs::path own_folder() {
  Dl_info place{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &place) == 0 ||  // NOLINT: as it wants it
      place.dli_fname == nullptr) {
    return {};
  }
  std::error_code error;
  const fs::path file = fs::canonical(place.dli_fname, error);
  return error ? fs::path() : file.parent_path();
}

std::vector<fs::path> folders() {
  std::vector<fs::path> result;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) result.push_back(program.parent_path());
  // A library in lib, or lib/<architecture>, of a package.
  if (const fs::path own = own_folder(); !own.empty()) {
    for (const char* way : {".", "../bin", "../../bin"}) result.push_back(own / way);
  }
  result.insert(result.end(), noted_folders().begin(), noted_folders().end());
  result.emplace_back(LEAFWISE_INSTALLED_BIN);
  return result;
}

engine::WorkerFound chosen_worker(const fs::path& chosen) {
  std::string why =
      chosen.is_absolute() ? objection(chosen) : chosen.string() + " is not an absolute path";
  if (why.empty()) return {chosen, {}};
  return {{},
          std::string(variable) + ": " + why +
              "; it has to be the absolute path of a worker that only root and you can write"};
}

}  // namespace

bool note_installed_worker(const char* folder) {
  noted_folders().emplace_back(folder);
  return true;
}

engine::WorkerFound engine::find_worker() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing of ours sets the environment
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != '\0') return chosen_worker(chosen);
  std::string objections;
  for (const fs::path& folder : folders()) {
    std::error_code error;
    const fs::path path = (folder / worker_name).lexically_normal();
    if (!fs::exists(path, error)) continue;
    const std::string why = objection(path);
    if (why.empty()) return {path, {}};
    // Program and library may lie in one folder: an objection is made once.
    if (objections.find(why) == std::string::npos) objections += why + "; ";
  }
  if (objections.empty()) {
    objections = std::string(worker_name) +
                 " is neither beside the program nor where Leafwise was installed; ";
  }
  return {{}, objections + variable + " can name it by its absolute path"};
}

}  // namespace leafwise::algebra
