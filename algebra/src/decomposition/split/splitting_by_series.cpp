// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <utility>

#include "decomposition/prove/primality.hpp"
#include "decomposition/race/engines.hpp"
#include "decomposition/race/race.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// Characteristic series of the system exactly as it was given, in the order of its variables.
namespace leafwise::algebra::detail::strategies {

namespace {

std::optional<PartsFound> split_by_series(Task& task) {
  const Ideal& ideal = task.ideal();
  const Limits& limits = task.turn;
  std::vector<Incident>& incidents = task.splitter.incidents();
  const Outcome<Parts> parts =
      primes_by_series(ideal, ideal.variables(), task.splitter.factoriser(), limits);
  if (!parts) return std::nullopt;
  const auto start = Limits::Clock::now();
  if (!covers(ideal, parts.value(), limits)) {
    if (!limits.is_over()) {
      incidents.push_back({"characteristic series of the whole", "does not cover the ideal"});
    }
    return std::nullopt;
  }
  if (some_is_not_prime(ideal, parts.value(), limits)) {
    incidents.push_back({"characteristic series of the whole", "a component is not prime"});
    return std::nullopt;
  }
  PartsFound found;
  task.splitter.note_verification(
      std::chrono::duration<double>(Limits::Clock::now() - start).count());
  for (const Polynomials& part : parts.value()) {
    FoundPrime prime;
    prime.generators = part;
    prime.proofs.emplace_back("irreducible characteristic series");
    prime.path.emplace_back("characteristic series of the whole");
    found.primes.push_back(std::move(prime));
  }
  return found;
}

}  // namespace

const Strategy series_of_whole{"characteristic series",
                               Stage::beside,
                               "always",
                               "irreducible characteristic series, for a turn",
                               "they are checked to cover; that each is prime is proved afterwards",
                               [](const Task&) { return true; },
                               split_by_series};

}  // namespace leafwise::algebra::detail::strategies
