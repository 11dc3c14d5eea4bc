// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "leafwise/algebra/constant.hpp"
#include "reading.hpp"

// What has no value, with the place of the part that is to blame.

namespace leafwise::algebra {
namespace {

using tests::MarkedText;
using tests::mistake_of;
using tests::read;
using tests::Refusal;

template <typename Question>
void check_question(const Refusal& refusal, const Question& question) {
  tests::check_refusal(refusal, [&](const std::string& text) { question(read(text)); });
}

void check_all_questions(const Refusal& refusal) {
  check_question(refusal, [](const Expression& constant) { (void)nearest_double(constant); });
  check_question(refusal, [](const Expression& constant) { (void)sign_of(constant); });
  check_question(refusal, [](const Expression& constant) { (void)decimal_value(constant, 9); });
  check_question(refusal, [](const Expression& constant) { (void)exact_value(constant); });
}

}  // namespace

TEST_CASE("constants: values that do not exist are refused where they stand, by every question") {
  const Refusal table[] = {
      {"2/(@1-1@)", "division by zero"},
      {"(@1-1@)^(-1/2)", "division by zero"},
      {"1/(@sqrt(2)*sqrt(3) - sqrt(6)@)", "division by zero"},
      {"1/@sin(pi)@", "division by zero"},
      {"1 + @sqrt(-4)@", "negative number"},
      {"@sqrt(3 - pi)@", "negative number"},
      {"@(-4)^(1/2)@ + 1", "negative number"},
      {"@log(0)@", "not positive"},
      {"2*@log(-1)@", "not positive"},
      {"@log(sqrt(2) - 3)@", "not positive"},
      {"@tan(pi/2)@", "odd multiples of pi/2"},
      {"@tan(-7*pi/2)@", "odd multiples of pi/2"},
      {"2*@x@", "has no fixed value"},
      {"2*@k@", "has no fixed value"},
      {"sin(@t@)", "has no fixed value"},
      {"@x''@ + 1", "has no fixed value"},
      {"2^(@1/3@)", "exponent 1/3 is not allowed"},
      {"2^@pi@", "not rational"},
      {"2^@sqrt(2)@", "not rational"},
      {"2^@x@", "not a fixed number"},
      {"2^@-10001@", "too large"},
      {"1/(@4*atan(1) - pi@)", "cannot be distinguished from zero"},
  };
  for (const Refusal& refusal : table) check_all_questions(refusal);
}

TEST_CASE("constants: a number that is to blame is named where it stands") {
  const Refusal table[] = {
      {"1 + 1/@0@", "division by zero"},
      {"@0@^-1", "division by zero"},
      {"2^@0.25@", "exponent 1/4 is not allowed"},
      {"2^@10001@", "too large"},
      {"1^@1e300@", "too large"},
  };
  for (const Refusal& refusal : table) check_all_questions(refusal);
}

TEST_CASE("constants: numbers beyond the range of double are refused as doubles only") {
  const Refusal table[] = {
      {"@1e309@", "too large"},
      {"@-(10^400)@", "too large"},
      {"@exp(710)@", "too large"},
      {"@1.7976931348623159e308@", "too large"},
  };
  for (const Refusal& refusal : table) {
    const MarkedText marked(refusal.marked);
    const auto mistake = mistake_of([&] { (void)nearest_double(read(marked.text)); });
    CAPTURE(marked.text);
    REQUIRE(mistake.has_value());
    CHECK(mistake->message.find(refusal.message) != std::string::npos);
    CHECK(sign_of(read(marked.text)) != 0);
  }
}

TEST_CASE("constants: what is not told from zero is refused by its sign, not by its decimals") {
  const Expression hidden = read("sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))");
  CHECK(mistake_of([&] { (void)sign_of(hidden); })->range == TextRange{0, 39});
  CHECK(nearest_double(hidden) == 0);
  CHECK(decimal_value(hidden, 10) == "0");
  // A divisor, a radicand and a logarithm need their sign.
  check_question(
      {"1/(@sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))@)", "cannot be distinguished from zero"},
      [](const Expression& constant) { (void)nearest_double(constant); });
  check_question({"@sqrt(4*atan(1) - pi)@", "cannot be distinguished from zero"},
                 [](const Expression& constant) { (void)nearest_double(constant); });
  check_question({"@log(4*atan(1) - pi)@", "cannot be distinguished from zero"},
                 [](const Expression& constant) { (void)nearest_double(constant); });
}

TEST_CASE("constants: sums and differences of multiples of pi are exact") {
  CHECK(sign_of(read("pi - pi")) == 0);
  CHECK(sign_of(read("pi/3 + pi/6 - pi/2")) == 0);
  CHECK(nearest_double(read("sqrt(pi - pi)")) == 0);
  check_question({"1/(@pi - pi@)", "division by zero"},
                 [](const Expression& constant) { (void)nearest_double(constant); });
}

TEST_CASE("constants: more digits than can be computed are refused") {
  CHECK(decimal_value(read("pi"), 2000).size() == 2001);
  CHECK(mistake_of([] { (void)decimal_value(read("pi"), 3000); }).has_value());
}

TEST_CASE("constants: numbers of monstrous size end in an answer or a refusal") {
  for (const char* text : {"10^10000",
                           "(10^10000)^10000",
                           "exp(10^10000)",
                           "exp(exp(exp(100)))",
                           "2^-10000",
                           "sin(10^10000)",
                           "(1 + sqrt(2))^10000",
                           "exp(-(10^10000))",
                           "atan(10^10000)",
                           "sqrt(10^9999 + 1)",
                           "((1/3)^9999)^9999",
                           "log(exp(-(10^300)))"}) {
    CAPTURE(text);
    const Expression constant = read(text);
    static_cast<void>(mistake_of([&] { (void)nearest_double(constant); }));
    static_cast<void>(mistake_of([&] { (void)sign_of(constant); }));
    static_cast<void>(mistake_of([&] { (void)decimal_value(constant, 17); }));
  }
  CHECK(sign_of(read("(10^10000)^10000")) == 1);
  CHECK(nearest_double(read("exp(-(10^10000))")) == 0);
}

}  // namespace leafwise::algebra
