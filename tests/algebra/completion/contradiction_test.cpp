// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "differential_systems.hpp"

// Who is to blame when there are no solutions, and which equations say nothing new.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Sources = std::vector<std::string>;

Sources blamed(const DifferentialSystem& system) {
  const Completion found = completed(system);
  CHECK(found.complete);
  REQUIRE(found.leaves.size() == 1);
  const Leaf& leaf = found.leaves.front();
  CHECK(leaf.status == LeafStatus::inconsistent);
  CHECK(leaf.dimension == -1);
  return leaf.because;
}

}  // namespace

TEST_SUITE("algebra") {
  TEST_CASE("contradiction: the equations that contradict each other, and no others") {
    CHECK(blamed(read_system({"x", "y"}, {"x - 1", "y' - x", "x - 2"})) ==
          Sources{"equation 1", "equation 3"});
    // Only after differentiation.
    CHECK(blamed(read_system({"x", "y", "z"}, {"z' - z", "x' - y", "y' - 1", "x - t^2"})) ==
          Sources{"equation 2", "equation 3", "equation 4"});
    CHECK(blamed(read_system({"x"}, {"1"})) == Sources{"equation 1"});
  }

  TEST_CASE("contradiction: an inequation may be to blame") {
    DifferentialSystem system = read_system({"x", "y"}, {"y' - y", "x"});
    system.inequations = {JetReader({"x", "y"}).read("x")};
    CHECK(blamed(system) == Sources{"equation 2", "inequation 1"});
  }

  TEST_CASE("contradiction: definitions of auxiliaries are never to blame") {
    DifferentialSystem system = read_system({"x", "w"}, {"x + 1", "w^2 - x", "w - 1"});
    system.equations[1].is_definition = true;
    CHECK(blamed(system) == Sources{"equation 1", "equation 3"});
  }

  TEST_CASE("contradiction: one among many") {
    constexpr int count = 60;
    Texts unknowns;
    Texts equations;
    for (int i = 0; i < count; ++i) {
      unknowns.push_back("x" + std::to_string(i));
      equations.push_back(unknowns.back() + "' - " + std::to_string(i));
    }
    equations.emplace_back("x17");
    CHECK(blamed(read_system(unknowns, equations)) == Sources{"equation 18", "equation 61"});
  }

  TEST_CASE("redundancy: what follows without differentiation") {
    const Completion found = completed(
        read_system({"x", "y"}, {"x' - y", "0", "2*x' - 2*y", "y' + x", "t*y' + t*x + y - x'"}));
    CHECK(found.redundant == Sources{"equation 2", "equation 3", "equation 5"});
  }
}
