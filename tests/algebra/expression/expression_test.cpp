// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/expression.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/check.hpp"
#include "reading.hpp"

namespace leafwise::algebra {
namespace {

using tests::read;

Expression unknown(const std::string& name) {
  return Expression::variable({Role::unknown, name, 0});
}

/// Signs in front of x, one within the other.
std::string signs(std::size_t count) {
  return std::string(count, '-') + "x";
}

}  // namespace

TEST_CASE("precedence: the same tree with all parentheses written") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"-x^2", "-(x^2)"},
      {"2^-1", "2^(-1)"},
      {"x'^2", "(x')^2"},
      {"2^3^2", "2^(3^2)"},
      {"x^-y^2", "x^(-(y^2))"},
      {"x^-2*y", "(x^(-2))*y"},
      {"a*-b", "a*(-b)"},
      {"a/-b*x", "a/(-b)*x"},
      {"--x", "-(-x)"},
      {"-+-x", "-(-x)"},
      {"+x", "x"},
      {"x^+2", "x^2"},
      {"-x*y", "(-x)*y"},
      {"-x/y", "(-x)/y"},
      {"-x+y", "(-x)+y"},
      {"a - -b", "a - (-b)"},
      {"x+y*z", "x+(y*z)"},
      {"x*y^2", "x*(y^2)"},
      {"-sin(x)^2", "-((sin(x))^2)"},
      {"x - y*z/a", "x - (y*z/a)"},
      {"der(x)", "x'"},
      {"der(x, 2)", "x''"},
      {"der(x,0)", "x"},
      {"x''''", "der(x,4)"},
      {" \t\r\nx\n+\ny ", "x+y"},
      {"1e3", "1000"},
      {"0.50", "0.5"},
      {"e", "(e)"},
      {"2*e", "2*(e)"},
      {"2e1*e", "20*e"},
  };
  for (const auto& [text, explicit_text] : table) {
    CAPTURE(text);
    CHECK(read(text) == read(explicit_text));
  }
}

TEST_CASE("precedence: what differs stays different") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"-x^2", "(-x)^2"},
      {"2^3^2", "(2^3)^2"},
      {"a-(b-k)", "a-b+k"},
      {"a-b-k", "a-(b-k)"},
      {"a/b/k", "a/(b/k)"},
      {"a/b*k", "a/(b*k)"},
      {"(a+b)+k", "a+b+k"},
      {"a+(b+k)", "a+b+k"},
      {"x'", "x"},
      {"-x*y", "-(x*y)"},
      {"sin(x)", "cos(x)"},
      {"x", "y"},
      {"x + y", "y + x"},
      {"x^(1/2)", "x^0.5"},
      {"x", "x + 0"},
      {"pi", "3.14"},
      {"der(x,4)", "der(x,5)"},
      {"0.5", "1/2"},
  };
  for (const auto& [left, right] : table) {
    CAPTURE(left);
    CAPTURE(right);
    CHECK_FALSE(read(left) == read(right));
  }
}

TEST_CASE("precedence: trees, not texts") {
  const Expression x = unknown("x");
  const Expression two = Expression::number(2);
  CHECK(read("-x^2") == Expression::negation(Expression::power(x, two)));
  CHECK(read("2^-x") == Expression::power(two, Expression::negation(x)));
  CHECK(read("x-2-x") == Expression::sum({{x, false}, {two, true}, {x, true}}));
  CHECK(read("x/2*x") == Expression::product({{x, false}, {two, true}, {x, false}}));
  CHECK(read("x'^2") == Expression::power(Expression::variable({Role::unknown, "x", 1}), two));
  CHECK(read("sqrt(x)") == Expression::call(Function::sqrt, x));
  CHECK(read("pi") == Expression::pi());
  CHECK(read("t").as_variable() == Variable{Role::independent, "t", 0});
  CHECK(read("k").as_variable() == Variable{Role::parameter, "k", 0});
}

TEST_CASE("printing: as few parentheses as the tree needs") {
  for (const std::string_view text :
       {"-x^2",      "2^-1",    "x'^2",     "2^3^2",        "a - (b - k)",     "a - b + k",
        "-x*y",      "-(x*y)",  "(-x)^2",   "x^(-y^2)",     "a*(-b)",          "x^(1/2)",
        "(x + y)*z", "x/(y*z)", "(x^2)^3",  "sin(x + y)^2", "der(x,4) + x'''", "-(-x)",
        "x*(y/z)",   "0.125",   "-(x + y)", "a - (-b)"}) {
    CHECK(to_string(read(text)) == text);
  }
}

