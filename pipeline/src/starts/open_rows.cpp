// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/open_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "leafwise/algebra/calculus.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Variable;

namespace {

class Classifier {
 public:
  explicit Classifier(const std::set<Variable>& some) : some_(some) {}

  // As deep as the expression is.
  // NOLINTNEXTLINE(misc-no-recursion)
  Dependence of(const Expression& expression) {
    const auto known = known_.find(expression.identity());
    if (known != known_.end()) return known->second;
    const Dependence found = computed(expression);
    known_.emplace(expression.identity(), found);
    return found;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion)
  Dependence computed(const Expression& expression) {
    switch (expression.kind()) {
      case Expression::Kind::number:
      case Expression::Kind::pi: return Dependence::none;
      case Expression::Kind::variable:
        return some_.contains(expression.as_variable()) ? Dependence::affine : Dependence::none;
      case Expression::Kind::product: return of_product(expression);
      case Expression::Kind::negation:
      case Expression::Kind::sum: return strongest(expression);
      case Expression::Kind::power:
      case Expression::Kind::call: break;
    }
    return strongest(expression) == Dependence::none ? Dependence::none : Dependence::other;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Dependence strongest(const Expression& expression) {
    Dependence result = Dependence::none;
    for (const Expression::Operand& operand : expression.operands()) {
      result = std::max(result, of(operand.expression));
    }
    return result;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Dependence of_product(const Expression& expression) {
    Dependence result = Dependence::none;
    for (const Expression::Operand& operand : expression.operands()) {
      const Dependence factor = of(operand.expression);
      if (factor == Dependence::none) continue;
      if (operand.inverted || result != Dependence::none) return Dependence::other;
      result = factor;
    }
    return result;
  }

  const std::set<Variable>& some_;
  std::map<const void*, Dependence> known_;
};

bool is_integer(const Expression& expression) {
  const bool is_negative = expression.kind() == Expression::Kind::negation;
  const Expression& size = is_negative ? expression.operand(0) : expression;
  return size.kind() == Expression::Kind::number && size.value().is_integer();
}

/// Rows made orthonormal one after the other; what is nearer to those before than this part of its
/// size depends on them: it counts as nothing new, so that less is said to be determined.
std::vector<std::vector<double>> orthonormal(std::vector<std::vector<double>> rows) {
  constexpr double independent = 1e-7;
  std::vector<std::vector<double>> basis;
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  for (std::vector<double>& row : rows) {
    const double size = std::sqrt(dot(row, row));
    if (!(size > 0) || !std::isfinite(size)) continue;
    for (int pass = 0; pass < 2; ++pass) {
      for (const std::vector<double>& unit : basis) {
        const double part = dot(row, unit);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= part * unit[j];
      }
    }
    const double rest = std::sqrt(dot(row, row));
    if (rest <= independent * size) continue;
    for (double& entry : row) entry /= rest;
    basis.push_back(std::move(row));
  }
  return basis;
}

/// Each column divided by its largest entry, then each row: which coordinates are determined does
/// not depend on units.
void equilibrate(std::vector<std::vector<double>>& rows, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) {
    double largest = 0;
    for (const auto& row : rows) largest = std::max(largest, std::abs(row[j]));
    for (auto& row : rows) row[j] /= largest > 0 ? largest : 1;
  }
}

}  // namespace

Dependence dependence_on(const Expression& expression, const std::set<Variable>& some) {
  return Classifier(some).of(expression);
}

// As deep as the expression is.
// NOLINTNEXTLINE(misc-no-recursion)
bool is_periodic_in(const Expression& expression, const Variable& variable) {
  if (!algebra::variables_of(expression).contains(variable)) return true;
  if (expression.kind() == Expression::Kind::variable) return false;
  if (expression.kind() == Expression::Kind::call) {
    const bool turns = expression.function() == algebra::Function::sin ||
                       expression.function() == algebra::Function::cos ||
                       expression.function() == algebra::Function::tan;
    const Expression& angle = expression.operand(0);
    const bool is_affine = dependence_on(angle, {variable}) == Dependence::affine;
    if (turns && is_affine && is_integer(algebra::partial_derivative(angle, variable))) return true;
  }
  const auto& operands = expression.operands();
  // NOLINTNEXTLINE(misc-no-recursion)
  return std::all_of(operands.begin(), operands.end(), [&](const Expression::Operand& operand) {
    return is_periodic_in(operand.expression, variable);
  });
}

OpenRows::OpenRows(const NumericLeaf& leaf, ParameterValues parameters)
    : leaf_(leaf), parameters_(std::move(parameters)) {
  columns_.reserve(leaf.rows.size());
  for (const Expression& row : leaf.rows) {
    std::vector<std::size_t>& columns = columns_.emplace_back();
    for (const Variable& variable : algebra::variables_of(row)) {
      if (const auto place = leaf.coordinate(variable)) columns.push_back(*place);
    }
    std::ranges::sort(columns);
  }
}

std::vector<std::size_t> OpenRows::open_columns(std::size_t row, const Mask& open) const {
  std::vector<std::size_t> result;
  for (const std::size_t column : columns_[row]) {
    if (open[column]) result.push_back(column);
  }
  return result;
}

integrator::ManifoldProblem<double> OpenRows::problem_of(const Part& part) const {
  integrator::ManifoldProblem<double> problem;
  problem.coordinates = leaf_.problem.coordinates;
  problem.independent = leaf_.problem.independent;
  NumericProgram program(leaf_.coordinates, parameters_);
  for (const std::size_t row : part.rows) {
    program.add_output(leaf_.rows[row]);
    problem.equation_names.push_back("row " + std::to_string(row + 1));
  }
  problem.equations = program.map();
  problem.codimension = std::min(part.rows.size(), part.columns.size());
  return problem;
}

PartInBox OpenRows::in_box(const Part& part) const {
  PartInBox result;
  for (const std::size_t row : part.rows) {
    result.equations.push_back(algebra::substitute(
        leaf_.rows[row], [&](const Variable& variable) -> std::optional<Expression> {
          const auto value = parameters_.find(variable.name);
          const bool is_parameter = variable.role == algebra::Role::parameter;
          return is_parameter && value != parameters_.end() ? std::optional(value->second)
                                                            : std::nullopt;
        }));
  }
  for (const std::size_t column : part.columns) {
    result.solved.push_back(leaf_.coordinates[column]);
  }
  return result;
}

std::vector<double> OpenRows::slopes(const std::vector<double>& values) const {
  const auto map = leaf_.problem.equations->clone();
  std::vector<double> f(columns_.size());
  std::vector<double> slopes(columns_.size() * values.size());
  map->jacobian(values, f, slopes);
  return slopes;
}

OpenRows::Matrix OpenRows::block(const std::vector<double>& slopes, const Part& part) const {
  Matrix rows;
  rows.reserve(part.rows.size());
  for (const std::size_t i : part.rows) {
    std::vector<double>& row = rows.emplace_back();
    for (const std::size_t j : part.columns)
      row.push_back(slopes[i * leaf_.coordinates.size() + j]);
  }
  equilibrate(rows, part.columns.size());
  return rows;
}

bool OpenRows::determines(const std::vector<double>& slopes, const Part& part) const {
  return part.rows.size() >= part.columns.size() &&
         orthonormal(block(slopes, part)).size() == part.columns.size();
}

std::set<std::size_t> OpenRows::columns_of(const std::vector<std::size_t>& rows) const {
  std::set<std::size_t> columns;
  for (const std::size_t row : rows) columns.insert(columns_[row].begin(), columns_[row].end());
  return columns;
}

OpenRows::Part OpenRows::whole(const Mask& open) const {
  Part part;
  std::set<std::size_t> columns;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<std::size_t> in_row = open_columns(i, open);
    if (in_row.empty()) continue;
    part.rows.push_back(i);
    columns.insert(in_row.begin(), in_row.end());
  }
  part.columns.assign(columns.begin(), columns.end());
  return part;
}

