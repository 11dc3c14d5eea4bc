// SPDX-License-Identifier: GPL-3.0-or-later
// How long from a problem file to all files of a run, and where the time goes: the program itself,
// with a cold and with a warm cache. Prints one JSON line per case; `seconds` are those of its
// summary, by stage, of the fastest of some runs.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string program = LEAFWISE_PROGRAM;
const std::string examples = LEAFWISE_EXAMPLES;

struct Case {
  const char* example;
  const char* arguments;
};

constexpr Case cases[] = {
    {"singular_four_bar", "--to 5 --rtol 1e-8"},
    {"pendulum", ""},
    {"kepler", ""},
    {"henon_heiles", ""},
    {"regular_four_bar", ""},
    {"double_pendulum_angles", ""},
};

struct Measured {
  double wall = 1e9;
  Json seconds;
};

void run_once(const Case& one, const fs::path& folder, Measured& best) {
  const std::string command = "XDG_CACHE_HOME=" + (folder / "cache").string() + " " + program +
                              " run " + examples + "/" + one.example + ".toml " + one.arguments +
                              " --quiet -o " + (folder / "out").string();
  const auto start = std::chrono::steady_clock::now();
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  if (status != 0) throw std::runtime_error(command + " failed");
  if (wall.count() >= best.wall) return;
  std::ifstream file(folder / "out/summary.json");
  const Json summary = Json::parse(file);
  if (summary.at("reason") != "reached") throw std::runtime_error(command + " stopped early");
  best = {wall.count(), summary.at("seconds")};
}

void print(const Case& one, const char* cache, const Measured& best) {
  const Json line = {{"bench", "pipeline"},
                     {"case", one.example},
                     {"cache", cache},
                     {"wall_ms", best.wall * 1000},
                     {"seconds", best.seconds}};
  fmt::print("{}\n", line.dump());
}

}  // namespace

int main() {
  try {
    const fs::path folder = fs::temp_directory_path() / fmt::format("leafwise-bench-{}", getpid());
    constexpr int repeats = 5;
    for (const Case& one : cases) {
      Measured cold;
      Measured warm;
      for (int i = 0; i < repeats; ++i) {
        fs::remove_all(folder / "cache");
        run_once(one, folder, cold);
      }
      for (int i = 0; i < repeats; ++i) run_once(one, folder, warm);
      print(one, "cold", cold);
      print(one, "warm", warm);
    }
    fs::remove_all(folder);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
