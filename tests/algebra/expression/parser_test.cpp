// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/parser.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "leafwise/algebra/expression.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

using tests::check_refusal;
using tests::mistake_of;
using tests::read;
using tests::Refusal;
using tests::scope;

const auto as_expression = [](const std::string& text) { (void)read(text); };
const auto as_equation = [](const std::string& text) { (void)parse_equation(text, scope()); };
const auto as_variable = [](const std::string& text) { (void)parse_variable(text, scope()); };

std::string nested(std::size_t depth) {
  return std::string(depth, '(') + "x" + std::string(depth, ')');
}

}  // namespace

TEST_CASE("parser: missing and superfluous parts, with the place") {
  // The end of the text is one character wide, behind the last token and its spaces.
  CHECK(mistake_of([] { as_expression(""); })->range == TextRange{0, 1});
  CHECK(mistake_of([] { as_expression("  \n "); })->message == "the expression is empty");
  CHECK(mistake_of([] { as_expression("x +"); })->range == TextRange{3, 1});
  CHECK(mistake_of([] { as_expression("2^"); })->range == TextRange{2, 1});
  const Refusal table[] = {
      {"(@)@", "')' where"},
      {"x + @)@", "')' where"},
      {"@(@x + y", "never closed"},
      {"x + @(@y*(x)", "never closed"},
      {"x@)@", "closes nothing"},
      {"(x@,@ y)", "',' where ')'"},
      {"x@,@ y", "not expected"},
      {"(x+y@=@1)", "'=' where ')'"},
      {"@/@x", "'/' where"},
      {"x +@*@ y", "'*' where"},
      {"x@**@2", "'**' is not an operator"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
}

TEST_CASE("parser: products need their operator") {
  const Refusal table[] = {
      {"2 @x@", "operator is missing"},
      {"x @y@", "operator is missing"},
      {"2@(@x+1)", "operator is missing"},
      {"(x)@(@y)", "operator is missing"},
      {"x @2@", "operator is missing"},
      {"sin(x) @cos@(x)", "operator is missing"},
      {"2@e@", "operator is missing"},
      {"1.5@.5@", "operator is missing"},
      {"@x@(y)", "is not a function"},
      {"@k@ (2)", "is not a function"},
      {"x^2@(@y)", "operator is missing"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
}

TEST_CASE("parser: names that no one declared, with a suggestion") {
  const Refusal table[] = {
      {"1 + @lamda@*x", "unknown name 'lamda'"},
      {"@sinn@(x)", "unknown function 'sinn'"},
      {"@ln@(x)", "unknown function 'ln'"},
      {"x + @X@", "unknown name 'X'"},
      {"der(@q@)", "unknown name 'q'"},
      {"@q@'", "unknown name 'q'"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
  const auto expected = [](std::string_view text) {
    return mistake_of([&] { (void)read(text); })->expected;
  };
  CHECK(expected("lamda").find("did you mean 'lambda'?") != std::string::npos);
  CHECK(expected("sinn(x)").find("did you mean 'sin'?") != std::string::npos);
  CHECK(expected("ln(x)").find("log(") != std::string::npos);
  CHECK(expected("velocity").find("x, y, z, lambda or e") != std::string::npos);
}

TEST_CASE("parser: derivatives are of unknowns, and of an order that exists") {
  const Refusal table[] = {
      {"k@'@", "is a parameter"},
      {"t@''@", "independent variable"},
      {"x @'@", "must directly follow"},
      {"(x*y)@'@", "must directly follow"},
      {"2@'@", "must directly follow"},
      {"sin(x)@'@", "must directly follow"},
      {"x^2@'@", "must directly follow"},
      {"der(x,2)@'@", "must directly follow"},
      {"@'@x", "must directly follow"},
      {"der(@k@)", "is a parameter"},
      {"der(@t@, 2)", "independent variable"},
      {"@der@", "in parentheses"},
      {"@der@ x", "in parentheses"},
      {"der(@2@)", "takes an unknown"},
      {"der(x @+@ y)", "not an expression"},
      {"der(x@'@)", "not an expression"},
      {"der(x, @y@)", "order"},
      {"der(x, @-@1)", "order"},
      {"der(x, @1.5@)", "order"},
      {"der(x, @101@)", "order"},
      {"der(x, @99999999999999999999@)", "order"},
      {"der(x, 2@,@ 3)", "',' where ')'"},
      {"der@(@x, 2", "never closed"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
  const std::string marks(100, '\'');
  CHECK(read("x" + marks) == read("der(x, 100)"));
  const std::string too_many = "x@" + marks + "'@";
  check_refusal({too_many, "order is too high"}, as_expression);
}

TEST_CASE("parser: functions take one argument in parentheses") {
  const Refusal table[] = {
      {"@sin@", "in parentheses"},
      {"@sin@ x", "in parentheses"},
      {"2*@sqrt@^2", "in parentheses"},
      {"sin(x@,@ y)", "takes one argument"},
      {"sin(@)@", "')' where"},
      {"sin@(@x", "never closed"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
}

TEST_CASE("parser: characters that no expression holds") {
  const Refusal table[] = {
      {"x @\xC2\xB7@ y", "cannot be used"},
      {"x@\xE2\x80\xB2@", "cannot be used"},
      {"x@\"@", "cannot be used"},
      {"x@\xC2\xB2@", "cannot be used"},
      {"2*@\xCF\x80@", "cannot be used"},
      {"@[@x]", "cannot be used"},
      {"x @\xE2\x88\x92@ y", "cannot be used"},
      {"@\xC3\xA4@ + x", "cannot be used"},
      {"@$@x", "cannot be used"},
      {"x @<=@ y", "comparisons"},
      {"x @>@ y", "comparisons"},
      {"x @!=@ y", "comparisons"},
      {"@_@x", "cannot be used"},
      {"x@.@", "cannot be used"},
      {"@\x01@", "control character"},
      {"@\\@alpha", "cannot be used"},
      {"@\xF0\x9D\x9C\x86@", "cannot be used"},
      {"x@\xE2@", "cannot be used"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_expression);
  const std::string with_nul("x\0y", 3);
  CHECK(mistake_of([&] { (void)read(with_nul); })->range == TextRange{1, 1});
  CHECK(mistake_of([] { (void)read("x @ y"); })->range == TextRange{2, 1});
}

TEST_CASE("parser: limits of nesting and of digits") {
  CHECK(read(nested(200)) == read("x"));
  CHECK(mistake_of([] { (void)read(nested(201)); })->range == TextRange{200, 1});
  CHECK(mistake_of([] { (void)read(nested(100000)); })->message == "nested too deeply");
  CHECK(mistake_of([] { (void)read(std::string(100000, '-')); })->message == "nested too deeply");
  std::string tower = "2";
  for (int i = 0; i < 100000; ++i) tower += "^2";
  CHECK(mistake_of([&] { (void)read(tower); })->message == "nested too deeply");
  CHECK(read(std::string(2000, '9')).kind() == Expression::Kind::number);
  const auto long_number = mistake_of([] { (void)read("x + " + std::string(2001, '9')); });
  REQUIRE(long_number.has_value());
  CHECK(long_number->range == TextRange{4, 2001});
  check_refusal({"x + @1e2001@", "too long"}, as_expression);
  check_refusal({"@1e-99999999999999999999@*x", "too long"}, as_expression);
  const ParserLimits tight{.most_nesting = 2, .most_order = 1, .most_digits = 3};
  CHECK(parse_expression("((x'))", scope(), tight) == read("x'"));
  for (const char* text : {"(((x)))", "x''", "der(x,2)", "1234", "---x", "2^2^2^2"}) {
    CAPTURE(text);
    CHECK(mistake_of([&] { (void)parse_expression(text, scope(), tight); }).has_value());
  }
}

TEST_CASE("parser: long sums and products are not nested") {
  std::string text = "x";
  for (int i = 0; i < 20000; ++i) text += i % 2 == 0 ? " + y" : " - y*x";
  CHECK(read(text).operands().size() == 20001);
}

TEST_CASE("parser: equations have at most one equals sign") {
  const Equation equation = parse_equation("x'' + lambda*x = y", scope());
  CHECK(equation.left == read("x'' + lambda*x"));
  REQUIRE(equation.right.has_value());
  CHECK(*equation.right == read("y"));
  CHECK(equation.residual() == read("x'' + lambda*x - y"));
  CHECK(parse_equation("x - 1", scope()).residual() == read("x - 1"));
  CHECK(parse_equation("x = 0", scope()).residual() == read("x"));
  check_refusal({"x @==@ y", "'=='"}, as_equation);
  check_refusal({"x = y @=@ z", "second '='"}, as_equation);
  check_refusal({"@=@ y", "'=' where"}, as_equation);
  CHECK(mistake_of([] { as_equation("x ="); })->range == TextRange{3, 1});
  check_refusal({"x @=@ y", "not an equation"}, as_expression);
}

TEST_CASE("parser: variables are jet coordinates or the independent variable") {
  CHECK(parse_variable("x", scope()) == Variable{Role::unknown, "x", 0});
  CHECK(parse_variable(" x'' ", scope()) == Variable{Role::unknown, "x", 2});
  CHECK(parse_variable("der(x, 4)", scope()) == Variable{Role::unknown, "x", 4});
  CHECK(parse_variable("t", scope()) == Variable{Role::independent, "t", 0});
  const Refusal table[] = {
      {"@k@", "'k' is not an unknown"},
      {"@x + y@", "is not an unknown"},
      {"@2@", "is not an unknown"},
      {"@-x@", "is not an unknown"},
      {"@sin(x)@", "is not an unknown"},
      {"@q@", "unknown name"},
  };
  for (const Refusal& refusal : table) check_refusal(refusal, as_variable);
}

TEST_CASE("parser: each part knows where it stands") {
  const std::string text = "x + 2*sin( y^2 )/-(t)";
  const Expression sum = read(text);
  const auto text_of = [&](const Expression& part) {
    return text.substr(part.range().begin, part.range().length);
  };
  CHECK(text_of(sum) == text);
  CHECK(text_of(sum.operand(1)) == "2*sin( y^2 )/-(t)");
  CHECK(text_of(sum.operand(1).operand(1)) == "sin( y^2 )");
  CHECK(text_of(sum.operand(1).operand(1).operand(0)) == "y^2");
  CHECK(text_of(sum.operand(1).operand(2)) == "-(t)");
  CHECK(text_of(sum.operand(1).operand(2).operand(0)) == "t");
}

TEST_SUITE("law") {
  TEST_CASE("parser: damaged texts are read or refused with a place in the text, nothing else") {
    tests::RandomExpression random("damaged texts", tests::any_syntax());
    constexpr std::string_view inserted = "+-*/^()=,.'0e x\"\x80$";
    for (std::uint64_t i = 0; i < 20000 * tests::multiplier(); ++i) {
      std::string text = to_string(random());
      for (std::uint64_t damage = 0; damage <= random.below(3); ++damage) {
        const std::size_t place = random.below(text.size() + 1);
        if (random.below(2) == 0) {
          text.insert(place, 1, inserted[random.below(inserted.size())]);
        } else {
          text.erase(place, 1);
        }
      }
      CAPTURE(text);
      const auto mistake = mistake_of([&] {
        const Expression expression = read(text);
        REQUIRE(read(to_string(expression)) == expression);
      });
      if (!mistake) continue;
      REQUIRE(mistake->range.has_value());
      REQUIRE(mistake->range->length > 0);
      // The end of the text is a place of its own.
      REQUIRE(mistake->range->begin + mistake->range->length <= text.size() + 1);
      REQUIRE_FALSE(mistake->message.empty());
    }
  }
}

}  // namespace leafwise::algebra
