// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/rooted_trees.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {
namespace {

std::int64_t density_of(const std::string& notation) {
  const auto found = std::ranges::find(rooted_trees(), notation, &RootedTree::notation);
  REQUIRE_MESSAGE(found != rooted_trees().end(), notation);
  return found->density;
}

std::int64_t factorial(int n) {
  std::int64_t product = 1;
  for (int factor = 2; factor <= n; ++factor) {
    product *= factor;
  }
  return product;
}

/// σ(t), the number of automorphisms: Π σ(t_k) times the factorial of each multiplicity.
std::vector<std::int64_t> symmetries_of_all_trees() {
  std::vector<std::int64_t> symmetries;
  for (const RootedTree& tree : rooted_trees()) {
    std::int64_t symmetry = 1;
    std::int64_t repetition = 0;
    for (std::size_t k = 0; k < tree.children.size(); ++k) {
      const bool repeated = k > 0 && tree.children[k] == tree.children[k - 1];
      repetition = repeated ? repetition + 1 : 1;
      symmetry *= symmetries[tree.children[k]] * repetition;
    }
    symmetries.push_back(symmetry);
  }
  return symmetries;
}

}  // namespace

TEST_CASE("the numbers of rooted trees are those of OEIS A000081") {
  const std::array<std::size_t, max_tree_order> expected = {1, 1, 2, 4, 9, 20, 48, 115, 286, 719};
  for (int order = 1; order <= max_tree_order; ++order) {
    CAPTURE(order);
    CHECK(rooted_trees_of_order(order).size() == expected[static_cast<std::size_t>(order - 1)]);
  }
  CHECK(rooted_trees().size() == 1205);
}

TEST_CASE("every tree is listed once, after its subtrees, with the right number of vertices") {
  std::set<std::vector<std::size_t>> seen;
  for (std::size_t place = 0; place < rooted_trees().size(); ++place) {
    const RootedTree& tree = rooted_trees()[place];
    CAPTURE(tree.notation);
    int vertices = 1;
    for (const std::size_t child : tree.children) {
      REQUIRE(child < place);
      vertices += rooted_trees()[child].order;
    }
    CHECK(tree.order == vertices);
    CHECK(std::ranges::is_sorted(tree.children, std::ranges::greater{}));
    CHECK(seen.insert(tree.children).second);
  }
}

// Hairer, Nørsett, Wanner I, Table II.2.1 and II.2.2.
TEST_CASE("densities of the trees up to order 4, and of some of order 5") {
  CHECK(density_of(".") == 1);
  CHECK(density_of("[.]") == 2);
  CHECK(density_of("[..]") == 3);
  CHECK(density_of("[[.]]") == 6);
  CHECK(density_of("[...]") == 4);
  CHECK(density_of("[[.].]") == 8);
  CHECK(density_of("[[..]]") == 12);
  CHECK(density_of("[[[.]]]") == 24);
  CHECK(density_of("[....]") == 5);
  CHECK(density_of("[[.]..]") == 10);
  CHECK(density_of("[[.][.]]") == 20);
  CHECK(density_of("[[..].]") == 15);
  CHECK(density_of("[[[[.]]]]") == 120);
}

TEST_CASE("the densities count the increasing labellings of all trees") {
  // n! / (σ γ) is the number of ways to label t increasingly from its root; each of the (n − 1)!
  // increasing labelled trees with n vertices belongs to one t.
  const std::vector<std::int64_t> symmetries = symmetries_of_all_trees();
  std::vector<std::int64_t> labellings(max_tree_order + 1, 0);
  for (std::size_t place = 0; place < rooted_trees().size(); ++place) {
    const RootedTree& tree = rooted_trees()[place];
    CAPTURE(tree.notation);
    const std::int64_t divisor = symmetries[place] * tree.density;
    CHECK(factorial(tree.order) % divisor == 0);
    labellings[static_cast<std::size_t>(tree.order)] += factorial(tree.order) / divisor;
  }
  for (int order = 1; order <= max_tree_order; ++order) {
    CAPTURE(order);
    CHECK(labellings[static_cast<std::size_t>(order)] == factorial(order - 1));
  }
}

TEST_CASE("orders without trees in the list are refused") {
  CHECK_THROWS_AS((void)rooted_trees_of_order(0), BrokenInvariant);
  CHECK_THROWS_AS((void)rooted_trees_of_order(max_tree_order + 1), BrokenInvariant);
}

}  // namespace leafwise::integrator
