// SPDX-License-Identifier: GPL-3.0-or-later
// How long does reading a problem file take? Checks that each example is understood, then times
// `read_problem` on its text: best and median of many, in milliseconds. The goal is 10 ms.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <vector>

#include "leafwise/pipeline/check_report.hpp"
#include "leafwise/pipeline/read_problem.hpp"

namespace {

using Clock = std::chrono::steady_clock;

std::vector<double> milliseconds(const leafwise::pipeline::SourceFile& source, int repetitions) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    const Clock::time_point start = Clock::now();
    const leafwise::pipeline::Problem problem = leafwise::pipeline::read_problem(source);
    const std::chrono::duration<double, std::milli> time = Clock::now() - start;
    if (problem.model.polynomial.equations.empty()) return {};
    times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

int main() {
  constexpr int repetitions = 51;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(LEAFWISE_EXAMPLES)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    const auto source = leafwise::pipeline::SourceFile::read(file);
    const std::vector<double> times = milliseconds(source, repetitions);
    if (times.empty()) {
      fmt::print(stderr, "{}: no equations\n", file.string());
      return 1;
    }
    fmt::print(
        "{{\"bench\": \"reading\", \"case\": \"{}\", \"best_ms\": {:.3f}, \"median_ms\": "
        "{:.3f}}}\n",
        file.stem().string(),
        times.front(),
        times[times.size() / 2]);
  }
  return 0;
}
