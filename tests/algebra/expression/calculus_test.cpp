// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/calculus.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

using tests::at;
using tests::Point;
using tests::read;
using tests::value_at;

const Variable t{Role::independent, "t", 0};

tests::ExpressionShape functions_of_jets(unsigned depth) {
  return {.depth = depth,
          .variables = tests::jets_up_to(2),
          .functions = tests::all_functions(),
          .with_pi = true,
          .any_syntax = false};
}

/// A value for all jets up to order 5, t and the parameters.
Point random_jet(tests::RandomExpression& random) {
  const std::vector<Variable> variables = tests::jets_up_to(5);
  return tests::random_point(random, {variables.begin(), variables.end()});
}

/// Both are the double nearest to one real number, so they are equal to the last bit. Counts the
/// points at which both have a value.
void check_equal(const Expression& left, const Expression& right, const Point& point, int& count) {
  const std::optional<double> a = value_at(left, point);
  const std::optional<double> b = value_at(right, point);
  if (!a || !b) return;
  ++count;
  CAPTURE(to_string(left));
  CAPTURE(to_string(right));
  REQUIRE(*a == *b);
}

/// One polynomial for each unknown, with coefficients that differ from curve to curve.
using Curve = std::map<std::string, std::vector<Rational>>;

Curve random_curve(tests::RandomExpression& random) {
  Curve curve;
  for (const char* name : {"x", "y", "lambda"}) {
    for (int i = 0; i < 4; ++i) curve[name].push_back(random.rational(12));
  }
  return curve;
}

/// The derivative of this order of Σ c_i t^i.
Rational on_curve(const std::vector<Rational>& coefficients, unsigned order, const Rational& time) {
  Rational value;
  for (std::size_t i = order; i < coefficients.size(); ++i) {
    Rational term = coefficients[i];
    for (std::size_t k = 0; k < order; ++k) term *= static_cast<std::int64_t>(i - k);
    value += term * time.pow(static_cast<std::int64_t>(i - order));
  }
  return value;
}

Point point_on(const Curve& curve, const Rational& time) {
  Point point = {{t, time}};
  point.emplace(Variable{Role::parameter, "a", 0}, Rational(5, 3));
  point.emplace(Variable{Role::parameter, "k", 0}, Rational(-2, 7));
  for (const auto& [name, coefficients] : curve) {
    for (unsigned k = 0; k <= 4; ++k) {
      point.emplace(Variable{Role::unknown, name, k}, on_curve(coefficients, k, time));
    }
  }
  return point;
}

}  // namespace

TEST_CASE("calculus: total derivatives of what a page shows") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"t", "1"},
      {"k", "0"},
      {"pi*k^2", "0"},
      {"x''", "x'''"},
      {"x'''", "der(x,4)"},
      {"x^2 + y^2", "2*x*x' + 2*y*y'"},
      {"x*y", "x'*y + x*y'"},
      {"sin(x)", "cos(x)*x'"},
      {"k*x - t", "k*x' - 1"},
      {"sin(k)", "0"},
  };
  for (const auto& [text, derivative] : table) {
    CAPTURE(text);
    CHECK(to_string(total_derivative(read(text))) == derivative);
  }
}

TEST_CASE("calculus: a division by a written zero is no bug of ours") {
  // The value does not exist, and whoever asks for it is told so.
  for (const std::string_view text : {"x/0", "x/0*y", "1/0 + x", "x/-0"}) {
    CAPTURE(text);
    const Expression expression = read(text);
    CHECK_NOTHROW((void)total_derivative(expression));
    CHECK_NOTHROW((void)partial_derivative(expression, {Role::unknown, "x", 0}));
  }
}

