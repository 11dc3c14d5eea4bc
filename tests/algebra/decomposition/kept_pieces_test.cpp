// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "decomposition/split/kept_piece.hpp"
#include "decomposition_cache.hpp"
#include "ideals.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

constexpr int copies = 3;

/// Several copies of a known system side by side, in variables of their own.
Ideal side_by_side(const KnownDecomposition& known, const Engine& engine) {
  std::vector<Variable> variables;
  std::vector<Polynomial> generators;
  for (int copy = 0; copy < copies; ++copy) {
    const auto renamed = [&](Variable variable) {
      variable.name += "_" + std::to_string(copy);
      return variable;
    };
    for (const Variable& variable : known.variables) variables.push_back(renamed(variable));
    for (const Polynomial& generator : known.generators) {
      Polynomial same;
      for (const auto& [monomial, coefficient] : generator.terms()) {
        Monomial product;
        for (const Monomial::Factor& factor : monomial.factors()) {
          product = product * Monomial(renamed(factor.variable), factor.exponent);
        }
        same += Polynomial::term(coefficient, product);
      }
      generators.push_back(std::move(same));
    }
  }
  return {std::move(variables), std::move(generators), engine};
}

/// Stops everything when the engine has had so many jobs more.
class Stop {
 public:
  Stop(const Engine& engine, std::uint64_t jobs)
      : watcher_([this, engine, last = engine.jobs() + jobs] {
          while (!over_ && engine.jobs() < last) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
          }
          cancellation_.cancel();
        }) {}
  ~Stop() {
    over_ = true;
    watcher_.join();
  }
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  [[nodiscard]] Limits limits() const {
    Limits limits = generous();
    limits.cancellation = cancellation_;
    return limits;
  }

 private:
  Cancellation cancellation_;
  std::atomic<bool> over_ = false;
  std::thread watcher_;
};

/// A cache under another name in each run: as if each was a process of its own.
class Runs {
 public:
  Runs() { fs::create_directory(scratch_.path() / "cache"); }

  Decomposition run(const Ideal& ideal, const Limits& limits) {
    DecompositionOptions options;
    options.cache = scratch_.path() / ("alias" + std::to_string(count_++));
    fs::create_directory_symlink(scratch_.path() / "cache", *options.cache);
    return minimal_primes(ideal, options, limits);
  }
  [[nodiscard]] std::vector<fs::path> kept() const { return entries(scratch_.path() / "cache"); }

 private:
  Folder scratch_;
  int count_ = 0;
};

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("kept pieces: a decomposition that was stopped again and again ends with the same") {
    auto random = make_generator("stopped decompositions");
    // Closed chains of five bars: each is shown prime by sections, which is worth keeping.
    const KnownDecomposition& known = known_ideal("polygon5").system;
    const Engine engine{fs::path(LEAFWISE_WORKER)};
    const Ideal ideal = side_by_side(known, engine);
    DecompositionOptions fresh;
    fresh.use_cache = false;
    const std::uint64_t before = engine.jobs();
    const Decomposition once = minimal_primes(ideal, fresh, generous());
    const std::uint64_t jobs = engine.jobs() - before;
    REQUIRE(once.complete);
    REQUIRE(jobs > 0);
    Runs runs;
    bool is_done = false;
    for (int stops = 0; stops < 3; ++stops) {
      const Stop stop(engine, 1 + random() % jobs);
      const Decomposition part = runs.run(ideal, stop.limits());
      is_done |= part.complete;
      CHECK_FALSE(has_cache_incident(part));
    }
    const Decomposition last = runs.run(ideal, generous());
    CHECK_FALSE(has_cache_incident(last));
    CHECK(last.from_cache == is_done);
    CHECK(everything(last, false) == everything(once, false));
  }

  TEST_CASE("kept pieces: only what is all of the piece, and prime, is believed") {
    for (const char* name : {"permanents_3x3", "m2_doc_example", "redundant_par", "polygon5"}) {
      CAPTURE(name);
      const KnownDecomposition& known = known_ideal(name).system;
      detail::Piece piece;
      piece.variables = known.variables;
      piece.generators = known.generators;
      const Decomposition found =
          minimal_primes({known.variables, known.generators, truthful_engine()}, {}, generous());
      detail::PartsFound right;
      for (const PrimeComponent& component : found.components) {
        right.primes.push_back({component.ideal.generators(), Truth::yes, {"told"}, {}});
      }
      const auto answer = [&](const detail::PartsFound& claimed) {
        return detail::proved_anew(piece, claimed, truthful_engine(), 1, generous());
      };
      const Outcome<detail::PartsFound> believed = answer(right);
      REQUIRE(believed);
      CHECK(believed.value().primes.size() == right.primes.size());
      for (const detail::FoundPrime& prime : believed.value().primes) {
        CHECK(prime.proofs != std::vector<std::string>{"told"});
      }
      detail::PartsFound one_less = right;
      one_less.primes.pop_back();
      CHECK_FALSE(answer(one_less));
      detail::PartsFound whole;
      whole.primes.push_back({known.generators, Truth::yes, {"told"}, {}});
      if (right.primes.size() > 1) CHECK_FALSE(answer(whole));
      // Another system's: a part that is none of the piece.
      detail::PartsFound elsewhere = right;
      elsewhere.primes.front().generators = {Polynomial(known.variables.front()) -
                                             Polynomial(Rational(12345))};
      CHECK_FALSE(answer(elsewhere));
    }
  }
}
