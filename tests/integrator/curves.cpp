// SPDX-License-Identifier: GPL-3.0-or-later
#include "curves.hpp"

#include <cmath>

#include "leafwise/integrator/explicit_field.hpp"

namespace leafwise::tests {

using integrator::ExplicitField;
using integrator::ManifoldProblem;

template <typename Real>
ManifoldProblem<Real> make_problem(const Curve& curve) {
  const std::size_t m = curve.coordinates.size();
  ManifoldProblem<Real> problem;
  problem.coordinates = curve.coordinates;
  if (curve.has_independent) problem.independent = 0;
  if (!curve.equations.empty()) {
    problem.equations = make_polynomial_map<Real>(m, curve.equations);
  }
  for (std::size_t i = 0; i < curve.equations.size(); ++i) {
    problem.equation_names.push_back("f" + std::to_string(i + 1));
  }
  problem.codimension = curve.codimension;
  problem.distribution =
      std::make_shared<ExplicitField<Real>>(make_polynomial_map<Real>(m, curve.field));
  return problem;
}

template <typename Real>
std::vector<Real> start_of(const Curve& curve) {
  std::vector<Real> start;
  start.reserve(curve.start.size());
  for (const long double entry : curve.start) start.push_back(static_cast<Real>(entry));
  return start;
}

Curve pendulum_curve() {
  Curve curve;
  curve.name = "pendulum";
  curve.coordinates = {"t", "x", "y", "u", "v"};
  curve.equations = {{{1, {1, 1}}, {1, {2, 2}}, {-1, {}}}, {{1, {1, 3}}, {1, {2, 4}}}};
  curve.codimension = 2;
  // λ = u² + v² − y on M.
  curve.field = {{{1, {}}},
                 {{1, {3}}},
                 {{1, {4}}},
                 {{-1, {3, 3, 1}}, {-1, {4, 4, 1}}, {1, {2, 1}}},
                 {{-1, {3, 3, 2}}, {-1, {4, 4, 2}}, {1, {2, 2}}, {-1, {}}}};
  curve.start = {0, 1, 0, 0, 0};
  return curve;
}

Curve sphere_curve() {
  Curve curve;
  curve.name = "sphere";
  curve.coordinates = {"t", "x", "y", "z"};
  const Polynomial round = {{1, {1, 1}}, {1, {2, 2}}, {1, {3, 3}}, {-1, {}}};
  Polynomial redundant = round;  // (1 + x/2) f
  for (const Term& term : round) {
    Term longer = term;
    longer.coefficient /= 2;
    longer.factors.push_back(1);
    redundant.push_back(longer);
  }
  curve.equations = {round, redundant};
  curve.codimension = 1;
  // ω × (x, y, z) with ω = (t, x, 1).
  curve.field = {
      {{1, {}}}, {{1, {1, 3}}, {-1, {2}}}, {{1, {1}}, {-1, {0, 3}}}, {{1, {0, 2}}, {-1, {1, 1}}}};
  curve.start = {0, 0.6L, 0, 0.8L};
  return curve;
}

Curve twisted_cubic() {
  Curve curve;
  curve.name = "twisted cubic";
  curve.coordinates = {"x", "y", "z"};
  curve.equations = {{{1, {1}}, {-1, {0, 0}}}, {{1, {2}}, {-1, {0, 0, 0}}}};
  curve.codimension = 2;
  curve.field = {{{1, {}}}, {{2, {0}}}, {{3, {1}}}};
  curve.start = {-1, 1, -1};
  return curve;
}

Curve quadrature(std::size_t degree) {
  Curve curve;
  curve.name = "quadrature";
  curve.coordinates = {"x", "y", "z"};
  curve.equations = {{{1, {1}}, {-1, {2}}}};
  curve.codimension = 1;
  const Term power{static_cast<long double>(degree), std::vector<std::size_t>(degree - 1, 0)};
  curve.field = {{{1, {}}}, {power}, {power}};
  curve.start = {0, 0, 0};
  return curve;
}

namespace {

/// p(Qᵀ x)
Polynomial substitute(const Polynomial& polynomial,
                      const std::vector<long double>& rotation,
                      std::size_t m) {
  Polynomial result;
  for (const Term& term : polynomial) {
    Polynomial expanded = {{term.coefficient, {}}};
    for (const std::size_t factor : term.factors) {
      Polynomial longer;
      for (const Term& part : expanded) {
        for (std::size_t k = 0; k < m; ++k) {
          const long double entry = rotation[k * m + factor];
          if (entry == 0) continue;
          Term next = part;
          next.coefficient *= entry;
          next.factors.push_back(k);
          longer.push_back(next);
        }
      }
      expanded = longer;
    }
    result.insert(result.end(), expanded.begin(), expanded.end());
  }
  return result;
}

}  // namespace

Curve stiff_circle(long double rate) {
  Curve curve;
  curve.name = "stiff circle";
  curve.coordinates = {"t", "C", "S", "x", "y"};
  curve.equations = {{{1, {1, 1}}, {1, {2, 2}}, {-1, {}}}, {{1, {3, 3}}, {1, {4, 4}}, {-1, {}}}};
  curve.codimension = 2;
  // w = 1 − rate (yC − xS)
  curve.field = {{{1, {}}},
                 {{-1, {2}}},
                 {{1, {1}}},
                 {{-1, {4}}, {rate, {4, 4, 1}}, {-rate, {4, 3, 2}}},
                 {{1, {3}}, {-rate, {3, 4, 1}}, {rate, {3, 3, 2}}}};
  curve.start = {0, 1, 0, 1, 0};
  return curve;
}

Curve rotated(const Curve& curve, const std::vector<long double>& rotation) {
  const std::size_t m = curve.coordinates.size();
  Curve result = curve;
  for (Polynomial& equation : result.equations) equation = substitute(equation, rotation, m);
  for (std::size_t i = 0; i < m; ++i) {
    result.field[i].clear();
    result.start[i] = 0;
    for (std::size_t j = 0; j < m; ++j) {
      Polynomial part = substitute(curve.field[j], rotation, m);
      for (Term& term : part) term.coefficient *= rotation[i * m + j];
      if (rotation[i * m + j] != 0) {
        result.field[i].insert(result.field[i].end(), part.begin(), part.end());
      }
      result.start[i] += rotation[i * m + j] * curve.start[j];
    }
  }
  return result;
}

template ManifoldProblem<double> make_problem(const Curve&);
template ManifoldProblem<long double> make_problem(const Curve&);
template std::vector<double> start_of(const Curve&);
template std::vector<long double> start_of(const Curve&);

}  // namespace leafwise::tests
