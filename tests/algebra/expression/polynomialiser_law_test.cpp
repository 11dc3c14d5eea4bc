// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

// Law: where the original expression is defined, the polynomial has the same value when each
// auxiliary has the value of its definition, and the relations vanish along any curve.
//
// Values are compared as the doubles nearest to them. Two names of one real number have the same
// nearest double, so the comparison is exact: sharper than 1e-12 relative.

namespace leafwise::algebra {
namespace {

using tests::at;
using tests::Point;
using tests::value_at;

/// The polynomial as an expression in jets: auxiliaries by their definitions, the derivatives of
/// auxiliaries by the total derivatives of the definitions.
Expression defined(const Polynomial& polynomial, const std::vector<Auxiliary>& auxiliaries) {
  std::map<std::string, Expression> definitions;
  for (const Auxiliary& auxiliary : auxiliaries) {
    definitions.emplace(auxiliary.name, auxiliary.definition);
  }
  return substitute(to_expression(polynomial), [&](const Variable& variable) {
    const auto found = definitions.find(variable.name);
    if (found == definitions.end()) return std::optional<Expression>();
    Expression value = found->second;
    for (unsigned k = 0; k < variable.order; ++k) value = total_derivative(value);
    return std::optional<Expression>(value);
  });
}

std::string text_of(const std::vector<Auxiliary>& auxiliaries) {
  std::string text;
  for (const Auxiliary& auxiliary : auxiliaries) {
    text += auxiliary.name + " = " + to_string(auxiliary.original) + "; ";
  }
  return text;
}

/// Jets of all orders that the relations of expressions with second derivatives can reach: every
/// curve passes such a point, and every such point is on a curve.
Point random_jet(tests::RandomExpression& random) {
  const std::vector<Variable> variables = tests::jets_up_to(6);
  return tests::random_point(random, {variables.begin(), variables.end()});
}

struct Counts {
  int values = 0;
  int relations = 0;
  int auxiliaries = 0;
};

void check_relations(const Polynomialiser& polynomialiser, const Point& point, Counts& counts) {
  for (const AuxiliaryRelation& relation : polynomialiser.relations()) {
    const Expression residual = defined(relation.polynomial, polynomialiser.auxiliaries());
    const std::optional<double> value = value_at(residual, point);
    if (!value) continue;
    ++counts.relations;
    CAPTURE(to_string(relation.polynomial));
    // Zero to 2^-1075, far below 1e-12 of anything in it.
    REQUIRE(*value == 0);
  }
}

/// What an auxiliary promises about itself.
void check_auxiliaries(const Polynomialiser& polynomialiser, const Point& point) {
  std::set<std::string> earlier;
  for (const Auxiliary& auxiliary : polynomialiser.auxiliaries()) {
    CAPTURE(auxiliary.name);
    for (const Variable& variable : auxiliary.argument.variables()) {
      REQUIRE((variable.name.front() != 'w' || earlier.contains(variable.name)));
    }
    for (const Variable& variable : variables_of(auxiliary.definition)) {
      REQUIRE(variable.name.front() != 'w');
    }
    REQUIRE(earlier.insert(auxiliary.name).second);
    const std::optional<double> value = value_at(auxiliary.definition, point);
    if (!value) continue;
    // The definition may be defined where the original divides by zero: 1/(1/x) is x.
    const std::optional<double> original = value_at(auxiliary.original, point);
    if (original) REQUIRE(value == original);
    if (is_nonnegative(auxiliary.kind)) REQUIRE(*value >= 0);
    if (auxiliary.constant) REQUIRE(value_at(total_derivative(auxiliary.definition), point) == 0);
  }
}

bool is_undecided(const Expression& constant) {
  const auto mistake = tests::mistake_of([&] { (void)nearest_double(constant); });
  return mistake && mistake->message.find("cannot be distinguished from zero") != std::string::npos;
}

/// Checks the law for several expressions that share one polynomialiser.
void check_law(const std::vector<Expression>& expressions,
               tests::RandomExpression& random,
               Counts& counts) {
  Polynomialiser polynomialiser({}, {});
  for (const Expression& expression : expressions) {
    CAPTURE(to_string(expression));
    Polynomial polynomial;
    const auto refused =
        tests::mistake_of([&] { polynomial = polynomialiser.convert(expression); });
    if (refused) continue;  // sin(1), 1/(x-x), √−4: see polynomialiser_refusals_test.cpp
    CAPTURE(to_string(polynomial));
    CAPTURE(text_of(polynomialiser.auxiliaries()));
    const Point point = random_jet(random);
    const std::optional<double> original = value_at(expression, point);
    if (!original) continue;
    ++counts.values;
    const Expression written_out = defined(polynomial, polynomialiser.auxiliaries());
    // √(u·0) is √(u·1 − u·1) once it is expanded: for sinh 1 as u nobody can tell that it is 0.
    if (!is_undecided(tests::at(written_out, point))) {
      REQUIRE(original == value_at(written_out, point));
    }
    const Expression restored = polynomialiser.restore(polynomial);
    if (!is_undecided(tests::at(restored, point))) {
      REQUIRE(original == value_at(restored, point));
    }
    const auto again = polynomialiser.auxiliaries().size();
    REQUIRE(polynomialiser.convert(expression) == polynomial);
    REQUIRE(polynomialiser.auxiliaries().size() == again);
  }
  const Point point = random_jet(random);
  CAPTURE(text_of(polynomialiser.auxiliaries()));
  check_relations(polynomialiser, point, counts);
  check_auxiliaries(polynomialiser, point);
  counts.auxiliaries += static_cast<int>(polynomialiser.auxiliaries().size());
}

tests::ExpressionShape functions_of_jets(unsigned depth) {
  return {.depth = depth,
          .variables = tests::jets_up_to(2),
          .functions = tests::all_functions(),
          .with_pi = false,
          .any_syntax = false};
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("polynomialisation: random expressions keep their values, relations vanish") {
    tests::RandomExpression random("polynomialisation", functions_of_jets(3));
    Counts counts;
    for (std::uint64_t i = 0; i < 3000 * tests::multiplier(); ++i) {
      check_law({random()}, random, counts);
    }
    // A test that finds no points tests nothing.
    CHECK(counts.values > 1500);
    CHECK(counts.relations > 1500);
  }

  TEST_CASE("polynomialisation: expressions of one system share and keep their values") {
    tests::RandomExpression random("polynomialisation of systems", functions_of_jets(2));
    Counts counts;
    for (std::uint64_t i = 0; i < 400 * tests::multiplier(); ++i) {
      const Expression u = random();
      const Expression v = random();
      check_law({u,
                 -u,
                 Expression::call(Function::sin, u - v),
                 v - u,
                 Expression::call(Function::cos, v - u),
                 Expression::call(Function::tan, v - u),
                 Expression::call(Function::sinh, -u),
                 Expression::call(Function::tanh, u),
                 Expression::call(Function::sqrt, u * u),
                 u + v},
                random,
                counts);
    }
    CHECK(counts.values > 1500);
  }

  TEST_CASE("polynomialisation: nested functions and divisions keep their values") {
    tests::RandomExpression random("nested polynomialisation", functions_of_jets(5));
    Counts counts;
    for (std::uint64_t i = 0; i < 300 * tests::multiplier(); ++i) {
      check_law({random()}, random, counts);
    }
    CHECK(counts.values > 80);
    CHECK(counts.relations > 200);
  }

  TEST_CASE("polynomialisation: the compositions that people write keep their values") {
    tests::RandomExpression random("written compositions", {});
    Counts counts;
    for (const std::string_view text : {"sin(x + 2*y)",
                                        "exp(-t^2)",
                                        "1/(x^2 + y^2)^(3/2)",
                                        "sin(cos(sin(x)))",
                                        "sqrt(8*x)",
                                        "sin(x - y) + sin(y - x) + cos(y - x)",
                                        "tan(x)*cos(x) - sin(x)",
                                        "x^(-5/2)",
                                        "sqrt(x^2 + y^2)/(1 + sqrt(x^2 + y^2))",
                                        "log(1 + exp(x))",
                                        "atan(y/x)",
                                        "1/(1/x)",
                                        "tanh(x*t)^3",
                                        "sqrt(3)/2*x + sqrt(2)*sqrt(6)*y",
                                        "1/(1 + sqrt(2))*x",
                                        "sqrt(2 + sqrt(2))*x",
                                        "x/sqrt(2 + sqrt(3))",
                                        "1/(x*y) + 1/(x^2*y)",
                                        "sqrt(x/8)",
                                        "sqrt(12*x^2 + 8*y^2)",
                                        "sqrt(x)*sqrt(x)",
                                        "1/sqrt(x) - sqrt(x)/x",
                                        "sinh(x)/cosh(x)",
                                        "sin(x*(y + 1)) - sin(x*y + x)",
                                        "1/(2*x - 2*y) + 1/(y - x)",
                                        "sqrt(1/x)",
                                        "exp(x)*exp(-x)",
                                        "(x + sqrt(x^2))^0.5",
                                        "sin(x'*t - k)*cos(k - x'*t)",
                                        "sin(a)*x + cos(k)*y",
                                        "sqrt(k)*x + 1/k",
                                        "x/(a - 1)",
                                        "sqrt(a^2)*x",
                                        "cos(x)*sin(y) + sin(x + y) + cos(x - y) + sin(y - x + t)",
                                        "1/(sqrt(2)*x - y)",
                                        "sqrt(sqrt(2)*x)",
                                        "sqrt(sqrt(sqrt(x)))",
                                        "1/(1 + 1/(1 + 1/x))"}) {
      for (int i = 0; i < 6; ++i) check_law({tests::read(text)}, random, counts);
    }
    CHECK(counts.values > 100);
  }

  TEST_CASE("polynomialisation: parameters with values give the value with them put in") {
    tests::RandomExpression random("parameter values", functions_of_jets(3));
    int count = 0;
    for (std::uint64_t i = 0; i < 500 * tests::multiplier(); ++i) {
      const Expression expression = random();
      const std::map<std::string, Expression> parameters = {
          {"a", Expression::number(random.rational(5))}, {"k", tests::read("sqrt(3)/2")}};
      const Expression inserted = substitute(expression, [&](const Variable& variable) {
        const auto found = parameters.find(variable.name);
        return found == parameters.end() ? std::nullopt : std::optional<Expression>(found->second);
      });
      CAPTURE(to_string(inserted));
      Polynomialiser by_name({}, parameters);
      Polynomialiser directly({}, {});
      std::optional<Polynomial> left;
      std::optional<Polynomial> right;
      const auto first = tests::mistake_of([&] { left = by_name.convert(expression); });
      const auto second = tests::mistake_of([&] { right = directly.convert(inserted); });
      REQUIRE(first.has_value() == second.has_value());
      if (first) continue;
      ++count;
      REQUIRE(*left == *right);
    }
    CHECK(count > 300);
  }
}

}  // namespace leafwise::algebra
