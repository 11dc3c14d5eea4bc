// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/imposed_invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/pipeline/conservation.hpp"
#include "leaves/invariant_rates.hpp"
#include "leaves/manifold_equations.hpp"
#include "leaves/observable.hpp"
#include "model/numeric_program.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr std::size_t longest_rate = 400;

std::string not_conserved(const Invariant& invariant,
                          const std::string& branch,
                          const Conservation& conservation) {
  return "invariant '" + invariant.name + "' cannot be imposed: it is not conserved on leaf " +
         branch + "\n  V(" + invariant.name +
         ") = " + shortened(safe_text(conservation.rate), longest_rate) +
         "\n  Solutions leave the level where it is constant. Watch it only (without [impose]), or "
         "impose it all the same with 'force = true' under [impose].";
}

std::string not_decided(const Invariant& invariant,
                        const std::string& branch,
                        const Conservation& conservation,
                        const algebra::Limits& limits) {
  return "whether invariant '" + invariant.name + "' is conserved on leaf " + branch +
         " could not be decided: " + safe_text(conservation.reason) +
         "\n  Watch it only (without [impose])" +
         (limits.is_over() ? ", give more time (--time-limit)" : "") +
         ", or impose it unchecked with 'force = true' under [impose].";
}

/// E as a number at the start, and E − E(start) as a further equation.
void impose(const Model& model,
            const Invariant& invariant,
            NumericProgram& program,
            Selection& selection) {
  const Observable value =
      observable(model, selection.leaf, invariant.expression, "invariant '" + invariant.name + "'");
  double start = 0;
  value.function->clone()->value(selection.fit.point, std::span<double>(&start, 1));
  program.add_level(invariant.expression.expression, start);
  selection.leaf.problem.equation_names.push_back(invariant.name + " = const");
  ++selection.leaf.problem.codimension;
}

/// The first of the last rows of a matrix that depends on those above it, by Gram and Schmidt.
std::optional<std::size_t> first_dependent_row(std::vector<double> rows,
                                               std::size_t width,
                                               std::size_t from) {
  // Of the row's own length: nearer to a dependency than the square root of round-off, nothing
  // tells which way the level set goes.
  constexpr double smallest = 1e-8;
  const std::size_t count = rows.size() / width;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<double> row(&rows[i * width], width);
    const auto product = [&](std::span<const double> other) {
      return std::inner_product(row.begin(), row.end(), other.begin(), 0.0);
    };
    const double length = std::sqrt(product(row));
    for (std::size_t k = 0; k < i; ++k) {
      const std::span<const double> earlier(&rows[k * width], width);
      const double share = product(earlier);
      for (std::size_t j = 0; j < width; ++j) row[j] -= share * earlier[j];
    }
    const double rest = std::sqrt(product(row));
    const bool is_dependent = rest <= smallest * std::max(length, 1.0);
    if (is_dependent && i >= from) return i;
    for (double& entry : row) entry = is_dependent ? 0 : entry / rest;
  }
  return std::nullopt;
}

/// Where an invariant is stationary on the leaf, its level set is no manifold of one dimension
/// less.
std::optional<std::string> stationary(const Selection& selection, std::size_t first_imposed) {
  const auto equations = selection.leaf.problem.equations->clone();
  const std::vector<double>& point = selection.fit.point;
  std::vector<double> values(equations->outputs());
  std::vector<double> jacobian(values.size() * point.size());
  equations->jacobian(point, values, jacobian);
  const auto row = first_dependent_row(std::move(jacobian), point.size(), first_imposed);
  if (!row) return std::nullopt;
  return selection.leaf.problem.equation_names.at(*row) + " cannot be imposed from this point on " +
         "leaf " + selection.branch +
         ": it is stationary there, as in an equilibrium, and leaves no direction to move in\n"
         "  Watch it only (without [impose]), or start elsewhere.";
}

bool is_over_coordinates(const Invariant& invariant, const NumericLeaf& leaf) {
  for (const algebra::Variable& variable : algebra::variables_of(invariant.expression.expression)) {
    const bool is_parameter = variable.role == algebra::Role::parameter;
    if (!is_parameter && !leaf.coordinate(variable)) return false;
  }
  return true;
}

}  // namespace

namespace {

/// Of exact equations; of a leaf that was found locally as its numbers tell.
Conservation conservation_on(const Model& model,
                             const Selection& selection,
                             std::size_t invariant,
                             const algebra::Limits& limits) {
  if (!selection.is_local) {
    return conservation_of(model, selection.exact, model.polynomial.invariants[invariant], limits);
  }
  const Invariant& written = model.invariants[invariant];
  const Observable value =
      observable(model, selection.leaf, written.expression, "invariant '" + written.name + "'");
  const RateNearby near = rate_nearby(selection.leaf, *value.function, selection.fit.point);
  return {near.vanishes,
          near.vanishes == Truth::no ? fmt::format("{:.3g} near the start", near.largest) : "",
          "too few points of the leaf are found near the start"};
}

/// The rows of the leaf's manifold, to which others are added.
void add_rows(const Model& model,
              const Selection& selection,
              NumericProgram& program,
              NumericLeaf& leaf) {
  if (!selection.is_local) {
    leaf.problem.equation_names.clear();
    add_manifold(model, selection.exact, program, leaf);
    return;
  }
  for (const algebra::Expression& row : selection.leaf.rows) program.add_output(row);
}

}  // namespace

Outcome<Imposed> with_imposed(const Model& model,
                              const RunSettings& plan,
                              const Selection& selection,
                              const algebra::Limits& limits) {
  Imposed result{selection, false, {}};
  const NumericLeaf& leaf = selection.leaf;
  NumericProgram program(leaf.coordinates, parameter_values(model));
  add_rows(model, selection, program, result.selection.leaf);
  const std::size_t first_imposed = result.selection.leaf.problem.equation_names.size();
  bool has_any = false;
  for (std::size_t i = 0; i < model.invariants.size(); ++i) {
    const Invariant& invariant = model.invariants[i];
    if (!invariant.imposed) continue;
    if (!is_over_coordinates(invariant, selection.leaf)) {
      return Undefined{"invariant '" + invariant.name +
                       "' cannot be imposed: it is not a function of the coordinates of leaf " +
                       selection.branch};
    }
    const Conservation conservation = conservation_on(model, selection, i, limits);
    if (conservation.holds != Truth::yes) {
      const bool is_known = conservation.holds == Truth::no;
      if (!plan.force_imposed && is_known) {
        return Undefined{not_conserved(invariant, selection.branch, conservation)};
      }
      if (!plan.force_imposed) {
        return Unable{not_decided(invariant, selection.branch, conservation, limits)};
      }
      result.is_forced = true;
      result.warnings.push_back(
          "invariant '" + invariant.name + "' is imposed by force: it is not conserved (V = " +
          shortened(conservation.rate) + "), and methods converge with order one only");
    }
    impose(model, invariant, program, result.selection);
    has_any = true;
  }
  if (!has_any) return result;
  result.selection.leaf.problem.equations = program.map();
  if (auto reason = stationary(result.selection, first_imposed)) {
    return Undefined{std::move(*reason)};
  }
  return result;
}

}  // namespace leafwise::pipeline::detail
