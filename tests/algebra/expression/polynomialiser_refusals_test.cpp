// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "leafwise/algebra/polynomialiser.hpp"
#include "reading.hpp"

// What cannot be made polynomial, with the place of the part that is to blame.

namespace leafwise::algebra {
namespace {

using tests::MarkedText;
using tests::mistake_of;
using tests::read;
using tests::Refusal;

void check_conversion(const Refusal& refusal, const PolynomialLimits& limits = {}) {
  tests::check_refusal(refusal, [&](const std::string& text) {
    (void)Polynomialiser({}, {}, limits).convert(read(text));
  });
}

}  // namespace

TEST_CASE("polynomialiser: transcendental constants are refused, with their value as the way out") {
  const Refusal table[] = {
      {"2*@pi@*x", "pi is not an algebraic number"},
      {"sin(@pi@/7)*x", "pi is not an algebraic number"},
      {"x + @sin(1)@", "sin of a constant"},
      {"@exp(sqrt(2))@*x", "exp of a constant"},
      {"x/@log(2)@", "log of a constant"},
      {"@atan(1)@ - x", "atan of a constant"},
      {"@cos(1/(1 + sqrt(2)))@*x", "cos of a constant"},
  };
  for (const Refusal& refusal : table) check_conversion(refusal);
  const auto mistake = mistake_of([] { (void)Polynomialiser({}, {}).convert(read("x + sin(1)")); });
  CHECK(mistake->expected.find("0.84147098480789651") != std::string::npos);
}

TEST_CASE("polynomialiser: division by what is always zero, hidden or not") {
  const Refusal table[] = {
      {"x + 1/(@x - x@)", "division by zero"},
      {"1/(@(x + y)^2 - x^2 - 2*x*y - y^2@)", "division by zero"},
      {"y/(@sqrt(2)*sqrt(3) - sqrt(6)@)", "division by zero"},
      {"(@x - x@)^-1", "division by zero"},
      {"(@y - y@)^(-1/2)", "division by zero"},
      {"x/@sin(0)@", "division by zero"},
      {"1/(@sin(x - y) + sin(y - x)@)", "division by zero"},
      {"1/(@1/x - 1/x@)", "division by zero"},
      {"1/(@sqrt(4*x) - 2*sqrt(x)@)", "division by zero"},
  };
  for (const Refusal& refusal : table) check_conversion(refusal);
  // The base of a power in the denominator is what is zero.
  check_conversion({"x/(@y - y@)^2", "division by zero"});
}

TEST_CASE("polynomialiser: roots and logarithms of constants that have none") {
  const Refusal table[] = {
      {"x + sqrt(@-4@)", "negative number"},
      {"x*(@-4@)^(1/2)", "negative number"},
      {"x*sqrt(@1 - sqrt(2)@)", "negative number"},
      {"sqrt(@x - x - 1@)", "negative number"},
      {"@log(-1)@*x", "not positive"},
      {"@log(0)@*x", "not positive"},
      {"@log(x - x)@", "not positive"},
  };
  for (const Refusal& refusal : table) check_conversion(refusal);
}

TEST_CASE("polynomialiser: exponents are integers or odd multiples of one half") {
  const Refusal table[] = {
      {"x^(@1/3@)", "exponent 1/3 is not allowed"},
      {"x^@y@", "not a fixed number"},
      {"x^@k@", "not a fixed number"},
      {"2^@t@", "not a fixed number"},
      {"x^@pi@", "not rational"},
      {"x^@sqrt(2)@", "not rational"},
      {"1/x^(@1/3@)", "is not allowed"},
  };
  for (const Refusal& refusal : table) check_conversion(refusal);
}

TEST_CASE("polynomialiser: a number that is to blame is named where it stands") {
  const Refusal table[] = {
      {"x + y/@0@", "division by zero"},
      {"x^@0.3@", "is not allowed"},
      {"x^@20000@", "too large"},
      {"x^(@1/0@)", "division by zero"},
  };
  for (const Refusal& refusal : table) check_conversion(refusal);
}

TEST_CASE("polynomialiser: limits end what would not end otherwise") {
  const Refusal table[] = {
      {"1 + @x^2000@", "has degree"},
      {"@(x + y + z + lambda + e + 1)^30@", "too much to expand"},
      {"@2^10000@*3^9000", "too many digits"},
      {"@(x^900)*(y^900)@", "expands to degree"},
      {"@3^9000*3^9000@*x", "too many digits"},
  };
  for (const Refusal& refusal : table) {
    const MarkedText marked(refusal.marked);
    CAPTURE(marked.text);
    Polynomialiser polynomialiser({}, {});
    const auto mistake = mistake_of([&] { (void)polynomialiser.convert(read(marked.text)); });
    REQUIRE(mistake.has_value());
    REQUIRE(mistake->range.has_value());
    CHECK(mistake->range->length > 0);
  }
  PolynomialLimits tight;
  tight.most_terms = 5;
  check_conversion({"1 + @(x + y)^5@", "more than 5 terms"}, tight);
  check_conversion({"@x + y + z + t + k + a@", "more than 5 terms"}, tight);
  tight = {};
  tight.most_degree = 4;
  check_conversion({"1 + @x^5@", "degree 1*5"}, tight);
  check_conversion({"1 + @x^3*y^3@", "degree 6"}, tight);
  tight = {};
  tight.most_bits = 10;
  check_conversion({"x*@2^11@", "too many digits"}, tight);
  check_conversion({"@1000*1000*x@", "too many digits"}, tight);
  tight = {};
  tight.most_work = 3;
  check_conversion({"@(x + y)*(x - y)@", "too much to expand"}, tight);
}

TEST_CASE("polynomialiser: a mistake in the value of a parameter is one") {
  const auto mistake = mistake_of([] {
    (void)Polynomialiser({}, {{"k", read("2*pi")}}).convert(read("x + y + k"));
  });
  REQUIRE(mistake.has_value());
  CHECK(mistake->message.find("pi is not an algebraic number") != std::string::npos);
}

TEST_CASE("polynomialiser: after a refusal it goes on") {
  Polynomialiser polynomialiser({}, {});
  CHECK(mistake_of([&] { (void)polynomialiser.convert(read("sin(x) + 1/(y - y)")); }).has_value());
  const Polynomial sine = polynomialiser.convert(read("sin(x)"));
  CHECK(polynomialiser.convert(read("sin(-x)")) == -sine);
}

}  // namespace leafwise::algebra
