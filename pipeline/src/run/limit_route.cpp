// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/limit_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "model/analytic_system.hpp"
#include "model/start_values.hpp"
#include "starts/start_choice.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Of the size of each value: near enough to be on the same branch, far enough for quotients of
/// small numbers to have some digits.
constexpr double share = 1e-3;
/// Irregular multiples, so that nothing vanishes beside the start that does not everywhere.
constexpr double irregular = 0.6180339887498949;
/// What is given has to lie on the leaf to rounding: it is not moved.
constexpr double rounding = 1e-12;

/// With the equations as they were written, and no polynomials: these are of other ones.
Problem as_written(const Problem& problem) {
  Problem written = problem;
  for (WrittenEquation& equation : written.model.equations) {
    if (equation.divided) equation.residual = *equation.divided;
  }
  written.model.polynomial.equations.clear();
  return written;
}

/// Where nothing vanishes by chance; nothing is held there.
algebra::LocalStart beside(const Problem& problem, const algebra::AnalyticSystem& system) {
  algebra::LocalStart start = start_or_origin(problem);
  const algebra::NominalSizes sizes = algebra::nominal_sizes(system, start);
  double number = irregular;
  const auto moved = [&](const algebra::Variable& variable, const algebra::Expression& value) {
    const double here = algebra::nearest_double(value);
    number = std::fmod(number + irregular, 1.0);
    const double size = here != 0 ? std::abs(here) : std::ldexp(1.0, sizes.of(variable));
    return exactly(here + share * (0.5 + number) * size);
  };
  const algebra::Variable time{algebra::Role::independent, problem.model.independent, 0};
  const double goal = start.goal ? algebra::nearest_double(*start.goal) : 0;
  const double way = goal - algebra::nearest_double(start.time);
  start.time = way == 0 ? moved(time, start.time)
                        : exactly(algebra::nearest_double(start.time) + share * way);
  for (const auto& [variable, value] : start.given) {
    start.guessed[variable] = moved(variable, value);
  }
  start.given.clear();
  return start;
}

/// The start in the leaf's coordinates, if [initial] gives them all and it is on the leaf.
std::optional<std::vector<double>> start_on(const NumericLeaf& leaf, const StartNumbers& numbers) {
  std::vector<double> point;
  for (const algebra::Variable& variable : leaf.coordinates) {
    const auto given = numbers.given.find(variable);
    if (given == numbers.given.end()) return std::nullopt;
    point.push_back(given->second);
  }
  if (leaf.problem.codimension == 0) return point;
  integrator::Geometry<double> geometry(leaf.problem, integrator::Parameter::independent, {});
  std::vector<double> projected(point.size());
  using Status = integrator::ProjectionStatus;
  if (geometry.project(point, projected) != Status::good) return std::nullopt;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double allowed = rounding * std::max(1.0, std::abs(point[i]));
    if (!(std::abs(projected[i] - point[i]) <= allowed)) return std::nullopt;
  }
  return projected;
}

/// What was found beside the start proves nothing of it.
void retract(StartLeaf& leaf, const StartNumbers& numbers) {
  leaf.standing = StartStanding::numeric;
  leaf.reason = "equations divide 0 by 0 at the start: this is the leaf beside it";
  leaf.numeric.push_back(leaf.reason);
  leaf.precision = 0;
  std::erase_if(leaf.point, [&](const auto& jet) { return !numbers.given.contains(jet.variable); });
  for (auto& jet : leaf.point) {
    jet.value = numbers.given.at(jet.variable);
    jet.radius = 0;
  }
}

}  // namespace

std::optional<LocalWay> way_at_limits(const Problem& problem,
                                      const std::string& sha256,
                                      std::uint64_t seed) {
  const Problem written = as_written(problem);
  LocalWay way = way_from(written, beside(written, analytic_system(written)), sha256, seed);
  if (!way.selection) return std::nullopt;
  Selection chosen = std::move(way.selection).value();
  const StartNumbers numbers = start_numbers(problem.model, problem.start);
  std::optional<std::vector<double>> point = start_on(chosen.leaf, numbers);
  if (!point || !chosen.opening.empty()) return std::nullopt;
  chosen.fit.point = *std::move(point);
  way.leaf.proof.reset();
  way.leaf.one_leaf = Truth::unknown;
  chosen.exact.proofs.prime = Truth::unknown;
  if (way.report.start) retract(*way.report.start, numbers);
  way.selection = std::move(chosen);
  return way;
}

LocalWay way_at_start(const Problem& problem, const std::string& sha256, std::uint64_t seed) {
  if (problem.start.divides_by_zero) {
    if (std::optional<LocalWay> way = way_at_limits(problem, sha256, seed)) return *std::move(way);
  }
  return local_way(problem, sha256, seed);
}

}  // namespace leafwise::pipeline::detail
