// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/decomposition_report.hpp"

#include <algorithm>

namespace leafwise::pipeline {

namespace {

const ReportedNode* find_below(const ReportedNode& node, const std::string& name) {
  if (node.name == name) return &node;
  for (const ReportedNode& child : node.children) {
    const bool is_on_the_way = name == child.name || name.starts_with(child.name + ".");
    if (is_on_the_way) return find_below(child, name);
  }
  return nullptr;
}

}  // namespace

bool ReportedLeaf::is_complete() const {
  return status == "involutive" || status == "underdetermined";
}

bool DecompositionReport::is_uncompleted() const {
  return leaves.empty() && tree.operation == uncompleted_operation;
}

const ReportedLeaf* DecompositionReport::find_leaf(const std::string& name) const {
  const auto found = std::find_if(leaves.begin(), leaves.end(), [&](const ReportedLeaf& leaf) {
    return leaf.name == name || (!leaf.alias.empty() && leaf.alias == name);
  });
  return found == leaves.end() ? nullptr : &*found;
}

const ReportedNode* DecompositionReport::find_node(const std::string& name) const {
  return find_below(tree, name);
}

}  // namespace leafwise::pipeline
