// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leaves/free_values.hpp"
#include "model/leaf_sizes.hpp"
#include "model/start_values.hpp"
#include "starts/start_choice.hpp"
#include "starts/start_points.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Role;
using algebra::Variable;
using integrator::Meant;

/// The equation that given values miss most: what is not given is as on the leaf.
void name_worst_equation(const NumericLeaf& leaf,
                         const integrator::StartingValues<double>& start,
                         Fit& fit) {
  if (!leaf.problem.equations) return;
  const auto equations = leaf.problem.equations->clone();
  const std::size_t m = start.values.size();
  std::vector<double> point = start.values;
  if (fit.found) {
    for (std::size_t j = 0; j < m; ++j) {
      if (start.meant[j] == Meant::guessed) point[j] = fit.point[j];
    }
  }
  std::vector<double> values(equations->outputs());
  std::vector<double> jacobian(values.size() * m);
  equations->jacobian(point, values, jacobian);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double square = 0;
    for (std::size_t j = 0; j < m; ++j) square += jacobian[i * m + j] * jacobian[i * m + j];
    const double miss = std::abs(values[i]) / std::max(std::sqrt(square), 1.0);
    if (miss > fit.miss) {
      fit.miss = miss;
      fit.equation = leaf.problem.equation_names[i];
    }
  }
}

/// The second search begins at what the first has found for the guesses: then they pull no more at
/// what is given, which keeps its values wherever it can.
Outcome<integrator::InitialPoint<double>> nearest_point(
    const NumericLeaf& leaf, const integrator::StartingValues<double>& start) {
  auto first = integrator::initialise(leaf.problem, start);
  if (!first) return first;
  integrator::StartingValues<double> again = start;
  for (std::size_t j = 0; j < start.values.size(); ++j) {
    if (start.meant[j] == Meant::guessed) again.values[j] = first.value().point[j];
  }
  auto second = integrator::initialise(leaf.problem, again);
  const bool is_better = second && second.value().largest_change <= first.value().largest_change;
  return is_better ? second : first;
}

/// Roots are not negative: a point where one would be is not one of the user's system.
void check_roots(const Model& model, const NumericLeaf& leaf, Fit& fit) {
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants || !is_nonnegative(unknown.auxiliary.kind)) continue;
    const auto place = leaf.coordinate({Role::unknown, unknown.auxiliary.name, 0});
    if (!place || fit.point[*place] >= 0) continue;
    fit.found = false;
    fit.reason = to_string(unknown.auxiliary.original) + " would be negative";
  }
}

/// Other points with the same given values.
void look_for_starts(const Problem& problem,
                     const NumericLeaf& leaf,
                     const NumericLeaf& searched,
                     const detail::StartNumbers& numbers,
                     std::uint64_t seed,
                     Fit& fit) {
  detail::StartPoints found = detail::start_points(searched,
                                                   detail::parameter_values(problem.model),
                                                   detail::at_hand(numbers, searched, fit.point),
                                                   detail::start_test(problem, leaf, numbers),
                                                   seed);
  fit.starts = std::move(found.points);
  for (std::vector<double>& point : fit.starts) point.resize(leaf.coordinates.size());
  fit.is_only_start = found.is_only_one;
  fit.starts_are_cut = found.is_cut;
}

void remark_on_unused(const NumericLeaf& leaf,
                      const NumericLeaf& searched,
                      const detail::StartNumbers& numbers,
                      Fit& fit) {
  for (const auto& [variable, value] : numbers.given) {
    if (leaf.coordinate(variable) || searched.coordinate(variable)) continue;
    fit.remarks.push_back(to_string(variable) +
                          " is no coordinate of this leaf: its initial value is not used");
  }
}

}  // namespace

Fit fit_to(const Problem& problem, const Leaf& exact, const NumericLeaf& leaf, std::uint64_t seed) {
  const detail::StartNumbers numbers = detail::start_numbers(problem.model, problem.start);
  const bool gives_jets =
      std::any_of(leaf.attached.begin(), leaf.attached.end(), [&](const Variable& variable) {
        return numbers.given.contains(variable);
      });
  NumericLeaf searched = hand_over_start(problem.model, exact, gives_jets);
  detail::set_sizes(problem, searched);
  const auto start = detail::starting_values(numbers, searched.coordinates);
  const Outcome<integrator::InitialPoint<double>> initial = nearest_point(searched, start);
  Fit fit;
  fit.distance = std::numeric_limits<double>::infinity();
  if (initial) {
    fit.found = true;
    fit.distance = initial.value().largest_change;
    fit.point = initial.value().point;
    if (fit.distance > 0) {
      fit.farthest = searched.problem.coordinates[initial.value().most_changed];
    }
    check_roots(problem.model, leaf, fit);
  } else {
    fit.reason = initial.reason();
  }
  name_worst_equation(searched, start, fit);
  if (fit.found) fit.needed = detail::free_values(searched, start, fit.point);
  const bool is_start = fit.found && fit.needed.empty();
  if (is_start && fit.distance <= problem.plan.branch.tolerance) {
    look_for_starts(problem, leaf, searched, numbers, seed, fit);
  }
  // Highest derivatives and multipliers follow from the point: they are no coordinates of a run.
  if (fit.found) fit.point.resize(leaf.coordinates.size());
  remark_on_unused(leaf, searched, numbers, fit);
  return fit;
}

}  // namespace leafwise::pipeline
