// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/leaf_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace leafwise::pipeline::detail {

namespace {

constexpr std::size_t most_constraints = 4;
constexpr unsigned most_degree = 2;

bool is_own(const Leaf& leaf) {
  return leaf.is_complete() && leaf.origin.inside.empty();
}

void rename_in(ReportNode& node, const std::string& from, const std::string& to) {
  if (node.leaf == from) node.leaf = to;
  for (ReportNode& child : node.children) rename_in(child, from, to);
}

void rename(DecompositionReport& report, Leaf& leaf, const std::string& to) {
  const std::string from = leaf.name;
  rename_in(report.tree, from, to);
  for (Leaf& other : report.leaves) {
    if (other.origin.inside == from) other.origin.inside = to;
  }
  leaf.name = to;
}

bool is_number_of_a_leaf(const std::string& name) {
  return name.size() > 1 && name.front() == 'g' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The names g1, g2, … of a report in which leaves are missing would be those of others.
void drop_numbers(DecompositionReport& report) {
  std::size_t count = 0;
  for (Leaf& leaf : report.leaves) {
    if (is_number_of_a_leaf(leaf.name)) rename(report, leaf, fmt::format("other{}", ++count));
  }
}

}  // namespace

std::string name_with_alias(const Leaf& leaf) {
  return leaf.alias.empty() ? leaf.name : leaf.name + " (" + leaf.alias + ")";
}

void call_here(DecompositionReport& report, const std::string& name, bool has_global_names) {
  const auto named = [&](const std::string& wanted) {
    return std::find_if(report.leaves.begin(), report.leaves.end(), [&](const Leaf& leaf) {
      return leaf.name == wanted;
    });
  };
  if (name == here || named(name) == report.leaves.end()) return;
  // A saved report of a run on another leaf.
  if (const auto former = named(here); former != report.leaves.end()) {
    rename(report, *former, former->alias.empty() ? "other0" : former->alias);
    former->alias.clear();
  }
  const auto leaf = named(name);
  const bool is_global = has_global_names && !name.starts_with("other");
  // `name` may be the leaf's own, which changes.
  const std::string alias = is_global ? name : "";
  rename(report, *leaf, here);
  leaf->alias = alias;
  if (!has_global_names) drop_numbers(report);
}

void name_steered_leaf(DecompositionReport& report) {
  if (std::count_if(report.leaves.begin(), report.leaves.end(), &is_own) != 1) return;
  const bool is_whole =
      report.complete &&
      std::none_of(report.leaves.begin(), report.leaves.end(), [](const Leaf& leaf) {
        return leaf.status == LeafStatus::unexplored || leaf.status == LeafStatus::unfinished;
      });
  const auto leaf = std::find_if(report.leaves.begin(), report.leaves.end(), &is_own);
  call_here(report, leaf->name, is_whole);
}

Outcome<Selection> with_name(DecompositionReport& report, Outcome<Selection> selection) {
  if (!selection || report.is_uncompleted() || selection.value().branch == "root") return selection;
  Selection named = std::move(selection).value();
  call_here(report, named.branch, report.complete);
  named.branch = here;
  named.exact.name = here;
  return named;
}

bool has_few_quadrics(const Model& model) {
  if (!model.mechanics || !model.polynomial.mechanics) return false;
  const auto& constraints = model.polynomial.mechanics->constraints;
  return constraints.size() <= most_constraints && model.polynomial.auxiliaries.empty() &&
         std::all_of(constraints.begin(), constraints.end(), [](const auto& constraint) {
           return constraint.degree() <= most_degree;
         });
}

}  // namespace leafwise::pipeline::detail
