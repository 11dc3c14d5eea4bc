// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/rational_points.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "geometry/jacobian.hpp"
#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Sets one coordinate after the other and turns back where an equation cannot hold any more.
class PointSearch {
 public:
  PointSearch(const std::vector<Variable>& variables,
              const std::vector<Polynomial>& polynomials,
              std::size_t rank,
              std::size_t most_steps)
      : matrix_(jacobian(polynomials, variables)), rank_(rank), steps_left_(most_steps) {}

  [[nodiscard]] bool extend(const std::vector<Polynomial>& equations,
                            const std::set<Variable>& open) {
    if (open.empty()) return rank_at(matrix_, point_) >= rank_;
    const auto [variable, values] = next_choice(equations, open);
    std::set<Variable> others = open;
    others.erase(variable);
    for (const Rational& value : values) {
      if (steps_left_ == 0) return false;
      --steps_left_;
      const auto rest = equations_at(equations, variable, value);
      if (!rest) continue;
      point_[variable] = value;
      if (extend(*rest, others)) return true;
    }
    return false;
  }

  [[nodiscard]] const std::map<Variable, Rational>& point() const { return point_; }

 private:
  using Choice = std::pair<Variable, std::vector<Rational>>;

  static std::vector<Rational> small_values() { return {0, 1, -1, 2}; }

  /// The variable of the equation with the fewest of them: it is decided first.
  static Choice next_choice(const std::vector<Polynomial>& equations,
                            const std::set<Variable>& open) {
    std::set<Variable> fewest = open;
    const Polynomial* tightest = nullptr;
    for (const Polynomial& equation : equations) {
      std::set<Variable> used = equation.variables();
      if (tightest != nullptr && used.size() >= fewest.size()) continue;
      fewest = std::move(used);
      tightest = &equation;
    }
    const Variable variable = *fewest.begin();
    if (tightest == nullptr || fewest.size() > 1 || tightest->degree() > 1) {
      return {variable, small_values()};
    }
    const Rational slope = tightest->derivative(variable).constant_value();
    const Polynomial constant = substituted(*tightest, variable, Polynomial());
    return {variable, {-constant.constant_value() / slope}};
  }

  /// What is left of the equations; nothing if one is violated.
  static std::optional<std::vector<Polynomial>> equations_at(
      const std::vector<Polynomial>& equations, const Variable& variable, const Rational& value) {
    std::vector<Polynomial> rest;
    rest.reserve(equations.size());
    for (const Polynomial& equation : equations) {
      Polynomial at_value = substituted(equation, variable, value);
      if (at_value.is_zero()) continue;
      if (at_value.is_constant()) return std::nullopt;
      rest.push_back(std::move(at_value));
    }
    return rest;
  }

  PolynomialMatrix matrix_;
  std::size_t rank_;
  std::size_t steps_left_;
  std::map<Variable, Rational> point_;
};

}  // namespace

std::optional<std::map<Variable, Rational>> find_rational_point(
    const std::vector<Variable>& variables,
    const std::vector<Polynomial>& polynomials,
    std::size_t rank,
    std::size_t most_steps) {
  std::vector<Polynomial> equations = polynomials;
  std::erase_if(equations, [](const Polynomial& equation) { return equation.is_zero(); });
  for (const Polynomial& equation : equations) {
    if (equation.is_constant()) return std::nullopt;
  }
  PointSearch search(variables, equations, rank, most_steps);
  if (!search.extend(equations, {variables.begin(), variables.end()})) return std::nullopt;
  return search.point();
}

}  // namespace leafwise::algebra::detail
