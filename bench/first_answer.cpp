// SPDX-License-Identifier: GPL-3.0-or-later
// How long until the first answer? The singular four-bar's components from a cold start (no worker
// is running), from a warm worker, and from the cache on disk; and n four-bars in a row, steered by
// the point where all stand upright. Checks the answers before it times.
//
//   first_answer

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/four_bar_chain.hpp"

namespace {

using namespace leafwise;
using namespace leafwise::algebra;
namespace fs = std::filesystem;

constexpr int repetitions = 7;

Engine new_engine() {
  return Engine{fs::path(LEAFWISE_WORKER)};
}

/// x1² + y1² = 1, (x2 − x1)² + (y2 − y1)² = 4, (2 − x2)² + y2² = 1
Ideal singular_four_bar(const Engine& engine) {
  const std::vector<Variable> variables{{Role::unknown, "x1", 0},
                                        {Role::unknown, "y1", 0},
                                        {Role::unknown, "x2", 0},
                                        {Role::unknown, "y2", 0}};
  const auto at = [&](std::size_t i) { return Polynomial(variables[i]); };
  const auto number = [](std::int64_t value) { return Polynomial(Rational(value)); };
  return {variables,
          {at(0).pow(2) + at(1).pow(2) - number(1),
           (at(2) - at(0)).pow(2) + (at(3) - at(1)).pow(2) - number(4),
           (number(2) - at(2)).pow(2) + at(3).pow(2) - number(1)},
          engine};
}

void demand(bool holds, const char* what) {
  if (holds) return;
  fmt::print(stderr, "wrong answer: {}\n", what);
  std::exit(EXIT_FAILURE);
}

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Of several runs, each after its own preparation.
double median_of(const std::function<double()>& timed) {
  std::vector<double> times;
  times.reserve(repetitions);
  for (int i = 0; i < repetitions; ++i) times.push_back(timed());
  std::sort(times.begin(), times.end());
  return times[repetitions / 2];
}

void decompose_four_bar(const Engine& engine, const DecompositionOptions& options, bool cached) {
  const Decomposition found =
      minimal_primes(singular_four_bar(engine), options, Limits::within(std::chrono::seconds(30)));
  demand(found.complete && found.components.size() == 2, "two components of the four-bar");
  demand(found.from_cache == cached, "what comes from the cache");
}

void report(const std::string& name, double ms) {
  fmt::print("{{\"bench\": \"first_answer\", \"case\": \"{}\", \"ms\": {:.2f}}}\n", name, ms);
}

void time_four_bar(const fs::path& directory) {
  DecompositionOptions no_cache;
  no_cache.use_cache = false;
  report("four-bar, cold start", median_of([&] {
           const Engine engine = new_engine();
           return milliseconds_of([&] { decompose_four_bar(engine, no_cache, false); });
         }));
  const Engine warm = new_engine();
  decompose_four_bar(warm, no_cache, false);
  report("four-bar, warm worker", median_of([&] {
           return milliseconds_of([&] { decompose_four_bar(warm, no_cache, false); });
         }));
  DecompositionOptions cache;
  cache.cache = directory;
  decompose_four_bar(warm, cache, false);
  report("four-bar, cache on disk, no worker", median_of([&] {
           // Another name for the place: what this process remembers is not asked.
           *cache.cache /= ".";
           const Engine engine = new_engine();
           return milliseconds_of([&] { decompose_four_bar(engine, cache, true); });
         }));
}

void time_chain(unsigned bars) {
  const tests::FourBarChain chain = tests::four_bar_chain(bars);
  DecompositionOptions options;
  options.use_cache = false;
  options.point.emplace();
  for (std::size_t i = 0; i < chain.variables.size(); ++i) {
    const auto joint = static_cast<std::int64_t>(i / 2);
    options.point->set(chain.variables[i], i % 2 == 0 ? Rational(joint) : Rational(1));
  }
  const Engine engine = new_engine();
  const double ms = median_of([&] {
    return milliseconds_of([&] {
      const Decomposition found = minimal_primes(Ideal(chain.variables, chain.equations, engine),
                                                 options,
                                                 Limits::within(std::chrono::seconds(60)));
      demand(found.complete && found.components.size() == 1, "one component of the chain");
    });
  });
  report(fmt::format("{} four-bars in a row, steered", bars), ms);
}

}  // namespace

int main() {
  const fs::path directory = fs::temp_directory_path() / "leafwise-bench-cache";
  fs::remove_all(directory);
  time_four_bar(directory);
  fs::remove_all(directory);
  for (const unsigned bars : {5U, 10U, 20U, 40U}) time_chain(bars);
}
