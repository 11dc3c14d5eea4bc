// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "differential_systems.hpp"
#include "random_differential_system.hpp"
#include "support/seed.hpp"

// Both ways of completing count what is free alike: by ranks of rows, and by dimensions of
// elimination ideals.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

constexpr std::chrono::seconds time_for_one{5};

void check_counts(const Leaf& ours, const Leaf& other) {
  CHECK(ours.status == other.status);
  CHECK(ours.dimension == other.dimension);
  CHECK(ours.rank == other.rank);
  CHECK(ours.freedom == other.freedom);
  CHECK(ours.state_dimension == other.state_dimension);
  CHECK(ours.motion_is_free == other.motion_is_free);
  CHECK(std::set<Variable>(ours.free.begin(), ours.free.end()) ==
        std::set<Variable>(other.free.begin(), other.free.end()));
}

/// Counts of equal leaves. @return how many were compared; −1: a limit
int compared(const DifferentialSystem& system, bool& is_free) {
  const Limits limits = Limits::within(time_for_one);
  const Completion completion = completed(system, limits);
  const auto found = complete_by_elimination(system, test_completion_options(), limits);
  if (!completion.complete || !found) return -1;
  int count = 0;
  for (const EliminationLeaf& plain : found.value()) {
    const Outcome<Leaf> other = counted(system, plain, limits);
    if (!other) return -1;
    for (const Leaf& ours : completion.leaves) {
      if (ours.status == LeafStatus::inconsistent) continue;
      const Outcome<Ideal> ideal = full_ideal(ours, limits);
      const Outcome<Ideal> again = full_ideal(other.value(), limits);
      if (!ideal || !again) return -1;
      const auto same = [&](const Ideal& right) {
        return value_of_outcome(
            is_equal(ideal.value(), in_ring_of(ideal.value(), right), patient()));
      };
      if (!same(plain.ideal)) continue;
      CHECK(same(again.value()));
      check_counts(ours, other.value());
      is_free = is_free || ours.freedom > 0;
      ++count;
    }
  }
  return count;
}

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("counts: what is free is no initial value") {
    const DifferentialSystem system = read_system({"x", "y"}, {"x*x'^2 + x", "-2*x^2 + 2*x*y"});
    const auto found =
        value_of_outcome(complete_by_elimination(system, test_completion_options(), patient()));
    bool has_free = false;
    for (const EliminationLeaf& plain : found) {
      const Leaf leaf = value_of_outcome(counted(system, plain, patient()));
      if (leaf.freedom == 0) continue;
      has_free = true;
      CHECK(leaf.dimension == 1);
      CHECK(leaf.state_dimension == 1);
      CHECK_FALSE(leaf.motion_is_free);
      CHECK(leaf.free == std::vector<Variable>{{Role::unknown, "y", 0}});
    }
    CHECK(has_free);
  }

  TEST_CASE("counts: a free function that no equation is affine in is no initial value, either") {
    const Completion found = completed(read_system({"x", "u"}, {"x' - u^2"}));
    REQUIRE(found.leaves.size() == 1);
    CHECK(found.leaves.front().freedom == 1);
    CHECK(found.leaves.front().state_dimension == 2);  // t and x
  }
}

TEST_SUITE("law") {
  TEST_CASE("counts: both ways count alike") {
    auto random = make_generator("counts of both ways");
    RandomDifferentialSystem systems(random);
    const std::uint64_t runs = 60 * multiplier();
    std::uint64_t skipped = 0;
    std::uint64_t underdetermined = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      DifferentialSystem system = systems.next();
      // Each unknown to its own order: those without derivatives are tops themselves.
      if (random() % 2 == 0) system.orders.clear();
      if (random() % 2 == 0 && system.equations.size() > 1) system.equations.pop_back();
      CAPTURE(to_text(system));
      bool is_free = false;
      if (compared(system, is_free) < 0) ++skipped;
      if (is_free) ++underdetermined;
    }
    CHECK(10 * skipped <= runs);
    CHECK(4 * underdetermined >= runs);
  }
}