std::vector<std::size_t> OpenRows::determined(const std::vector<double>& values,
                                              const Mask& open) const {
  std::set<Variable> names;
  for (std::size_t j = 0; j < open.size(); ++j) {
    if (open[j]) names.insert(leaf_.coordinates[j]);
  }
  Part part;
  std::set<std::size_t> columns;
  for (const std::size_t row : whole(open).rows) {
    if (dependence_on(leaf_.rows[row], names) != Dependence::affine) continue;
    part.rows.push_back(row);
    const std::vector<std::size_t> in_row = open_columns(row, open);
    columns.insert(in_row.begin(), in_row.end());
  }
  if (part.rows.empty()) return {};
  part.columns.assign(columns.begin(), columns.end());
  const auto basis = orthonormal(block(slopes(values), part));
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < part.columns.size(); ++k) {
    double share = 0;
    for (const std::vector<double>& unit : basis) share += unit[k] * unit[k];
    // In the span of the rows, but for round-off in what was made orthonormal at 1e-7.
    constexpr double round_off = 1e-8;
    if (share > 1 - round_off) result.push_back(part.columns[k]);
  }
  return result;
}

std::vector<OpenRows::Part> OpenRows::connected(const std::vector<std::size_t>& rows,
                                                const Mask& open) const {
  std::vector<Part> parts;
  std::vector<bool> is_taken(columns_.size(), false);
  for (const std::size_t first : rows) {
    if (is_taken[first]) continue;
    std::set<std::size_t> columns;
    Part part;
    const auto take = [&](std::size_t row) {
      is_taken[row] = true;
      part.rows.push_back(row);
      for (const std::size_t column : open_columns(row, open)) columns.insert(column);
    };
    const auto touches = [&](std::size_t row) {
      return std::ranges::any_of(columns_[row], [&](auto c) { return columns.contains(c); });
    };
    take(first);
    for (bool grows = true; grows;) {
      grows = false;
      for (const std::size_t row : rows) {
        if (is_taken[row] || !touches(row)) continue;
        take(row);
        grows = true;
      }
    }
    part.columns.assign(columns.begin(), columns.end());
    parts.push_back(std::move(part));
  }
  return parts;
}

