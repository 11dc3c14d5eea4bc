// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "decomposition/simplify/components.hpp"
#include "decomposition/store/store.hpp"
#include "decomposition_cache.hpp"

// Entries that somebody has written who knows the format and its sum, which is public.

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

std::uint64_t fnv(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

std::string sum_of(std::string_view text) {
  std::array<char, 40> name{};
  std::snprintf(name.data(),
                name.size(),
                "%016llx%016llx",
                static_cast<unsigned long long>(fnv(text, 14695981039346656037ULL)),
                static_cast<unsigned long long>(fnv(text, 1099511628211ULL * 31)));
  return name.data();
}

using Forgery = std::function<void(Decomposition&)>;

void forge(const fs::path& file, const Ideal& ideal, const Forgery& forgery) {
  const auto texts = detail::unpacked(content_of(file));
  REQUIRE(texts);
  REQUIRE(texts->size() == 3);
  REQUIRE((*texts)[2] == sum_of((*texts)[0] + (*texts)[1]));  // or nobody would be deceived
  auto kept = detail::decomposition_from_text(ideal, (*texts)[1]);
  REQUIRE(kept);
  forgery(*kept);
  const std::string answer = detail::to_text(ideal, *kept);
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      << detail::packed({(*texts)[0], answer, sum_of((*texts)[0] + answer)});
}

Ideal with(const Ideal& ideal, std::vector<Polynomial> generators) {
  return {ideal.variables(), std::move(generators), ideal.engine()};
}

void shift(Decomposition& kept) {
  Ideal& ideal = kept.components.front().ideal;
  std::vector<Polynomial> generators = ideal.generators();
  generators.front() += Polynomial(Rational(7));
  ideal = with(ideal, std::move(generators));
}

void widen(Decomposition& kept) {
  for (PrimeComponent& component : kept.components) {
    std::vector<Polynomial> generators = component.ideal.generators();
    if (generators.size() < 2) continue;
    generators.pop_back();
    component.ideal = with(component.ideal, std::move(generators));
    return;
  }
}

/// The union of two components, called prime.
void merge(Decomposition& kept) {
  const Ideal second = kept.components.back().ideal;
  kept.components.pop_back();
  Ideal& first = kept.components.front().ideal;
  std::vector<Polynomial> products;
  for (const Polynomial& a : first.generators()) {
    for (const Polynomial& b : second.generators()) products.push_back(a * b);
  }
  first = with(first, std::move(products));
}

void add_a_point(Decomposition& kept) {
  PrimeComponent point = kept.components.front();
  std::vector<Polynomial> generators;
  for (const Variable& variable : point.ideal.variables()) {
    generators.push_back(Polynomial(variable) - Polynomial(Rational(1234)));
  }
  point.ideal = with(point.ideal, std::move(generators));
  kept.components.push_back(std::move(point));
}

void add_claims(Decomposition& kept) {
  kept.radical_input = kept.radical_input == Truth::yes ? Truth::no : Truth::yes;
  for (PrimeComponent& component : kept.components) {
    component.verified = true;
    component.verified_by = {"one irreducible equation, by FLINT", "contains the ideal"};
    component.absolutely_prime = component.absolutely_prime == Truth::yes ? Truth::no : Truth::yes;
    component.complete_intersection = Truth::no;
    ++component.dimension;
    component.degree += 3;
  }
}

void drop(Decomposition& kept) {
  kept.components.pop_back();
}

void leave_unexplored(Decomposition& kept) {
  kept.unexplored.push_back({kept.components.back().ideal, "does not hold the point"});
  kept.components.pop_back();
}

TEST_SUITE("law") {
  TEST_CASE("forged cache: nothing is believed that is not true") {
    const std::vector<std::pair<const char*, Forgery>> forgeries = {
        {"shift", shift},
        {"drop", drop},
        {"widen", widen},
        {"merge", merge},
        {"add a point", add_a_point},
        {"add claims", add_claims},
        {"leave unexplored", leave_unexplored},
        {"nothing", [](Decomposition& kept) { kept.components.clear(); }}};
    for (const char* name : cached_names) {
      for (const auto& [what, forgery] : forgeries) {
        CAPTURE(std::string(name));
        CAPTURE(std::string(what));
        FilledCache cache(name);
        const Ideal ideal = known_ideal(name).by(truthful_engine());
        REQUIRE(cache.first().components.size() > 1);
        for (const fs::path& file : entries(cache.directory())) forge(file, ideal, forgery);
        const Decomposition found = cache.again();
        check_right(known_ideal(name), found);
        CHECK(everything(found, false) == everything(cache.first(), false));
        CHECK(has_cache_incident(found) == !found.from_cache);
        // What was wrong has been replaced.
        CHECK(cache.again().from_cache);
      }
    }
  }

  TEST_CASE("forged cache: the folder is its owner's alone") {
    const Folder scratch;
    const fs::path folder = scratch.path() / "parent" / "cache";
    const auto mode_of = [](const fs::path& path) {
      struct stat status {};
      REQUIRE(stat(path.c_str(), &status) == 0);
      return status.st_mode & 07777U;
    };
    const auto ask = [&] {
      const Engine engine = truthful_engine().with_own_setbacks();
      const Decomposition found = decomposed("m2_doc_example", folder, engine);
      check_right(known_ideal("m2_doc_example"), found);
      CHECK(has_cache_incident(found) == !engine.setbacks().all().empty());
      CHECK_FALSE(engine.setbacks().lost_something());
      return has_cache_incident(found);
    };
    CHECK_FALSE(ask());
    CHECK(mode_of(folder) == 0700);
    REQUIRE(entries(folder).size() == 1);
    CHECK(mode_of(entries(folder).front()) == 0600);
    // Nobody else can have written there.
    REQUIRE(chmod(folder.c_str(), 0755) == 0);
    CHECK_FALSE(ask());
    CHECK(mode_of(folder) == 0700);
    for (const mode_t mode : {0770U, 0720U, 0702U, 0777U, 01777U}) {
      REQUIRE(chmod(folder.c_str(), mode) == 0);
      CHECK(ask());
      CHECK(mode_of(folder) == mode);
    }
    REQUIRE(chmod(folder.c_str(), 0700) == 0);
    if (geteuid() == 0) {
      constexpr uid_t somebody = 65534;
      REQUIRE(chown(folder.c_str(), somebody, static_cast<gid_t>(-1)) == 0);
      CHECK(ask());
      REQUIRE(chown(folder.c_str(), 0, static_cast<gid_t>(-1)) == 0);
    }
    CHECK_FALSE(ask());
  }

  TEST_CASE("forged cache: entries that others can write to are not read") {
    FilledCache cache("m2_doc_example");
    for (const fs::path& file : entries(cache.directory())) {
      REQUIRE(chmod(file.c_str(), 0666) == 0);
    }
    const Decomposition found = cache.again();
    CHECK_FALSE(found.from_cache);
    CHECK(has_cache_incident(found));
  }
}

}  // namespace
