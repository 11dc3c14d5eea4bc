// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "decomposition_checks.hpp"
#include "engine/work_clock.hpp"
#include "support/folder.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

/// Killing and reaping takes milliseconds; a loaded machine may take its time. This tells "soon"
/// from "never", no more.
constexpr std::chrono::seconds soon{8};

DecompositionOptions no_cache() {
  DecompositionOptions options;
  options.use_cache = false;
  return options;
}

/// The processes that this one started and that still run.
std::vector<pid_t> children() {
  std::vector<pid_t> result;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;) result.push_back(child);
  }
  return result;
}

/// Those that the engine under test has started since.
void kill_children_except(const std::vector<pid_t>& innocent) {
  for (const pid_t child : children()) {
    if (std::find(innocent.begin(), innocent.end(), child) == innocent.end()) kill(child, SIGKILL);
  }
}

/// A moment that is early as often as late.
Milliseconds random_moment(std::mt19937_64& random, double most_ms) {
  std::uniform_real_distribution<double> exponent(0, std::log(most_ms));
  return Milliseconds(static_cast<int>(std::exp(exponent(random))));
}

/// Stops, kills or whatever it is told, at a moment of its own.
class Meddler {
 public:
  template <typename Action>
  Meddler(Milliseconds moment, Action action)
      : thread_([moment, action] {
          std::this_thread::sleep_for(moment);
          action();
        }) {}
  ~Meddler() { thread_.join(); }
  Meddler(const Meddler&) = delete;
  Meddler& operator=(const Meddler&) = delete;

 private:
  std::thread thread_;
};

void check_deadline(const KnownIdeal& known, Milliseconds time) {
  CAPTURE(time.count());
  const Folder scratch;
  DecompositionOptions options;
  options.cache = scratch.path();
  const auto start = WorkClock::now();
  const Decomposition cut =
      minimal_primes(known.by(truthful_engine()), options, Limits::within(time));
  CHECK(WorkClock::now() - start < time + soon);
  check_sound(known, cut);
}

void check_resumes(const KnownIdeal& known, Milliseconds time) {
  CAPTURE(time.count());
  const Folder scratch;
  DecompositionOptions options;
  options.cache = scratch.path();
  (void)minimal_primes(known.by(truthful_engine()), options, Limits::within(time));
  const Decomposition whole = minimal_primes(known.by(truthful_engine()), options, generous());
  check_right(known, whole);
  for (const PrimeComponent& component : whole.components) CHECK(component.verified);
}

