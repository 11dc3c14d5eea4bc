// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/exact_point.hpp"
#include "geometry/numeric_system.hpp"
#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"

/// What the tests of real points share: ideals in words, and how a sample is checked by other means
/// than those that found it.
namespace leafwise::tests {

using namespace algebra;
using algebra::detail::exact_rational;

using RationalPoint = std::map<Variable, Rational>;

inline const std::vector<Variable> xyzuv = {{Role::unknown, "x", 0},
                                            {Role::unknown, "y", 0},
                                            {Role::unknown, "z", 0},
                                            {Role::unknown, "u", 0},
                                            {Role::unknown, "v", 0}};
inline const std::vector<Variable> xyz(xyzuv.begin(), xyzuv.begin() + 3);

inline const Engine& test_engine() {
  static const Engine engine{std::filesystem::path(LEAFWISE_WORKER)};
  return engine;
}

/// Far beyond what these ideals need on a loaded machine; a law is no test of speed.
inline Limits limits() {
  return Limits::within(std::chrono::seconds(60));
}

inline algebra::Expression read(const std::string& text) {
  Scope scope;
  for (const Variable& variable : xyzuv) scope.declare(variable.name, variable.role);
  return parse_expression(text, scope);
}

inline Polynomial poly(const std::string& text) {
  return Polynomialiser({}, {}).convert(read(text));
}

/// In x, y and z, and u and v where they occur.
inline Ideal ideal(const std::vector<std::string>& texts, const Engine& engine = test_engine()) {
  std::vector<Polynomial> generators;
  generators.reserve(texts.size());
  std::size_t used = 3;
  for (const std::string& text : texts) {
    generators.push_back(poly(text));
    if (generators.back().variables().contains(xyzuv[3])) used = 5;
  }
  return {{xyzuv.begin(), xyzuv.begin() + static_cast<std::ptrdiff_t>(used)}, generators, engine};
}

inline RealPoints ask(const Ideal& prime, const std::optional<algebra::Point>& near = {}) {
  return real_points(prime, near, 1, limits());
}

inline Rational value_at(const Polynomial& polynomial, const RationalPoint& point) {
  Rational total;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Rational term = coefficient;
    for (const Monomial::Factor& factor : monomial.factors()) {
      term *= point.at(factor.variable).pow(factor.exponent);
    }
    total += term;
  }
  return total;
}

/// The first 200 bits or so, as a sum of doubles: else exact iterations would double the digits.
inline Rational rounded(const Rational& value) {
  Rational result;
  for (int piece = 0; piece < 4; ++piece) {
    result += exact_rational((value - result).to_double());
  }
  return result;
}

/// The solution of a regular system, by Gauss; exact.
inline std::vector<Rational> solve(std::vector<std::vector<Rational>> matrix,
                                   std::vector<Rational> right) {
  const std::size_t size = right.size();
  for (std::size_t step = 0; step < size; ++step) {
    std::size_t pivot = step;
    while (pivot < size && matrix[pivot][step].is_zero()) ++pivot;
    REQUIRE(pivot < size);
    std::swap(matrix[step], matrix[pivot]);
    std::swap(right[step], right[pivot]);
    for (std::size_t i = 0; i < size; ++i) {
      if (i == step) continue;
      const Rational factor = matrix[i][step] / matrix[step][step];
      for (std::size_t j = step; j < size; ++j) matrix[i][j] -= factor * matrix[step][j];
      right[i] -= factor * right[step];
    }
  }
  for (std::size_t i = 0; i < size; ++i) right[i] /= matrix[i][i];
  return right;
}

/// How far the zero is to which Newton's method goes from here, in exact arithmetic: the largest
/// change of a coordinate. Each step is the shortest that solves the linear equations.
/// @pre a Jacobian of full rank
inline double distance_of_zero(const std::vector<Polynomial>& equations, const RealPoint& sample) {
  RationalPoint point;
  for (const auto& [variable, value] : sample.coordinates) {
    point.emplace(variable, exact_rational(value));
  }
  const RationalPoint start = point;
  // From 1e-16 three steps reach what `rounded` keeps.
  for (int step = 0; step < 4; ++step) {
    std::vector<RationalPoint> rows;
    std::vector<Rational> values;
    rows.reserve(equations.size());
    values.reserve(equations.size());
    for (const Polynomial& equation : equations) {
      values.push_back(value_at(equation, point));
      RationalPoint& row = rows.emplace_back();
      for (const auto& [variable, value] : point) {
        row.emplace(variable, value_at(equation.derivative(variable), point));
      }
    }
    std::vector<std::vector<Rational>> gram(rows.size(), std::vector<Rational>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        for (const auto& [variable, slope] : rows[i]) gram[i][j] += slope * rows[j].at(variable);
      }
    }
    const std::vector<Rational> weights = solve(gram, values);
    for (auto& [variable, value] : point) {
      for (std::size_t i = 0; i < rows.size(); ++i) value -= weights[i] * rows[i].at(variable);
      value = rounded(value);
    }
  }
  for (const Polynomial& equation : equations) {
    REQUIRE(std::abs(value_at(equation, point).to_double()) < 1e-40);
  }
  double distance = 0;
  for (const auto& [variable, value] : point) {
    distance = std::max(distance, std::abs((value - start.at(variable)).to_double()));
  }
  return distance;
}

inline bool has_full_rank(const std::vector<Polynomial>& equations, const RealPoint& sample) {
  std::vector<double> point;
  point.reserve(xyz.size());
  for (const Variable& variable : xyz) point.push_back(sample.coordinates.at(variable));
  const detail::NumericSystem numeric(equations, xyz);
  // Newton in 200 bits is far from trouble where the pivots are of this size.
  return detail::regular_part(numeric.jacobian(point, {0, 1, 2}), 1e-6).rows.size() ==
         equations.size();
}

/// The sample is what it claims to be. @param local equations of V near it, of full rank
inline void check_sample(const Ideal& prime,
                         const RealPoints& points,
                         const std::vector<Polynomial>& local) {
  CAPTURE(points.why);
  REQUIRE(points.exist == Truth::yes);
  REQUIRE(points.sample.has_value());
  const RealPoint& sample = *points.sample;
  REQUIRE(sample.coordinates.size() == prime.variables().size());
  if (sample.radius == 0) {
    CHECK(points.why == "exact");
    for (const auto& [variable, value] : sample.coordinates) {
      CHECK(value == sample.exact.at(variable).to_double());
    }
    for (const Polynomial& f : prime.generators()) CHECK(value_at(f, sample.exact).is_zero());
    return;
  }
  CHECK(sample.exact.empty());
  // A zero within the radius in each of n coordinates: the one that Newton goes to is not further
  // than √n times as far, up to terms of second order, for which there is a factor of two.
  const double dimension = static_cast<double>(sample.coordinates.size());
  CHECK(distance_of_zero(local, sample) <= 2 * std::sqrt(dimension) * sample.radius);
  // The zeros of these tests are regular; doubles then show them to some 12 digits.
  double size = 1;
  for (const auto& [variable, value] : sample.coordinates) size = std::max(size, std::abs(value));
  CHECK(sample.radius <= 1e-12 * size);
}

}  // namespace leafwise::tests