TEST_CASE("numbers: any rational becomes an expression of non-negative decimals") {
  const std::pair<Rational, std::string_view> table[] = {
      {0, "0"},
      {-3, "-3"},
      {Rational(1, 3), "1/3"},
      {Rational(-1, 3), "-(1/3)"},
      {Rational(1, 4), "0.25"},
      {Rational(-5, 2), "-2.5"},
  };
  for (const auto& [value, text] : table) {
    CHECK(to_string(Expression::number(value)) == text);
  }
  CHECK(Expression() == Expression::number(0));
  CHECK(is_number(Expression::number(-3), -3));
  CHECK(is_number(read("-(-(3))"), 3));
  CHECK_FALSE(is_number(read("1 + 2"), 3));
}

TEST_CASE("builders: zeros and ones are left out, signs move outwards") {
  const Expression x = unknown("x");
  const Expression y = unknown("y");
  const Expression zero;
  const Expression one = Expression::number(1);
  const std::pair<Expression, std::string_view> table[] = {
      {x + zero, "x"},
      {zero + x, "x"},
      {x - zero, "x"},
      {zero - x, "-x"},
      {x * one, "x"},
      {one * x, "x"},
      {x * zero, "0"},
      {zero * x, "0"},
      {x / one, "x"},
      {zero / x, "0"},
      {-(-x), "x"},
      {-zero, "0"},
      {x + (-y), "x - y"},
      {x - (-y), "x + y"},
      {x + y + x, "x + y + x"},
      {x - (x + y), "x - (x + y)"},
      {x * y / x, "x*y/x"},
      {x * (-y), "-x*y"},
      {x + (-y) * x, "x - y*x"},
      {(-x) / y, "-x/y"},
  };
  for (const auto& [expression, text] : table) CHECK(to_string(expression) == text);
  // It has no value, but a derivative may contain it: whoever evaluates it says so.
  CHECK(to_string(x / zero) == "x/0");
  CHECK(to_string(zero / zero) == "0/0");
}

TEST_CASE("expressions: copies share, places are not part of the value") {
  const Expression text = read("x + sin(y)");
  const Expression copy = text;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(copy.identity() == text.identity());
  const Expression again = read("  x + sin(y)");
  CHECK(again == text);
  CHECK(again.identity() != text.identity());
  CHECK(text.range() == TextRange{0, 10});
  CHECK(again.range() == TextRange{2, 10});
  CHECK(text.at({3, 4}) == text);
  CHECK(text.at({3, 4}).range() == TextRange{3, 4});
  CHECK(text.at({3, 4}).nesting() == text.nesting());
  // Expressions that share nearly everything are compared by what they share.
  Expression tower = text;
  for (int i = 0; i < 200; ++i) tower = tower + tower * tower;
  const Expression same = tower;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(same == tower);
}

TEST_CASE("expressions: the height of the tree") {
  CHECK(read("x").nesting() == 0);
  CHECK(read("(((2)))").nesting() == 0);
  CHECK(read("x + 2").nesting() == 1);
  CHECK(read("sin(-x^2)").nesting() == 3);
}

TEST_CASE("expressions: each kind answers its own questions only") {
  const Expression x = unknown("x");
  CHECK_THROWS_AS((void)x.value(), BrokenInvariant);
  CHECK_THROWS_AS((void)x.function(), BrokenInvariant);
  CHECK_THROWS_AS((void)x.operand(0), BrokenInvariant);
  CHECK_THROWS_AS((void)Expression().as_variable(), BrokenInvariant);
  CHECK_THROWS_AS((void)Expression::sum({{x, false}}), BrokenInvariant);
  CHECK_THROWS_AS((void)Expression::product({{x, true}, {x, false}}), BrokenInvariant);
}

TEST_CASE("functions: names and functions belong to each other") {
  CHECK(function_names().size() == 10);
  CHECK(std::is_sorted(function_names().begin(), function_names().end()));
  for (const std::string& name : function_names()) {
    CAPTURE(name);
    REQUIRE(function_named(name).has_value());
    CHECK(name_of(*function_named(name)) == name);
    CHECK(read(name + "(x)") == Expression::call(*function_named(name), unknown("x")));
  }
  CHECK_FALSE(function_named("Sin").has_value());
  CHECK_FALSE(function_named("ln").has_value());
  CHECK_FALSE(function_named("").has_value());
}

TEST_CASE("printing: what the parser takes at its limit of nesting, it takes again when printed") {
  // 200 is ParserLimits::most_nesting.
  std::string products = "x";
  for (int i = 0; i < 100; ++i) products = "a*-(" + products + ")";
  std::string powers = "x";
  for (int i = 0; i < 100; ++i) powers = "a^-" + powers;
  for (const std::string& text : {signs(200), products, powers}) {
    const Expression expression = read(text);
    std::string refusal;
    try {
      CHECK(read(to_string(expression)) == expression);
    } catch (const InvalidInput& error) {
      refusal = error.what();
    }
    CAPTURE(text.substr(0, 20));
    CHECK(refusal.empty());
  }
}

}  // namespace leafwise::algebra
