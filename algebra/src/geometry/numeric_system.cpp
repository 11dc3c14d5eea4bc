// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/numeric_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

double power(double base, unsigned exponent) {
  double result = 1;
  for (unsigned rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

Rational largest_coefficient(const Polynomial& polynomial) {
  Rational largest;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    largest = std::max(largest, abs(coefficient));
  }
  return largest.is_zero() ? Rational(1) : largest;
}

double squared_norm(const std::vector<double>& vector) {
  double sum = 0;
  for (const double entry : vector) sum += entry * entry;
  return sum;
}

/// The step that minimises |f + J·s|² + |damping·d·s|², with d the largest norm of a column of J:
/// it shrinks with J where that tends to zero. One norm for each column would free the step of
/// units, but sends those unknowns far away that the equations hardly depend on.
std::optional<std::vector<double>> damped_step(const DenseMatrix& jacobian,
                                               const std::vector<double>& values,
                                               double damping) {
  const std::size_t columns = jacobian.columns();
  DenseMatrix extended(jacobian.rows() + columns, columns);
  std::vector<double> right(jacobian.rows() + columns, 0.0);
  double largest = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    double norm = 0;
    for (std::size_t i = 0; i < jacobian.rows(); ++i) norm = std::hypot(norm, jacobian(i, j));
    largest = std::max(largest, norm);
  }
  for (std::size_t i = 0; i < jacobian.rows(); ++i) {
    right[i] = -values[i];
    for (std::size_t j = 0; j < columns; ++j) extended(i, j) = jacobian(i, j);
  }
  for (std::size_t j = 0; j < columns; ++j) extended(jacobian.rows() + j, j) = damping * largest;
  return least_squares(std::move(extended), std::move(right));
}

}  // namespace

NumericSystem::NumericSystem(const std::vector<Polynomial>& polynomials,
                             const std::vector<Variable>& variables)
    : unknowns_(variables.size()) {
  std::map<Variable, std::size_t> indices;
  for (const Variable& variable : variables) indices.emplace(variable, indices.size());
  polynomials_.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    const Rational scale = largest_coefficient(polynomial);
    std::vector<Term>& terms = polynomials_.emplace_back();
    terms.reserve(polynomial.terms().size());
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
      Term& term = terms.emplace_back(Term{(coefficient / scale).to_double(), {}});
      term.factors.reserve(monomial.factors().size());
      for (const Monomial::Factor& factor : monomial.factors()) {
        term.factors.push_back({indices.at(factor.variable), factor.exponent});
      }
    }
  }
}

double NumericSystem::value_of(const Term& term, const std::vector<double>& point) {
  double value = term.coefficient;
  for (const Factor& factor : term.factors) value *= power(point[factor.unknown], factor.exponent);
  return value;
}

std::vector<double> NumericSystem::values(const std::vector<double>& point) const {
  std::vector<double> result(equations(), 0.0);
  for (std::size_t i = 0; i < equations(); ++i) {
    for (const Term& term : polynomials_[i]) result[i] += value_of(term, point);
  }
  return result;
}

DenseMatrix NumericSystem::jacobian(const std::vector<double>& point,
                                    const std::vector<std::size_t>& unknowns) const {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> columns(unknowns_, none);
  for (std::size_t j = 0; j < unknowns.size(); ++j) columns[unknowns[j]] = j;
  DenseMatrix result(equations(), unknowns.size());
  for (std::size_t i = 0; i < equations(); ++i) {
    for (const Term& term : polynomials_[i]) {
      for (const Factor& varied : term.factors) {
        if (columns[varied.unknown] == none) continue;
        double product = term.coefficient * varied.exponent;
        for (const Factor& factor : term.factors) {
          const bool is_varied = factor.unknown == varied.unknown;
          product *= power(point[factor.unknown], factor.exponent - (is_varied ? 1 : 0));
        }
        result(i, columns[varied.unknown]) += product;
      }
    }
  }
  return result;
}

double NumericSystem::relative_residual(const std::vector<double>& point) const {
  double worst = 0;
  for (const std::vector<Term>& polynomial : polynomials_) {
    double sum = 0;
    double size = 0;
    for (const Term& term : polynomial) {
      const double value = value_of(term, point);
      sum += value;
      size += std::abs(value);
    }
    if (!std::isfinite(size)) return std::numeric_limits<double>::infinity();
    if (size > 0) worst = std::max(worst, std::abs(sum) / size);
  }
  return worst;
}

std::optional<std::vector<double>> approach_zero(const NumericSystem& system,
                                                 std::vector<double> start,
                                                 const std::vector<std::size_t>& moving,
                                                 const Limits& limits) {
  // A singular zero gains a bit or two per step, a regular one takes some ten steps.
  constexpr int most_steps = 150;
  // A few roundings of the terms; nothing better can be asked of doubles.
  constexpr double best_residual = 4 * std::numeric_limits<double>::epsilon();
  // Half of the digits: what follows is proved, so this only saves work on hopeless points. Terms
  // that shrink together, as in x^2 + y^2, have no relative residual; their values are tiny.
  constexpr double good_residual = 1e-8;
  constexpr double tiny_value = 1e-20;
  constexpr double least_damping = 1e-14;
  constexpr double most_damping = 1e10;
  double damping = 1e-2;
  std::vector<double> values = system.values(start);
  double cost = squared_norm(values);
  for (int step = 0; step < most_steps && damping < most_damping; ++step) {
    if (limits.is_over() || !std::isfinite(cost)) return std::nullopt;
    if (moving.empty() || system.relative_residual(start) <= best_residual) break;
    const std::optional<std::vector<double>> change =
        damped_step(system.jacobian(start, moving), values, damping);
    if (!change) break;
    std::vector<double> next = start;
    for (std::size_t j = 0; j < moving.size(); ++j) next[moving[j]] += (*change)[j];
    if (next == start) break;
    std::vector<double> next_values = system.values(next);
    const double next_cost = squared_norm(next_values);
    if (next_cost < cost) {
      start = std::move(next);
      values = std::move(next_values);
      cost = next_cost;
      damping = std::max(damping / 10, least_damping);
    } else {
      damping *= 4;
    }
  }
  const bool is_good =
      system.relative_residual(start) <= good_residual || cost <= tiny_value * tiny_value;
  return is_good ? std::optional(std::move(start)) : std::nullopt;
}

}  // namespace leafwise::algebra::detail
