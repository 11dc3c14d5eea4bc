// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "decomposition_cache.hpp"
#include "support/folder.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

TEST_SUITE("law") {
  TEST_CASE("decomposition cache: the second time it is found, and the same") {
    for (const char* name : cached_names) {
      CAPTURE(name);
      FilledCache cache(name);
      CHECK_FALSE(cache.first().from_cache);
      for (int i = 0; i < 2; ++i) {
        const Decomposition again = cache.again();
        CHECK(again.from_cache);
        CHECK(everything(again) == everything(cache.first()));
        CHECK(again.incidents.empty());
        check_right(known_ideal(name), again);
      }
      const fs::path alias = cache.alias();
      (void)decomposed(name, alias);
      for (const fs::path& file : entries(cache.directory())) fs::remove(file);
      CHECK(decomposed(name, alias).from_cache);  // this process remembers
      CHECK_FALSE(cache.again().from_cache);
    }
  }

  TEST_CASE("decomposition cache: another process finds it") {
    const Folder scratch;
    const auto ask = [&] {
      const Engine engine{fs::path(LEAFWISE_WORKER)};
      const Decomposition found = decomposed("permanents_3x3", scratch.path(), engine);
      return is_right("permanents_3x3", found) ? (found.from_cache ? 1 : 0) : 7;
    };
    CHECK(in_another_process(ask) == 0);
    CHECK(in_another_process(ask) == 1);
    CHECK(ask() == 1);
  }

  TEST_CASE("decomposition cache: many processes and threads at once") {
    const Folder scratch;
    const auto crowd = [&] {
      std::atomic<int> wrong = 0;
      std::vector<std::thread> threads;
      for (std::size_t t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
          const Engine engine{fs::path(LEAFWISE_WORKER)};
          for (std::size_t i = 0; i < 3; ++i) {
            const char* name = cached_names[(t / 2 + i) % std::size(cached_names)];
            const Decomposition found = decomposed(name, scratch.path(), engine);
            if (!is_right(name, found) || has_cache_incident(found)) ++wrong;
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
      return wrong.load();
    };
    (void)known_ideal(cached_names[0]);  // read before there are threads
    const pid_t other = start_process(crowd);
    CHECK(crowd() == 0);
    CHECK(exit_code_of(other) == 0);
    CHECK_FALSE(has_temporary_files(scratch.path()));
    const int kept = in_another_process([&] {
      for (const char* name : cached_names) {
        const Engine engine{fs::path(LEAFWISE_WORKER)};
        const Decomposition found = decomposed(name, scratch.path() / ".", engine);
        if (!found.from_cache || !found.incidents.empty() || !is_right(name, found)) return 1;
      }
      return 0;
    });
    CHECK(kept == 0);
  }

  TEST_CASE("decomposition cache: not used where it must not be") {
    FilledCache cache("m2_doc_example");
    const KnownIdeal& known = known_ideal("m2_doc_example");
    const auto from_cache = [&](const Ideal& ideal, DecompositionOptions options) {
      options.cache = cache.alias();
      return minimal_primes(ideal, options, generous()).from_cache;
    };
    const Ideal ideal = known.by(truthful_engine());
    const std::size_t count = entries(cache.directory()).size();
    DecompositionOptions options;
    options.use_cache = false;
    CHECK_FALSE(from_cache(ideal, options));
    CHECK(entries(cache.directory()).size() == count);
    const Folder untouched;
    options.cache = untouched.path() / "new";
    (void)minimal_primes(ideal, options, generous());
    CHECK_FALSE(fs::exists(untouched.path() / "new"));

    options = {};
    CHECK(from_cache(ideal, options));
    options.seed = 99;  // the answer does not depend on it
    CHECK(from_cache(ideal, options));
    options.verify = false;
    CHECK_FALSE(from_cache(ideal, options));
    options = {};
    options.parameters_in_field = false;
    CHECK_FALSE(from_cache(ideal, options));
    options = {};
    options.most_combinations = 17;
    CHECK_FALSE(from_cache(ideal, options));
    options = {};
    options.point = Point();
    CHECK_FALSE(from_cache(ideal, options));
    options = {};
    std::vector<Variable> reversed(known.system.variables.rbegin(), known.system.variables.rend());
    CHECK_FALSE(from_cache({reversed, known.system.generators, truthful_engine()}, options));
    std::vector<Polynomial> fewer(known.system.generators.begin() + 1,
                                  known.system.generators.end());
    CHECK_FALSE(from_cache({known.system.variables, fewer, truthful_engine()}, options));
  }
}

}  // namespace
