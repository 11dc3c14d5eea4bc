// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/decomposition_report.hpp"

#include <algorithm>

namespace leafwise::pipeline {

namespace {

const ReportNode* find_below(const ReportNode& node, const std::string& name) {
  if (node.name == name) return &node;
  for (const ReportNode& child : node.children) {
    const bool is_on_the_way = name == child.name || name.starts_with(child.name + ".");
    if (is_on_the_way) return find_below(child, name);
  }
  return nullptr;
}

}  // namespace

bool Leaf::is_complete() const {
  return status == LeafStatus::involutive || status == LeafStatus::underdetermined;
}

bool DecompositionReport::is_uncompleted() const {
  return completed_by == CompletedBy::nothing && !start;
}

const Leaf* DecompositionReport::find_leaf(const std::string& name) const {
  const auto found = std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
    return leaf.name == name || (!leaf.alias.empty() && leaf.alias == name);
  });
  return found == leaves.end() ? nullptr : &*found;
}

const ReportNode* DecompositionReport::find_node(const std::string& name) const {
  return find_below(tree, name);
}

}  // namespace leafwise::pipeline
