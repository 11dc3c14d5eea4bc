// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/division_at.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leaves/observable.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Expression;

/// Of the largest size in the run. Steps stop at a vanishing divisor where it is 1e-8 and less.
constexpr double vanishing = 1e-5;
/// As many rows say what the sizes are.
constexpr std::size_t most_rows = 200;

struct Division {
  Expression whole;
  Expression numerator;
  Expression divisor;
  Origin origin;
};

void add_divisions(const Expression& expression, Origin origin, std::vector<Division>& found) {
  const auto& operands = expression.operands();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    add_divisions(operands[i].expression, origin, found);
    if (expression.kind() != Expression::Kind::product || !operands[i].inverted) continue;
    Expression numerator = Expression::number(algebra::Rational(1));
    for (const Expression::Operand& other : operands) {
      if (!other.inverted) numerator = numerator * other.expression;
    }
    found.push_back({expression, numerator, operands[i].expression, origin});
  }
}

std::vector<Division> divisions(const Model& model) {
  std::vector<Division> found;
  for (const WrittenEquation& equation : model.equations) {
    add_divisions(equation.residual, equation.origin, found);
  }
  if (!model.mechanics) return found;
  const auto add = [&](const std::vector<WrittenExpression>& list) {
    for (const WrittenExpression& written : list) {
      add_divisions(written.expression, written.origin, found);
    }
  };
  for (const auto& row : model.mechanics->mass) add(row);
  add(model.mechanics->force);
  add(model.mechanics->constraints);
  return found;
}

/// |value at the end|, against the largest one in the run.
struct Sizes {
  double end = 0;
  double largest = 0;
  [[nodiscard]] bool vanishes() const { return end <= vanishing * largest; }
};

Sizes sizes_of(const Model& model,
               const NumericLeaf& leaf,
               const Expression& expression,
               Origin origin,
               const integrator::Report<double>& report) {
  const WrittenExpression written{algebra::to_string(expression), origin, expression};
  const auto function = observable(model, leaf, written, "a division").function->clone();
  const std::size_t dimension = leaf.coordinates.size();
  const auto size_at = [&](std::span<const double> place) {
    double value = 0;
    function->value(place, std::span<double>(&value, 1));
    return std::abs(value);
  };
  Sizes sizes;
  const std::size_t rows = report.trajectory.size();
  for (std::size_t k = 0; k < std::min(rows, most_rows); ++k) {
    const std::size_t row = rows <= most_rows ? k : k * (rows - 1) / (most_rows - 1);
    const double size = size_at(report.trajectory.row(row).first(dimension));
    if (std::isfinite(size)) sizes.largest = std::max(sizes.largest, size);
  }
  sizes.end = size_at(report.trajectory.last().first(dimension));
  if (report.singular) sizes.end = std::min(sizes.end, size_at(report.singular->point));
  return sizes;
}

}  // namespace

std::string vanishing_division(const Model& model,
                               const Selection& selection,
                               const integrator::Report<double>& report) {
  for (const Division& division : divisions(model)) {
    try {
      const auto sizes = [&](const Expression& expression) {
        return sizes_of(model, selection.leaf, expression, division.origin, report);
      };
      if (!sizes(division.divisor).vanishes()) continue;
      const bool both = sizes(division.numerator).vanishes();
      return fmt::format("the division '{}' (line {}) {}",
                         algebra::to_string(division.whole),
                         division.origin.line,
                         both ? "becomes 0/0 here, and no limit was found with which the run could "
                                "continue: write it without this division, or start beyond this "
                                "point"
                              : "has the divisor 0 here");
    } catch (const InvalidInput&) {
      continue;  // it holds what the leaf does not have
    }
  }
  return {};
}

}  // namespace leafwise::pipeline::detail