TEST_CASE("calculus: substitution is simultaneous and keeps what it does not touch") {
  const Expression expression = read("sin(x + y) * x / y");
  const Replacement swap = [](const Variable& variable) -> std::optional<Expression> {
    if (variable.name == "x") return read("y");
    if (variable.name == "y") return read("x");
    return std::nullopt;
  };
  CHECK(substitute(expression, swap) == read("sin(y + x) * y / x"));
  CHECK(substitute(substitute(expression, swap), swap) == expression);
  const auto nothing = [](const Variable&) { return std::optional<Expression>(); };
  CHECK(substitute(expression, nothing).identity() == expression.identity());
  const Expression half = substitute(read("cos(t) + x"), swap);
  CHECK(half == read("cos(t) + y"));
}

TEST_CASE("calculus: substitution replaces shared parts once") {
  // 2^60 leaves if it did not share.
  Expression tower = read("x");
  for (int i = 0; i < 60; ++i) tower = Expression::sum({{tower, false}, {tower, false}});
  const Expression replaced = substitute(tower, [](const Variable&) { return read("y"); });
  CHECK(replaced.nesting() == 60);
  CHECK(variables_of(replaced) == std::set<Variable>{{Role::unknown, "y", 0}});
  CHECK(total_derivative(tower).nesting() > 0);
}

TEST_CASE("calculus: which variables occur, and where the first one stands") {
  const Expression expression = read("k*x'' + sin(t)/x + x''");
  const std::set<Variable> expected = {{Role::parameter, "k", 0},
                                       {Role::unknown, "x", 2},
                                       {Role::unknown, "x", 0},
                                       {Role::independent, "t", 0}};
  CHECK(variables_of(expression) == expected);
  CHECK(variables_of(read("2*pi")).empty());
  const auto second_order = find_variable(expression, [](const auto& v) { return v.order == 2; });
  REQUIRE(second_order.has_value());
  CHECK(second_order->range() == TextRange{2, 3});
  CHECK_FALSE(find_variable(expression, [](const auto& v) { return v.order == 1; }).has_value());
}

