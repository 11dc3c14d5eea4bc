// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "differential_systems.hpp"
#include "leafwise/algebra/completion.hpp"
#include "random_differential_system.hpp"
#include "support/seed.hpp"

// What the nodes of the tree say of the base beside what can be computed from their equations.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Visit = std::function<void(const TreeNode& parent, const TreeNode& child)>;

void for_each_child(const TreeNode& node, const Visit& visit) {
  for (const TreeNode& child : node.children) {
    visit(node, child);
    for_each_child(child, visit);
  }
}

/// Nodes whose equations generate a prime of the base.
bool tells_its_prime(const TreeNode& node) {
  return node.operation == "prime" || node.operation == "leaf";
}

/// @return how many dimensions were compared with those of ideals
int check_dimensions(const Completion& found) {
  int compared = 0;
  for_each_child(found.tree, [&](const TreeNode& parent, const TreeNode& child) {
    CAPTURE(child.operation);
    CAPTURE(child.why);
    // Each step adds conditions.
    if (parent.dimension && child.dimension) CHECK(*child.dimension <= *parent.dimension);
    if (child.operation == "prolongation") CHECK(child.dimension == parent.dimension);
    if (!tells_its_prime(child) || !child.dimension) return;
    const Ideal prime(found.base_variables, child.equations, test_completion_options().engine);
    CHECK(value_of_outcome(prime.dimension(patient())) == *child.dimension);
    ++compared;
  });
  return compared;
}

const TreeNode* node_of(const TreeNode& tree, const std::string& operation) {
  if (tree.operation == operation) return &tree;
  for (const TreeNode& child : tree.children) {
    if (const TreeNode* found = node_of(child, operation)) return found;
  }
  return nullptr;
}

TEST_SUITE("law") {
  TEST_CASE("completion trees: dimensions are those of the equations") {
    auto random = make_generator("dimensions in completion trees");
    RandomDifferentialSystem systems(random);
    int compared = 0;
    const std::uint64_t runs = 40 * multiplier();
    for (std::uint64_t run = 0; run < runs; ++run) {
      const DifferentialSystem system = systems.next();
      CAPTURE(to_text(system));
      const Completion found = completed(system, Limits::within(std::chrono::seconds(5)));
      compared += check_dimensions(found);
    }
    CHECK(compared >= static_cast<int>(runs));
  }
}

TEST_SUITE("unit") {
  TEST_CASE("completion trees: dimensions of a pendulum") {
    const Completion found = completed(read_system(
        {"x", "y", "l"}, {"x'' + l*x", "y'' + l*y + 1", "x^2 + y^2 - 1"}, {{"x", 2}, {"y", 2}}));
    // t, x, x', y, y', and the multiplier, of which nothing is known before it is solved for
    const int all = static_cast<int>(found.base_variables.size());
    CHECK(found.tree.dimension == all);
    const TreeNode* split = node_of(found.tree, "split");
    REQUIRE(split != nullptr);
    CHECK(split->dimension == all - 1);
    const TreeNode* condition = node_of(found.tree, "condition");
    REQUIRE(condition != nullptr);
    CHECK(condition->dimension == all - 2);
    CHECK(check_dimensions(found) >= 3);
  }

  TEST_CASE("completion trees: what has no points, and what was not looked into") {
    const Completion none = completed(read_system({"x"}, {"x - 1", "x - 2"}, {{"x", 1}}));
    const TreeNode* split = node_of(none.tree, "split");
    REQUIRE(split != nullptr);
    CHECK(split->dimension == -1);
    CompletionOptions options = test_completion_options();
    options.point.emplace();
    options.point->set({Role::unknown, "x", 0}, Rational(0));
    options.point->set({Role::unknown, "y", 0}, Rational(2));
    const DifferentialSystem system = read_system({"x", "y"}, {"x*y", "x' - x"}, {{"y", 1}});
    const Completion steered = complete(system, options, patient());
    const TreeNode* left = node_of(steered.tree, "unexplored");
    REQUIRE(left != nullptr);
    CHECK_FALSE(left->dimension);
    split = node_of(steered.tree, "split");
    REQUIRE(split != nullptr);
    CHECK_FALSE(split->dimension);
  }

  TEST_CASE("completion trees: critical loci have dimensions") {
    CompletionOptions options = test_completion_options();
    options.critical = true;
    const Completion found = complete(read_system({"y"}, {"y - t*y' - y'^2"}), options, patient());
    const TreeNode* locus = node_of(found.tree, "critical locus");
    REQUIRE(locus != nullptr);
    // Of the surface in (t, y, y') the curve where y' = -t/2.
    CHECK(locus->dimension == 1);
    check_dimensions(found);
  }
}

}  // namespace
