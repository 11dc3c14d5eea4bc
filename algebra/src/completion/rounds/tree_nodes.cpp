// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rounds/tree_nodes.hpp"

#include <algorithm>

namespace leafwise::algebra::detail {

std::optional<int> known_dimension(int dimension) {
  return dimension < 0 ? std::nullopt : std::optional<int>(dimension);
}

TreeNode end_node(const std::string& operation, const std::string& why, int dimension) {
  return {operation, why, {}, 0, {}, {}, known_dimension(dimension)};
}

void set_dimension_from_parts(TreeNode& node) {
  node.dimension = -1;
  for (const TreeNode& part : node.children) {
    if (!part.dimension) {
      node.dimension.reset();
      return;
    }
    node.dimension = std::max(*node.dimension, *part.dimension);
  }
}

void rename_leaves(TreeNode& tree, const std::map<std::string, std::string>& names) {
  if (const auto name = names.find(tree.leaf); name != names.end()) tree.leaf = name->second;
  for (TreeNode& child : tree.children) rename_leaves(child, names);
}

}  // namespace leafwise::algebra::detail
