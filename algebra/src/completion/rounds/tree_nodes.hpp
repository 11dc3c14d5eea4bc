// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Of a base: −1 stands for "not known".
[[nodiscard]] std::optional<int> known_dimension(int dimension);

/// A node without children, on a base of this dimension.
[[nodiscard]] TreeNode end_node(const std::string& operation,
                                const std::string& why,
                                int dimension);

/// Of a node whose children are all the parts of its variety: the largest of theirs.
void set_dimension_from_parts(TreeNode& node);

/// Gives nodes of the tree the names that their leaves have got.
void rename_leaves(TreeNode& tree, const std::map<std::string, std::string>& names);

}  // namespace leafwise::algebra::detail
