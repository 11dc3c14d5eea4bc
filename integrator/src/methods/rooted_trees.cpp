// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/rooted_trees.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {
namespace {

/// `trunk` with the tree at `branch_place` as one more, last, child of its root. This is Butcher's
/// product of trees: every tree but the single vertex is such a product.
RootedTree graft(const std::vector<RootedTree>& trees,
                 const RootedTree& trunk,
                 std::size_t branch_place) {
  const RootedTree& branch = trees[branch_place];
  RootedTree tree;
  tree.order = trunk.order + branch.order;
  tree.children = trunk.children;
  tree.children.push_back(branch_place);
  // γ(trunk) / |trunk| is the product of its children's densities: the division is exact.
  tree.density = trunk.density / trunk.order * branch.density * tree.order;
  tree.notation = "[";
  for (const std::size_t child : tree.children) {
    tree.notation += trees[child].notation;
  }
  tree.notation += "]";
  return tree;
}

/// The product with the branch as the smallest child is unique: grafting only such branches lists
/// every tree once.
bool stays_smallest_child(const RootedTree& trunk, std::size_t branch_place) {
  return trunk.children.empty() || branch_place <= trunk.children.back();
}

std::vector<RootedTree> generate_trees() {
  std::vector<RootedTree> trees(1);
  // Trees of order k stand at begin_of_order[k] … begin_of_order[k + 1] − 1; entry 0 is unused.
  std::vector<std::size_t> begin_of_order = {0, 0, 1};
  for (std::size_t order = 2; order <= max_tree_order; ++order) {
    for (std::size_t trunk_order = 1; trunk_order < order; ++trunk_order) {
      const std::size_t branch_order = order - trunk_order;
      for (std::size_t trunk = begin_of_order[trunk_order]; trunk < begin_of_order[trunk_order + 1];
           ++trunk) {
        for (std::size_t branch = begin_of_order[branch_order];
             branch < begin_of_order[branch_order + 1];
             ++branch) {
          if (stays_smallest_child(trees[trunk], branch)) {
            trees.push_back(graft(trees, trees[trunk], branch));
          }
        }
      }
    }
    begin_of_order.push_back(trees.size());
  }
  return trees;
}

}  // namespace

const std::vector<RootedTree>& rooted_trees() {
  static const std::vector<RootedTree> trees = generate_trees();
  return trees;
}

std::span<const RootedTree> rooted_trees_of_order(int order) {
  LEAFWISE_DEMAND(1 <= order && order <= max_tree_order, std::to_string(order));
  const auto range = std::ranges::equal_range(rooted_trees(), order, {}, &RootedTree::order);
  return {range.begin(), range.end()};
}

}  // namespace leafwise::integrator
