// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/known_decompositions.hpp"

/// What holds for every answer of `minimal_primes`, whatever went wrong on the way.
namespace leafwise::tests {

using Milliseconds = std::chrono::milliseconds;

/// The engine that judges; those under test are others.
inline const algebra::Engine& truthful_engine() {
  static const algebra::Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

/// A bound against hanging: far beyond what anything here needs on a loaded machine.
inline algebra::Limits generous() {
  return algebra::Limits::within(std::chrono::seconds(60));
}

/// A system with its primes, whose bases are computed once.
struct KnownIdeal {
  explicit KnownIdeal(const KnownDecomposition& known) : system(known) {
    for (const auto& prime : known.primes) {
      primes.emplace_back(known.variables, prime, truthful_engine());
    }
  }

  [[nodiscard]] algebra::Ideal by(const algebra::Engine& engine) const {
    return {system.variables, system.generators, engine};
  }

  KnownDecomposition system;
  std::vector<algebra::Ideal> primes;
};

inline const KnownIdeal& known_ideal(std::string_view name) {
  static const std::vector<KnownIdeal> all = [] {
    std::vector<KnownIdeal> ideals;
    for (const KnownDecomposition& known :
         read_known_decompositions(LEAFWISE_TEST_DATA "/decomposition/systems.json")) {
      ideals.emplace_back(known);
    }
    return ideals;
  }();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const KnownIdeal& known) { return known.system.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

/// I ⊂ J, by the truthful engine, without what the engine under test made of J.
inline bool lies_in(const std::vector<algebra::Polynomial>& inner, const algebra::Ideal& outer) {
  const algebra::Ideal ideal(outer.variables(), inner, truthful_engine());
  const Outcome<bool> inside = is_subset(ideal, outer, generous());
  if (!inside) FAIL(inside.reason());
  return inside.value();
}

inline algebra::Ideal judged(const algebra::Ideal& ideal) {
  return {ideal.variables(), ideal.generators(), truthful_engine()};
}

/// The number of the known prime that this is; −1: none.
inline int number_among(const KnownIdeal& known, const algebra::Ideal& ideal) {
  for (std::size_t i = 0; i < known.primes.size(); ++i) {
    if (lies_in(ideal.generators(), known.primes[i]) &&
        lies_in(known.primes[i].generators(), judged(ideal))) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

/// Each component that is called prime is one of the known ones, and occurs once; if some part was
/// not split, it may also lie in that part instead of being minimal.
inline void check_primes_of(const KnownIdeal& known, const algebra::Decomposition& found) {
  std::vector<int> times(known.primes.size(), 0);
  for (const algebra::PrimeComponent& component : found.components) {
    CHECK(component.prime != Truth::no);
    if (component.prime != Truth::yes) {
      CHECK_FALSE(found.complete);
      CHECK_FALSE(component.verified);
      continue;
    }
    const int number = number_among(known, component.ideal);
    if (number >= 0) {
      ++times[static_cast<std::size_t>(number)];
      continue;
    }
    CHECK_FALSE(component.verified);
    const bool in_a_part =
        std::any_of(found.components.begin(), found.components.end(), [&](const auto& other) {
          return other.prime == Truth::unknown &&
                 lies_in(other.ideal.generators(), judged(component.ideal));
        });
    CHECK_MESSAGE(in_a_part, "called prime, but is no minimal prime");
  }
  for (const int count : times) CHECK(count <= (found.complete ? 1 : 2));
}

/// A prime P ⊃ I lies above one of the parts, or its zeros are lost.
inline void check_covers(const KnownIdeal& known, const algebra::Decomposition& found) {
  for (const algebra::Ideal& prime : known.primes) {
    const auto above = [&](const auto& part) { return lies_in(part.ideal.generators(), prime); };
    const bool covered = std::any_of(found.components.begin(), found.components.end(), above) ||
                         std::any_of(found.unexplored.begin(), found.unexplored.end(), above);
    CHECK_MESSAGE(covered, "zeros are lost");
  }
}

/// Holds after any failure.
inline void check_sound(const KnownIdeal& known, const algebra::Decomposition& found) {
  CAPTURE(known.system.name);
  CAPTURE(found.reason);
  CHECK(found.complete == found.reason.empty());
  if (found.complete) CHECK(found.components.size() == known.primes.size());
  for (const algebra::PrimeComponent& component : found.components) {
    CHECK(lies_in(known.system.generators, judged(component.ideal)));
    if (found.complete) CHECK(component.dimension >= 0);
  }
  check_primes_of(known, found);
  check_covers(known, found);
}

/// Nothing is missing, nothing open.
inline void check_right(const KnownIdeal& known, const algebra::Decomposition& found) {
  check_sound(known, found);
  CAPTURE(known.system.name);
  CAPTURE(found.reason);
  CHECK(found.complete);
}

}  // namespace leafwise::tests
