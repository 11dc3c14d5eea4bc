// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "mechanical_systems.hpp"
#include "support/seed.hpp"

// Positions with singular points: what lies over them is found, and nothing else is said of them
// than where nobody knows that they are positions.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

int from(std::mt19937_64& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

std::string number(int value) {
  return "(" + std::to_string(value) + ")";
}

/// (y − y0)² = a·(x − x0)² + b·(x − x0)³ with b not 0: irreducible, and singular in (x0, y0), which
/// is a node (with real tangents or not) or, with a = 0, a cusp.
std::string singular_cubic(std::mt19937_64& random, const std::string& x, const std::string& y) {
  const std::string u = "(" + x + " - " + number(from(random, -2, 2)) + ")";
  const std::string v = "(" + y + " - " + number(from(random, -2, 2)) + ")";
  const int b = from(random, 1, 3) * (from(random, 0, 1) == 0 ? 1 : -1);
  return v + "^2 - " + number(from(random, -4, 4)) + "*" + u + "^2 - " + number(b) + "*" + u + "^3";
}

/// Without multipliers, in the variables of the motion.
std::vector<Ideal> motions_of(const Completion& found, const Texts& multipliers) {
  std::vector<Ideal> motions;
  for (const Leaf& leaf : found.leaves) {
    const Ideal full = value_of_outcome(full_ideal(leaf, patient()));
    std::vector<Variable> eliminated;
    for (const Variable& variable : full.variables()) {
      const auto& names = multipliers;
      if (std::find(names.begin(), names.end(), variable.name) != names.end()) {
        eliminated.push_back(variable);
      }
    }
    const Ideal motion = value_of_outcome(elimination(full, eliminated, patient()));
    std::vector<Variable> variables = full.variables();
    std::erase_if(variables, [&](const Variable& variable) {
      return std::find(eliminated.begin(), eliminated.end(), variable) != eliminated.end();
    });
    std::sort(variables.begin(), variables.end());
    motions.emplace_back(variables, motion.generators(), motion.engine());
  }
  return motions;
}

bool is_among(const Ideal& motion, const std::vector<Ideal>& others) {
  return std::any_of(others.begin(), others.end(), [&](const Ideal& other) {
    return other.variables() == motion.variables() &&
           value_of_outcome(is_equal(motion, other, patient()));
  });
}

/// Lengths in the order crank, coupler, follower, base. Two of them are together as long as the
/// others, so it can lie flat; they are not the same two lengths, so its positions do not split.
std::array<int, 4> flat_lengths(std::mt19937_64& random) {
  while (true) {
    std::array<int, 4> lengths{from(random, 1, 4), from(random, 1, 4), from(random, 1, 4), 0};
    lengths[3] = lengths[0] + lengths[1] - lengths[2];
    const bool are_same = lengths[2] == lengths[0] || lengths[2] == lengths[1];
    if (lengths[3] < 1 || are_same) continue;
    std::shuffle(lengths.begin(), lengths.end(), random);
    return lengths;
  }
}

}  // namespace

TEST_SUITE("law") {
  // Plain equations do not know which of them are positions: their rank drops are decomposed whole.
  TEST_CASE("singular positions: the leaves are those of plain equations") {
    auto random = make_generator("singular positions");
    for (std::uint64_t round = 0; round < 4 * multiplier(); ++round) {
      // Gravity acts on y only, so that z may rest where the curve is singular.
      const Texts names = {"x", from(random, 0, 1) == 0 ? "y" : "z"};
      const Texts constraints = {singular_cubic(random, names[0], names[1])};
      CAPTURE(constraints.front());
      const Completion mechanics = completed(bodies(names, constraints));
      const Completion equations = completed(plain(names, constraints));
      CHECK(mechanics.complete);
      CHECK(equations.complete);
      REQUIRE(!mechanics.leaves.empty());
      const std::vector<Ideal> ours =
          motions_of(mechanics, {mechanics.leaves.front().multipliers.front().name});
      const std::vector<Ideal> theirs = motions_of(equations, {"l0"});
      CHECK(ours.size() == theirs.size());
      for (const Ideal& motion : ours) CHECK(is_among(motion, theirs));
    }
  }
}

TEST_SUITE("slow") {
  TEST_CASE("singular positions: linkages that can lie flat have one leaf, and that is all") {
    auto random = make_generator("flat linkages");
    for (std::uint64_t round = 0; round < multiplier(); ++round) {
      const auto [crank, coupler, follower, base] = flat_lengths(random);
      const Texts constraints = linkage(crank, coupler, follower, base);
      CAPTURE(constraints[0] + ", " + constraints[1] + ", " + constraints[2]);
      const Completion found = complete(
          bodies({"x1", "y1", "x2", "y2"}, constraints), test_completion_options(), Limits{});
      CHECK(found.complete);
      CHECK(found.reason == "");
      REQUIRE(found.leaves.size() == 1);
      const Leaf& leaf = found.leaves.front();
      CHECK(leaf.status == LeafStatus::involutive);
      CHECK(leaf.prime == Truth::yes);
      CHECK(leaf.rank_drops_followed == Truth::yes);
      CHECK(leaf.generic_degrees_of_freedom == 1);
      CHECK(leaf.dimension == 3);
    }
  }
}
