// SPDX-License-Identifier: GPL-3.0-or-later
#include "neighbours.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "numeric_program.hpp"

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

  void add(const std::string& name, const std::vector<Polynomial>& equations) {
    if (found_.size() >= most_neighbours || !is_watchable(equations, selection_.leaf)) return;
    NumericProgram program(selection_.leaf.coordinates, parameter_values(problem_));
    unsigned degree = 0;
    for (const Polynomial& equation : equations) {
      program.add_square(scaled(equation));
      degree = std::max(degree, equation.degree());
    }
    program.sum_outputs(-near * near);
    found_.push_back({name, program.map(), std::size_t{2} * degree});
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
  for (const ReportedLeaf& other : report.leaves) {
    if (other.name == selection.branch || other.status == "inconsistent") continue;
    const ExactLeaf exact = exact_leaf(report, other);
    const std::vector<Polynomial> positions = of_positions(exact.equations);
    watching.add(other.name,
                 !exact.constraints.empty()                ? exact.constraints
                 : problem.mechanics && !positions.empty() ? positions
                                                           : exact.equations);
  }
  const ReportedLeaf* own = report.find_leaf(selection.branch);
  if (own != nullptr && own->critical) {
    for (const Texts& component : *own->critical) {
      ReportedLeaf locus = *own;
      locus.base.equations = component;
      watching.add("critical locus", exact_leaf(report, locus).equations);
    }
  }
  return std::move(watching).found();
}

}  // namespace leafwise::pipeline::detail
