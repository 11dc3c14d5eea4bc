// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "worker_process.hpp"

namespace leafwise::algebra::engine {

namespace {

namespace fs = std::filesystem;

constexpr const char* worker_name = "leafwise-algebra-worker";

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> find_worker() {
  std::vector<fs::path> places;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing of ours sets the environment
  if (const char* chosen = std::getenv("LEAFWISE_ALGEBRA_WORKER")) places.emplace_back(chosen);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) places.push_back(program.parent_path() / worker_name);
  places.push_back(fs::path(LEAFWISE_INSTALLED_BIN) / worker_name);
  for (const fs::path& place : places) {
    if (is_program(place)) return place;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::engine
