// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "local/taylor_program.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra::detail;  // NOLINT(google-build-using-namespace)
using algebra::Expression;
using algebra::Function;
using algebra::Rational;
using algebra::Role;
using algebra::Variable;

const std::vector<std::string> unknowns = {"x", "y"};
constexpr unsigned top = 3;  ///< derivatives that are compared

/// Jets of x and y up to what three derivatives of first-order expressions need.
Point random_jets(RandomExpression& random) {
  constexpr std::int64_t most = 9;
  Point point{{{Role::independent, "t", 0}, random.rational(most)}};
  for (const std::string& name : unknowns) {
    for (unsigned order = 0; order <= top + 1; ++order) {
      point.emplace(Variable{Role::unknown, name, order}, random.rational(most));
    }
  }
  return point;
}

template <typename Field>
Series<typename Field::Value> series_of(const Point& point, const Field& field) {
  Series<typename Field::Value> series;
  for (const std::string& name : unknowns) {
    series.emplace_back();
    std::int64_t factorial = 1;
    for (unsigned order = 0; order <= top + 1; ++order) {
      if (order > 0) factorial *= order;
      const Rational value = point.at({Role::unknown, name, order}) / Rational(factorial);
      series.back().push_back(field.of(value));
    }
  }
  return series;
}

ExpressionShape shape(std::vector<Function> functions) {
  ExpressionShape shape;
  shape.depth = 3;
  shape.functions = std::move(functions);
  shape.variables.push_back({Role::independent, "t", 0});
  for (const std::string& name : unknowns) {
    for (const unsigned order : {0U, 1U}) shape.variables.push_back({Role::unknown, name, order});
  }
  return shape;
}

/// D^k e / k!
Expression coefficient(Expression expression, unsigned k) {
  Rational factorial(1);
  for (unsigned i = 1; i <= k; ++i) {
    expression = total_derivative(expression);
    factorial *= Rational(i);
  }
  return expression / Expression::number(factorial);
}

/// The value to 25 digits lies in the ball, as far as 25 digits tell.
bool holds(const Ball& ball, const Expression& exact) {
  const Rational value = rounded(exact, 25);
  const RealBalls field{200};
  Ball wide = ball;
  mag_t slack;
  mag_init(slack);
  arf_get_mag(slack, arb_midref(ball.raw()));
  mag_mul_2exp_si(slack, slack, -70);
  arb_add_error_mag(wide.raw(), slack);
  mag_clear(slack);
  return arb_overlaps(wide.raw(), field.of(value).raw()) != 0;
}

/// Balls that became wide (a root of almost 0) say nothing.
bool is_narrow(const Ball& ball) {
  return arb_is_finite(ball.raw()) != 0 && ball.radius() < 1e-30 * (1 + std::abs(ball.centre()));
}

}  // namespace

TEST_CASE("Taylor coefficients are those of exact differentiation, in balls and in doubles") {
  RandomExpression random("taylor coefficients", shape(all_functions()));
  unsigned compared = 0;
  for (unsigned number = 0; number < 150 * multiplier(); ++number) {
    const Expression expression = random();
    const Point point = random_jets(random);
    TaylorGraph graph(unknowns);
    NodeIndex root = 0;
    try {
      root = graph.add(expression);
    } catch (const InvalidInput&) {
      continue;  // an exponent that problem files do not allow
    }
    const TaylorPlan plan(graph, {root}, {top});
    const RealBalls balls{200};
    TaylorValues<RealBalls> enclosed(plan, balls);
    enclosed.compute(series_of(point, balls), balls.of(point.at({Role::independent, "t", 0})));
    const Doubles doubles;
    TaylorValues<Doubles> numbers(plan, doubles);
    numbers.compute(series_of(point, doubles), point.at({Role::independent, "t", 0}).to_double());
    for (unsigned k = 0; k <= top; ++k) {
      const Expression exact = at(coefficient(expression, k), point);
      const Ball& ball = enclosed.at(root, k);
      const std::optional<double> value = value_of(exact);
      if (!value || !is_narrow(ball)) continue;
      // Constants end at 8192 bits: 1 - tanh(1000)^2 is 0 to them.
      if (*value == 0 && arb_contains_zero(ball.raw()) == 0) continue;
      CAPTURE(to_string(expression));
      CAPTURE(k);
      ++compared;
      CHECK(holds(ball, exact));
      // Cancellation in expressions of this size has cost no more than half of the digits.
      if (std::isfinite(numbers.at(root, k)) && std::abs(*value) < 1e8) {
        CHECK(numbers.at(root, k) == doctest::Approx(*value).epsilon(1e-5));
      }
    }
  }
  CHECK(compared > 100 * multiplier());
}

TEST_CASE("Taylor coefficients modulo a prime are residues of the exact ones") {
  RandomExpression random("taylor residues", shape({}));
  unsigned compared = 0;
  for (unsigned number = 0; number < 100 * multiplier(); ++number) {
    const Expression expression = random();
    const Point point = random_jets(random);
    TaylorGraph graph(unknowns);
    NodeIndex root = 0;
    try {
      root = graph.add(expression);
    } catch (const InvalidInput&) {
      continue;
    }
    const TaylorPlan plan(graph, {root}, {top});
    const bool has_root =
        std::any_of(plan.nodes().begin(), plan.nodes().end(), [&](NodeIndex node) {
          return graph.node(node).operation == Operation::root;
        });
    if (has_root) continue;  // a root has two residues
    const Residues field;
    TaylorValues<Residues> values(plan, field);
    values.compute(series_of(point, field), field.of(point.at({Role::independent, "t", 0})));
    if (field.undefined) continue;
    for (unsigned k = 0; k <= top; ++k) {
      std::optional<algebra::Surd> exact;
      try {
        exact = algebra::exact_value(at(coefficient(expression, k), point));
      } catch (const InvalidInput&) {
        continue;
      }
      if (!exact || !exact->as_rational()) continue;
      ++compared;
      CAPTURE(to_string(expression));
      CHECK(values.at(root, k) == field.of(*exact->as_rational()));
    }
  }
  CHECK(compared > 50 * multiplier());
}

TEST_CASE("partial derivatives by reverse mode are those of the expression") {
  RandomExpression random("taylor partials", shape(all_functions()));
  for (unsigned number = 0; number < 60 * multiplier(); ++number) {
    const Expression expression = random();
    const Point point = random_jets(random);
    TaylorGraph graph(unknowns);
    std::vector<Partial> partials;
    try {
      partials = graph.gradient(graph.add(expression));
    } catch (const InvalidInput&) {
      continue;
    }
    for (const Partial& partial : partials) {
      const RealBalls balls{200};
      const TaylorPlan plan(graph, {partial.node}, {0});
      TaylorValues<RealBalls> values(plan, balls);
      values.compute(series_of(point, balls), balls.of(point.at({Role::independent, "t", 0})));
      const Variable jet{Role::unknown, unknowns[partial.jet.unknown], partial.jet.order};
      const Expression exact = at(partial_derivative(expression, jet), point);
      const Ball& ball = values.at(partial.node, 0);
      if (!value_of(exact) || !is_narrow(ball)) continue;
      CAPTURE(to_string(expression));
      CHECK(holds(ball, exact));
    }
  }
}

}  // namespace leafwise::tests
