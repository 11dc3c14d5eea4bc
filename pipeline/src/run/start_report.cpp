// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/start_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leaves/leaf_names.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Coefficients that nobody would read are left out.
std::optional<algebra::Expression> readable(const algebra::Expression& coefficient) {
  constexpr std::size_t most = 2000;
  if (coefficient.size() > most) return std::nullopt;
  return coefficient;
}

StartCombined combined_of(const algebra::CombinedLine& line) {
  StartCombined combined{line.line, line.source, {}, line.put_in};
  for (const algebra::CombinedLine::Row& row : line.rows) {
    combined.rows.push_back(
        {row.source, row.times, line.put_in.empty() ? readable(row.coefficient) : std::nullopt});
  }
  return combined;
}

std::optional<double> if_finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

/// Steps of the completion: the nodes of its tree.
std::uint64_t count_steps(const ReportNode& node) {
  std::uint64_t count = 1;
  for (const ReportNode& child : node.children) count += count_steps(child);
  return count;
}

/// What the completion says of the leaf at the start must not contradict what was proved of it.
void add_contradiction(DecompositionReport& report) {
  const Leaf* leaf = report.find_leaf(here);
  if (leaf == nullptr || !leaf->numbers.physical_dimension) return;
  if (report.start->standing != StartStanding::proved || !report.start->size) return;
  const int dimension = report.start->size->dimension;
  if (*leaf->numbers.physical_dimension == dimension) return;
  report.incidents.push_back(
      {fmt::format("the completed leaf has dimension {}, the one at the start {}",
                   *leaf->numbers.physical_dimension,
                   dimension),
       "knowledge beside the run",
       "one of them is wrong: please report it"});
}

}  // namespace

DecompositionReport report_without_completion(const Problem& problem,
                                              const std::string& sha256,
                                              std::uint64_t seed) {
  DecompositionReport report;
  report.version = std::string(version);
  report.title = problem.source.title;
  report.sha256 = sha256;
  report.independent = problem.model.independent;
  report.unknowns = problem.model.unknowns;
  report.parameters = parameter_texts(problem.model);
  report.completed_by = CompletedBy::nothing;
  report.complete = false;
  report.seed = seed;
  report.tree.name = "root";
  return report;
}

StartLeaf start_leaf_of(const Model& model, const algebra::LocalLeaf& found) {
  StartLeaf leaf;
  leaf.standing = found.one_leaf == Truth::yes ? StartStanding::proved
                  : found.is_numeric           ? StartStanding::numeric
                                               : StartStanding::unfinished;
  leaf.reason = found.reason;
  if (found.is_exact_structure || found.is_usable()) {
    leaf.size = StartSize{static_cast<int>(found.dimension),
                          static_cast<int>(found.freedom),
                          std::nullopt,
                          static_cast<int>(found.index_at_most)};
    if (model.mechanics && found.freedom == 0) {
      leaf.size->degrees_of_freedom = (leaf.size->dimension - 1) / 2;
    }
  }
  for (const algebra::HiddenEquation& line : found.hidden) {
    leaf.hidden.push_back({line.line, line.source, line.times});
  }
  for (const algebra::RedundantLine& line : found.redundant) {
    leaf.redundant.push_back({line.line, line.source, line.order});
  }
  for (const algebra::CombinedLine& line : found.combined) {
    leaf.combined.push_back(combined_of(line));
  }
  leaf.numeric = found.numeric;
  if (found.one_leaf == Truth::yes) leaf.precision = static_cast<int>(found.precision);
  for (const algebra::LocalPoint& jet : found.point) {
    leaf.point.push_back({jet.variable, if_finite(jet.value), if_finite(jet.radius), jet.is_free});
  }
  leaf.residual = if_finite(found.residual);
  leaf.moved = if_finite(found.moved);
  leaf.seconds = found.seconds;
  return leaf;
}

DecompositionReport report_at_start(const Problem& problem,
                                    const algebra::LocalLeaf& found,
                                    const std::string& sha256,
                                    std::uint64_t seed) {
  DecompositionReport report = report_without_completion(problem, sha256, seed);
  for (const std::string& name : problem.model.unknowns) {
    report.orders.emplace_back(name, problem.model.polynomial.orders.at(name));
  }
  report.reason = found.is_usable() ? "only the leaf at the start was requested" : found.reason;
  report.tree.operation = "local";
  report.tree.why = "the leaf at the start, from the equations as written";
  report.tree.leaf = here;
  report.start = start_leaf_of(problem.model, found);
  report.knowledge = Knowledge{};
  return report;
}

Knowledge knowledge_from(const DecompositionReport& completed) {
  if (completed.complete) return {Knowledge::Extent::complete};
  return {Knowledge::Extent::cut, count_steps(completed.tree)};
}

DecompositionReport with_knowledge(const DecompositionReport& at_start, const FoundBeside& found) {
  DecompositionReport report = found.report.value_or(at_start);
  report.start = at_start.start;
  report.knowledge = Knowledge{Knowledge::Extent::cut, found.jobs};
  if (!found.report) return report;
  report.knowledge = Knowledge{Knowledge::Extent::complete};
  add_contradiction(report);
  return report;
}

}  // namespace leafwise::pipeline::detail