TEST_SUITE("law") {
  TEST_CASE("calculus: the total derivative is linear and satisfies the Leibniz rule") {
    tests::RandomExpression random("linear and Leibniz", functions_of_jets(3));
    int count = 0;
    for (std::uint64_t i = 0; i < 600 * tests::multiplier(); ++i) {
      const Expression f = random();
      const Expression g = random();
      const Expression df = total_derivative(f);
      const Expression dg = total_derivative(g);
      const Expression c = Expression::number(random.rational(9));
      const Point point = random_jet(random);
      check_equal(total_derivative(c * f + g), c * df + dg, point, count);
      check_equal(total_derivative(f - g), df - dg, point, count);
      check_equal(total_derivative(f * g), df * g + f * dg, point, count);
      if (is_number(g, 0)) continue;
      check_equal(total_derivative(f / g), (df * g - f * dg) / (g * g), point, count);
    }
    CHECK(count > 600);  // a test that finds no points tests nothing
  }

  TEST_CASE("calculus: the chain rule holds for all functions and powers") {
    const std::pair<std::string_view, std::string_view> table[] = {
        {"sin(z)", "cos(z)"},
        {"cos(z)", "-sin(z)"},
        {"tan(z)", "1/cos(z)^2"},
        {"exp(z)", "exp(z)"},
        {"log(z)", "1/z"},
        {"sqrt(z)", "1/2/sqrt(z)"},
        {"tanh(z)", "1/cosh(z)^2"},
        {"sinh(z)", "(exp(z) + exp(-z))/2"},
        {"cosh(z)", "(exp(z) - exp(-z))/2"},
        {"atan(z)", "1/(1 + z^2)"},
        {"z^7", "7*z^6"},
        {"z^-3", "-3/z^4"},
        {"z^(3/2)", "3/2*sqrt(z)"},
        {"z^-0.5", "-0.5*z^(-3/2)"},
        {"z^0", "0"},
    };
    tests::RandomExpression random("chain rule", functions_of_jets(2));
    for (const auto& [outer, derivative] : table) {
      CAPTURE(outer);
      int count = 0;
      for (std::uint64_t i = 0; i < 40 * tests::multiplier(); ++i) {
        const Expression u = random();
        const Replacement insert = [&](const Variable& variable) {
          return variable.name == "z" ? std::optional<Expression>(u) : std::nullopt;
        };
        const Expression chain = substitute(read(derivative), insert) * total_derivative(u);
        const Expression direct = total_derivative(substitute(read(outer), insert));
        check_equal(direct, chain, random_jet(random), count);
      }
      CHECK(count >= 5);
    }
  }

  TEST_CASE("calculus: the total derivative is the slope along curves") {
    tests::RandomExpression random("slope along curves", functions_of_jets(3));
    int count = 0;
    for (std::uint64_t i = 0; i < 600 * tests::multiplier(); ++i) {
      const Expression f = random();
      const Curve curve = random_curve(random);
      const Rational time = random.rational(9);
      const Rational h = Rational(10).pow(-40);
      CAPTURE(to_string(f));
      CAPTURE(time.to_string());
      const auto refused = tests::mistake_of([&] {
        // 150 digits: the quotient keeps 110 of f's.
        const auto after = tests::rounded(at(f, point_on(curve, time + h)), 150);
        const auto before = tests::rounded(at(f, point_on(curve, time - h)), 150);
        const auto slope = (after - before) / (h * 2);
        const auto exact = tests::rounded(at(total_derivative(f), point_on(curve, time)), 60);
        const Rational size = abs(exact) + abs(after) + 1;
        // The quotient is wrong by h²·f'''/6, and f''' < 10^40·size for curves and times this
        // small; values that grow so fast that this fails are left out.
        if (size > Rational(10).pow(12)) return;
        ++count;
        REQUIRE((abs(slope - exact) / size).to_double() < 1e-30);
      });
      static_cast<void>(refused);  // outside the domain
    }
    CHECK(count > 200);
  }

  TEST_CASE("calculus: the total derivative is made of the partial ones") {
    tests::RandomExpression random("sum of partial derivatives", functions_of_jets(3));
    int count = 0;
    for (std::uint64_t i = 0; i < 600 * tests::multiplier(); ++i) {
      const Expression f = random();
      Expression sum = partial_derivative(f, t);
      for (const Variable& variable : variables_of(f)) {
        if (variable.role != Role::unknown) continue;
        sum = sum + partial_derivative(f, variable) * Expression::variable(next_jet(variable));
      }
      check_equal(total_derivative(f), sum, random_jet(random), count);
    }
    CHECK(count > 200);
  }

  TEST_CASE("calculus: the commutator with a partial derivative lowers the order") {
    // [∂/∂x_k, D] = ∂/∂x_(k−1), and [∂/∂x, D] = 0.
    tests::RandomExpression random("commutator", functions_of_jets(3));
    int count = 0;
    for (std::uint64_t i = 0; i < 400 * tests::multiplier(); ++i) {
      const Expression f = random();
      const Point point = random_jet(random);
      for (unsigned k = 0; k <= 2; ++k) {
        const Variable jet{Role::unknown, "x", k};
        const Expression left = partial_derivative(total_derivative(f), jet);
        Expression right = total_derivative(partial_derivative(f, jet));
        if (k > 0) right = right + partial_derivative(f, {Role::unknown, "x", k - 1});
        check_equal(left, right, point, count);
      }
    }
    CHECK(count > 400);
  }

  TEST_CASE("calculus: substitution commutes with taking values") {
    tests::RandomExpression random("substitution and values", functions_of_jets(3));
    const Variable x{Role::unknown, "x", 0};
    int count = 0;
    for (std::uint64_t i = 0; i < 400 * tests::multiplier(); ++i) {
      const Expression f = random();
      const Expression inserted = random();
      const Point point = random_jet(random);
      const Expression composed = substitute(f, [&](const Variable& variable) {
        return variable == x ? std::optional<Expression>(inserted) : std::nullopt;
      });
      const Expression value = at(inserted, point);
      Point others = point;
      others.erase(x);
      const Expression later = substitute(at(f, others), [&](const Variable&) { return value; });
      check_equal(at(composed, point), later, {}, count);
    }
    CHECK(count > 100);
  }
}

}  // namespace leafwise::algebra
