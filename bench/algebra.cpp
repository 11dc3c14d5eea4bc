// SPDX-License-Identifier: GPL-3.0-or-later
// How long does it take to decompose a system into primes? Checks how many there are, of which
// dimensions and degrees, then times `minimal_primes` without its cache and without the time that
// it spends on verifying its answer. The worker is running before the first case.
//
//   algebra [CASE…]
//   algebra --completion [FILE.toml…]    the same as the benchmark `completion`
//
// Cases that take less than a second are repeated; the time is the median. One that takes longer
// than LEAFWISE_BENCH_SECONDS (default: 30) is given up.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/known_decompositions.hpp"

namespace {

using namespace leafwise;
using namespace leafwise::algebra;
using tests::KnownDecomposition;

constexpr double quick_ms = 1000;
constexpr int quick_repetitions = 5;

double seconds_allowed() {
  const char* text = std::getenv("LEAFWISE_BENCH_SECONDS");
  return text == nullptr ? 30 : std::stod(text);
}

const Engine& bench_engine() {
  static const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

struct Run {
  double ms = 0;
  double verification_ms = 0;
  Decomposition found;
};

/// An ideal of its own for each run: ideals keep what was computed from them.
Run run(const KnownDecomposition& known) {
  const Ideal ideal(known.variables, known.generators, bench_engine());
  DecompositionOptions options;
  options.use_cache = false;
  const auto start = std::chrono::steady_clock::now();
  Run run;
  run.found = minimal_primes(
      ideal,
      options,
      Limits::within(std::chrono::milliseconds(static_cast<int>(1000 * seconds_allowed()))));
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - start;
  if (const auto found = run.found.seconds.find("verification"); found != run.found.seconds.end()) {
    run.verification_ms = 1000 * found->second;
  }
  run.ms = all.count() - run.verification_ms;
  return run;
}

/// Starts the workers and lets them load what they need.
void warm_up() {
  const Variable x{Role::unknown, "x", 0};
  const Variable y{Role::unknown, "y", 0};
  KnownDecomposition crossing;
  crossing.variables = {x, y};
  crossing.generators = {Polynomial(x) * Polynomial(y),
                         Polynomial(x).pow(2) - Polynomial(x) * Polynomial(Rational(2))};
  run(crossing);
}

bool is_right(const KnownDecomposition& known, const Decomposition& found) {
  std::multiset<std::pair<int, long>> dimensions_and_degrees;
  for (const PrimeComponent& component : found.components) {
    dimensions_and_degrees.emplace(component.dimension, component.degree);
  }
  return dimensions_and_degrees == known.dimensions_and_degrees;
}

/// The run with the median time, or the first one that did not finish.
Run median_run(const KnownDecomposition& known) {
  std::vector<Run> runs = {run(known)};
  const bool repeat = runs.front().found.complete && is_right(known, runs.front().found) &&
                      runs.front().ms < quick_ms;
  if (repeat) {
    runs.clear();
    for (int i = 0; i < quick_repetitions; ++i) runs.push_back(run(known));
  }
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(
      runs.begin(), middle, runs.end(), [](const Run& a, const Run& b) { return a.ms < b.ms; });
  return std::move(*middle);
}

/// Prints one line. @return whether the answer is right as far as there is one
bool measure(const KnownDecomposition& known) {
  const Run median = median_run(known);
  nlohmann::ordered_json line = {{"bench", "algebra"}, {"case", known.name}};
  const bool right = is_right(known, median.found);
  if (right) {
    // Andrews' components may be right while their primality stays open: not the same work.
    line[median.found.complete ? "ms" : "ms_without_proof"] = median.ms;
    line["verification_ms"] = median.verification_ms;
  }
  line["complete"] = median.found.complete;
  if (!median.found.complete) line["reason"] = median.found.reason;
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
  if (right || !median.found.complete) return true;
  fmt::print(stderr, "{}: wrong components\n", known.name);
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "--completion") {
    // A program of its own, beside this one: it links the pipeline, to read examples.
    const std::string other = std::filesystem::path(arguments[0]).replace_filename("completion");
    arguments[1] = arguments[0];
    execv(other.c_str(), arguments + 1);
    fmt::print(stderr, "{} cannot be run\n", other);
    return 1;
  }
  std::set<std::string> wanted(arguments + 1, arguments + count);
  const std::vector<KnownDecomposition> systems =
      tests::read_known_decompositions(LEAFWISE_KNOWN_DECOMPOSITIONS);
  const bool all = wanted.empty();
  bool right = true;
  warm_up();
  for (const KnownDecomposition& known : systems) {
    if (all || wanted.erase(known.name) > 0) right = measure(known) && right;
  }
  for (const std::string& name : wanted) fmt::print(stderr, "there is no case called {}\n", name);
  return right && wanted.empty() ? 0 : 1;
}