/// For each row those that contain nothing open that it does not contain.
std::vector<OpenRows::Part> OpenRows::enclosed(const Part& all, const Mask& open) const {
  std::vector<std::vector<std::size_t>> open_of;
  open_of.reserve(all.rows.size());
  for (const std::size_t row : all.rows) open_of.push_back(open_columns(row, open));
  std::vector<Part> parts;
  for (const std::vector<std::size_t>& columns : open_of) {
    Part part{{}, columns};
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
      const auto& own = open_of[i];
      if (std::includes(columns.begin(), columns.end(), own.begin(), own.end())) {
        part.rows.push_back(all.rows[i]);
      }
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

OpenRows::Part OpenRows::next_part(const std::vector<double>& values, const Mask& open) const {
  const Part all = whole(open);
  const std::vector<double> slopes_here = slopes(values);
  std::optional<Part> smallest;
  const auto look_at = [&](std::vector<Part> parts) {
    for (Part& part : parts) {
      if (smallest && part.columns.size() >= smallest->columns.size()) continue;
      if (determines(slopes_here, part)) smallest = std::move(part);
    }
  };
  look_at(enclosed(all, open));
  std::map<unsigned, std::vector<std::size_t>> rows_of_order;
  for (const std::size_t row : all.rows) {
    unsigned order = 0;
    for (const std::size_t column : open_columns(row, open)) {
      order = std::max(order, leaf_.coordinates[column].order);
    }
    rows_of_order[order].push_back(row);
  }
  std::vector<std::size_t> rows;
  for (const auto& [order, own] : rows_of_order) {
    rows.insert(rows.end(), own.begin(), own.end());
    look_at(connected(rows, open));
    if (smallest) return *std::move(smallest);
  }
  return all;
}

}  // namespace leafwise::pipeline::detail
