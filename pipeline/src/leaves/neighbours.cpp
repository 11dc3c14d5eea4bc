// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

/// Beyond these, watching would cost more than a small part of the run.
constexpr std::size_t most_neighbours = 8;
constexpr std::size_t most_terms = 60;
constexpr unsigned most_degree = 6;
/// What counts as near, in scaled equations.
constexpr double near = 1e-3;
/// What counts as tangent, as the cosine between motion and gradient. Where curves of curvature 1
/// that touch are `near` it is 2·√near = 0.06.
constexpr double tangent = 0.1;

/// Largest coefficient 1.
Polynomial scaled(const Polynomial& polynomial) {
  algebra::Rational largest;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    largest = std::max(largest, abs(coefficient));
  }
  Polynomial result = polynomial;
  if (!largest.is_zero()) result *= algebra::Rational(1) / largest;
  return result;
}

bool is_watchable(const std::vector<Polynomial>& equations, const NumericLeaf& leaf) {
  std::size_t terms = 0;
  for (const Polynomial& equation : equations) {
    terms += equation.terms().size();
    if (equation.degree() > most_degree) return false;
    for (const Variable& variable : equation.variables()) {
      const bool is_known = variable.role == Role::parameter || leaf.coordinate(variable);
      if (!is_known) return false;
    }
  }
  return !equations.empty() && terms <= most_terms;
}

/// Equations in positions alone, if there are any.
std::vector<Polynomial> of_positions(const std::vector<Polynomial>& equations) {
  std::vector<Polynomial> positions;
  for (const Polynomial& equation : equations) {
    const std::set<Variable> used = equation.variables();
    const bool has_rate = std::any_of(
        used.begin(), used.end(), [](const Variable& variable) { return variable.order > 0; });
    if (!has_rate) positions.push_back(equation);
  }
  return positions;
}

class Watching {
 public:
  Watching(const Problem& problem, const Selection& selection)
      : problem_(problem), selection_(selection) {}

  void add(const std::string& name, bool is_leaf, const std::vector<Polynomial>& equations) {
    if (found_.size() >= most_neighbours || !is_watchable(equations, selection_.leaf)) return;
    NumericProgram distance(selection_.leaf.coordinates, parameter_values(problem_.model));
    NumericProgram each(selection_.leaf.coordinates, parameter_values(problem_.model));
    unsigned degree = 0;
    for (const Polynomial& equation : equations) {
      const Polynomial one = scaled(equation);
      distance.add_square(one);
      each.add_output(one);
      degree = std::max(degree, equation.degree());
    }
    distance.sum_outputs(-near * near);
    found_.push_back({name, distance.map(), std::size_t{2} * degree, each.map(), is_leaf});
  }
  [[nodiscard]] std::vector<Neighbour> found() && { return std::move(found_); }

 private:
  const Problem& problem_;
  const Selection& selection_;
  std::vector<Neighbour> found_;
};

}  // namespace

std::vector<Neighbour> neighbours(const Problem& problem,
                                  const DecompositionReport& report,
                                  const Selection& selection) {
  Watching watching(problem, selection);
  for (const Leaf& other : report.leaves) {
    if (other.name == selection.branch || other.status == LeafStatus::inconsistent) continue;
    const LeafEquations& equations = other.equations;
    const std::vector<Polynomial> positions = of_positions(equations.base.equations);
    watching.add(other.name,
                 true,
                 !equations.constraints.empty()                  ? equations.constraints
                 : problem.model.mechanics && !positions.empty() ? positions
                                                                 : equations.base.equations);
  }
  const Leaf* own = report.find_leaf(selection.branch);
  if (own != nullptr && own->equations.critical) {
    for (const std::vector<Polynomial>& component : *own->equations.critical) {
      watching.add("critical locus", false, component);
    }
  }
  return std::move(watching).found();
}

namespace {

/// Of unknowns and their derivatives up to an order: accelerations say nothing about how positions
/// meet, nor does time.
double speed_of(const std::vector<Variable>& coordinates,
                unsigned order,
                std::span<const double> direction) {
  double speed = 0;
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    const bool counts = coordinates[j].role != Role::independent && coordinates[j].order <= order;
    if (counts) speed = std::hypot(speed, direction[j]);
  }
  return speed;
}

/// Whether the equations nearly vanish at the point, and nearly all along the direction.
bool continues(const Neighbour& neighbour,
               const std::vector<Variable>& coordinates,
               std::span<const double> point,
               std::span<const double> direction) {
  // Leaves that meet in a locus are as near as the locus is, in other units.
  constexpr double reserve = 10;
  const auto equations = neighbour.equations->clone();
  const std::size_t m = point.size();
  std::vector<double> values(equations->outputs());
  std::vector<double> jacobian(values.size() * m);
  equations->jacobian(point, values, jacobian);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double rate = 0;
    double gradient = 0;
    unsigned order = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const double slope = jacobian[i * m + j];
      if (slope != 0) order = std::max(order, coordinates[j].order);
      rate += slope * direction[j];
      gradient = std::hypot(gradient, slope);
    }
    const double speed = speed_of(coordinates, order, direction);
    const bool is_near = std::abs(values[i]) <= reserve * near;
    if (!is_near || std::abs(rate) > tangent * gradient * speed) return false;
  }
  return true;
}

std::vector<std::string> branches_at(const std::vector<Neighbour>& neighbours,
                                     const NumericLeaf& leaf,
                                     std::span<const double> point) {
  const auto distribution = leaf.problem.distribution->clone();
  std::vector<double> direction(point.size());
  distribution->direction(point, direction);
  std::vector<std::string> names;
  for (const Neighbour& neighbour : neighbours) {
    if (neighbour.is_leaf && continues(neighbour, leaf.coordinates, point, direction)) {
      names.push_back(neighbour.name);
    }
  }
  return names;
}

}  // namespace

void add_approach(const std::vector<Neighbour>& neighbours,
                  std::size_t which,
                  const NumericLeaf& leaf,
                  std::span<const double> row,
                  std::vector<Approach>& found) {
  const Neighbour& neighbour = neighbours.at(which);
  const auto known = std::find_if(found.begin(), found.end(), [&](const Approach& approach) {
    return approach.name == neighbour.name;
  });
  if (known != found.end()) {
    ++known->count;
    return;
  }
  const std::span<const double> point = row.first(leaf.coordinates.size());
  found.push_back(
      {neighbour.name, 1, point[*leaf.problem.independent], branches_at(neighbours, leaf, point)});
}

}  // namespace leafwise::pipeline::detail