TEST_SUITE("law") {
  TEST_CASE("decomposition faults: a deadline at any moment of a small ideal") {
    auto random = make_generator("a deadline at any moment of a small ideal");
    for (const char* name : {"permanents_3x3", "m2_doc_example", "two_rhombi_chain"}) {
      for (std::uint64_t i = 0; i < 12 * multiplier(); ++i) {
        check_deadline(known_ideal(name), random_moment(random, 400));
      }
    }
  }

  TEST_CASE("decomposition faults: a deadline at any moment of a hard ideal") {
    auto random = make_generator("a deadline at any moment of a hard ideal");
    for (const char* name : {"polygon5", "wang_DGP"}) {
      for (const int time : {1, 30, 300}) check_deadline(known_ideal(name), Milliseconds(time));
      for (std::uint64_t i = 0; i < 2 * multiplier(); ++i) {
        check_deadline(known_ideal(name), random_moment(random, 1000));
      }
    }
    for (const int time : {1, 40, 700}) check_deadline(known_ideal("andrews"), Milliseconds(time));
  }

  TEST_CASE("decomposition faults: what a deadline cut short goes on from the cache") {
    auto random = make_generator("what a deadline cut short goes on from the cache");
    for (const char* name : {"permanents_3x3", "m2_doc_example", "rhombus_four_bar"}) {
      for (std::uint64_t i = 0; i < 8 * multiplier(); ++i) {
        check_resumes(known_ideal(name), random_moment(random, 300));
      }
    }
  }

  TEST_CASE("decomposition faults: cancelled at any moment") {
    auto random = make_generator("cancelled at any moment");
    for (const char* name : {"permanents_3x3", "wang_DGP", "polygon5", "andrews"}) {
      const KnownIdeal& known = known_ideal(name);
      const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
      for (std::uint64_t i = 0; i < 3 * multiplier(); ++i) {
        Limits limits = generous();
        limits.cancellation = Cancellation();
        // Those of other tests' engines.
        const std::size_t others =
            children().size() - engine.idle_workers() - truthful_engine().idle_workers();
        const Milliseconds moment = random_moment(random, 500);
        CAPTURE(moment.count());
        const Meddler canceller(moment, [handle = *limits.cancellation] { handle.cancel(); });
        const auto start = WorkClock::now();
        check_sound(known, minimal_primes(known.by(engine), no_cache(), limits));
        CHECK(WorkClock::now() - start < moment + std::chrono::seconds(20));
        // Whoever is left waits for work: nobody goes on with a job.
        CHECK(children().size() <=
              engine.idle_workers() + truthful_engine().idle_workers() + others);
      }
      if (known.system.variables.size() > 10) continue;
      check_sound(known, minimal_primes(known.by(engine), no_cache(), generous()));
    }
  }

  TEST_CASE("decomposition faults: cancelled before it begins") {
    Limits limits = generous();
    limits.cancellation = Cancellation();
    limits.cancellation->cancel();
    const KnownIdeal& known = known_ideal("m2_doc_example");
    const Decomposition found = minimal_primes(known.by(truthful_engine()), no_cache(), limits);
    CHECK_FALSE(found.complete);
    check_sound(known, found);
    check_right(known, minimal_primes(known.by(truthful_engine()), no_cache(), generous()));
  }

  TEST_CASE("decomposition faults: workers killed at any moment") {
    auto random = make_generator("workers killed at any moment");
    for (const char* name : {"permanents_3x3", "m2_doc_example", "two_rhombi_chain"}) {
      const KnownIdeal& known = known_ideal(name);
      const Folder scratch;
      const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
      const std::vector<pid_t> innocent = children();
      for (std::uint64_t i = 0; i < 8 * multiplier(); ++i) {
        DecompositionOptions options = no_cache();
        options.seed = i;
        const Milliseconds moment = random_moment(random, 200);
        CAPTURE(moment.count());
        Decomposition found;
        {
          const Meddler killer(moment, [&innocent] { kill_children_except(innocent); });
          found = minimal_primes(known.by(engine), options, generous());
        }
        check_sound(known, found);
      }
      // Killed again and again, with a cache that must not keep what is wrong.
      DecompositionOptions options;
      options.cache = scratch.path();
      std::atomic<bool> stop = false;
      std::thread killer([&stop, &random, innocent = children()] {
        while (!stop) {
          std::this_thread::sleep_for(random_moment(random, 60));
          kill_children_except(innocent);
        }
      });
      std::vector<Decomposition> answers;
      answers.reserve(4);
      for (int i = 0; i < 4; ++i) {
        answers.push_back(minimal_primes(
            known.by(engine), options, Limits::within(std::chrono::milliseconds(800))));
      }
      stop = true;
      killer.join();
      for (const Decomposition& answer : answers) check_sound(known, answer);
      check_right(known, minimal_primes(known.by(engine), options, generous()));
    }
  }

  TEST_CASE("decomposition faults: too little memory") {
    for (const char* name : {"permanents_3x3", "m2_doc_example", "polygon5"}) {
      const KnownIdeal& known = known_ideal(name);
      for (const std::size_t mebibytes : {0U, 1U, 16U, 64U, 100U, 130U}) {
        CAPTURE(mebibytes);
        const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
        Limits limits = Limits::within(std::chrono::milliseconds(700));
        limits.memory_mib = mebibytes;
        const auto start = WorkClock::now();
        const Decomposition found = minimal_primes(known.by(engine), no_cache(), limits);
        CHECK(WorkClock::now() - start < soon);
        check_sound(known, found);
      }
    }
  }

  TEST_CASE("decomposition faults: no worker") {
    const KnownIdeal& known = known_ideal("m2_doc_example");
    const Folder scratch;
    DecompositionOptions options;
    options.cache = scratch.path();
    for (const char* path : {"/nowhere/worker", "/etc/passwd", "/bin/true", "/tmp"}) {
      CAPTURE(path);
      const Engine engine{std::filesystem::path(path)};
      // Without a deadline: what cannot be done must not be tried for ever.
      const Decomposition found = minimal_primes(known.by(engine), options, Limits{});
      CHECK_FALSE(found.complete);
      check_sound(known, found);
    }
    check_right(known, minimal_primes(known.by(truthful_engine()), options, generous()));
  }
}

}  // namespace
