// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/local_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leaves/free_values.hpp"
#include "leaves/leaf_names.hpp"
#include "leaves/local_hand_over.hpp"
#include "model/analytic_system.hpp"
#include "model/start_values.hpp"
#include "run/run_plan.hpp"
#include "run/uncompleted_methods.hpp"

namespace leafwise::pipeline::detail {

namespace {

Leaf leaf_of(const Problem& problem, const algebra::LocalLeaf& found) {
  Leaf leaf;
  leaf.name = here;
  leaf.numbers.dimension = static_cast<int>(found.dimension);
  leaf.numbers.freedom = static_cast<int>(found.freedom);
  leaf.numbers.initial_values = static_cast<int>(found.dimension) - 1;
  leaf.numbers.motion = found.freedom == 0 ? Motion::determined : Motion::free;
  if (problem.model.mechanics && found.freedom == 0) {
    leaf.numbers.degrees_of_freedom = static_cast<int>(found.dimension - 1) / 2;
  }
  leaf.proofs.prime = found.one_leaf;
  for (const algebra::RedundantLine& line : found.redundant) {
    leaf.origin.redundant.push_back(line.source);
  }
  return leaf;
}

DecompositionReport report_of(const Problem& problem,
                              const algebra::LocalLeaf& found,
                              const std::string& sha256,
                              std::uint64_t seed) {
  DecompositionReport report;
  report.version = std::string(version);
  report.title = problem.source.title;
  report.sha256 = sha256;
  report.independent = problem.model.independent;
  report.unknowns = problem.model.unknowns;
  for (const std::string& name : problem.model.unknowns) {
    report.orders.emplace_back(name, problem.model.polynomial.orders.at(name));
  }
  report.parameters = parameter_texts(problem.model);
  report.completed_by = CompletedBy::nothing;
  report.complete = false;
  report.reason = found.is_usable() ? "only the leaf at the start was asked for"
                                    : "nothing is proved of the start: " + found.reason;
  report.seed = seed;
  report.tree.name = "root";
  report.tree.operation = "local";
  report.tree.why = "the leaf at the start, from the equations as they were written";
  if (found.is_usable()) {
    report.leaves.push_back(leaf_of(problem, found));
    report.tree.leaf = here;
  }
  return report;
}

Outcome<Selection> selection_of(const Problem& problem,
                                const algebra::LocalLeaf& found,
                                const algebra::LocalStart& start,
                                const algebra::AnalyticSystem& system) {
  if (!found.is_usable()) {
    return Unable{"the leaf at the start is not found locally: " + found.reason +
                  "\n  Take --leaf exact."};
  }
  if (found.moved > problem.plan.branch.tolerance) {
    return Undefined{fmt::format(
        "the initial point is {:.3g} off the leaf; at most {:.3g} is allowed ([branch] tolerance)",
        found.moved,
        problem.plan.branch.tolerance)};
  }
  Outcome<LocalNumericLeaf> handed =
      hand_over_local(system, found, start, problem.model.independent);
  if (handed.is_undefined()) return Undefined{handed.reason()};
  if (handed.is_unable()) return Unable{handed.reason()};
  LocalNumericLeaf numeric = std::move(handed).value();
  const auto values =
      starting_values(start_numbers(problem.model, problem.start), numeric.leaf.coordinates);
  const std::vector<std::string> needed = free_values(numeric.leaf, values, numeric.point);
  if (!needed.empty()) {
    return Undefined{"[initial] leaves the motion open; values that would determine it: " +
                     listed(needed)};
  }
  Selection selection;
  selection.branch = here;
  selection.exact = leaf_of(problem, found);
  selection.is_local = true;
  selection.leaf = std::move(numeric.leaf);
  selection.fit.found = true;
  selection.fit.distance = found.moved;
  selection.fit.point = std::move(numeric.point);
  if (found.is_numeric) selection.warnings.push_back("here is not proved: " + found.reason);
  return selection;
}

/// Blocks of the certificate are dense: larger ones take seconds.
constexpr std::size_t most_equations = 150;

}  // namespace

bool may_be_local(const Problem& problem) {
  const Model& model = problem.model;
  const std::size_t equations =
      model.mechanics ? model.mechanics->coordinates.size() + model.mechanics->constraints.size()
                      : model.equations.size();
  const bool is_imposed =
      std::ranges::any_of(model.invariants, [](const Invariant& one) { return one.imposed; });
  return problem.plan.branch.select == "initial" && !problem.start.initial.empty() &&
         model.inequations.empty() && !is_imposed && equations <= most_equations &&
         !has_few_quadrics(model);
}

Outcome<Selection> with_warning(Outcome<Selection> selection, std::string warning) {
  if (!selection) return selection;
  Selection warned = std::move(selection).value();
  warned.warnings.push_back(std::move(warning));
  return warned;
}

LocalWay local_way(const Problem& problem, const std::string& sha256, std::uint64_t seed) {
  const std::optional<algebra::LocalStart> start = local_start(problem);
  if (!start) refuse_wish(problem, "--leaf local needs an initial point", "a table [initial]");
  const algebra::AnalyticSystem system = analytic_system(problem);
  algebra::LocalLeaf found = algebra::complete_locally(system, *start);
  Outcome<Selection> selection = selection_of(problem, found, *start, system);
  DecompositionReport report = report_of(problem, found, sha256, seed);
  return {std::move(found), std::move(report), std::move(selection)};
}

}  // namespace leafwise::pipeline::detail
