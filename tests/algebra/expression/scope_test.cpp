// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/scope.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/check.hpp"
#include "reading.hpp"

namespace leafwise::algebra {

TEST_CASE("scope: names are found with their roles, in the order of declaration") {
  const Scope& scope = tests::scope();
  CHECK(scope.find("t") == Role::independent);
  CHECK(scope.find("k") == Role::parameter);
  CHECK(scope.find("lambda") == Role::unknown);
  CHECK_FALSE(scope.find("T").has_value());
  CHECK_FALSE(scope.find("").has_value());
  CHECK(scope.names(Role::independent) == std::vector<std::string>{"t"});
  CHECK(scope.names(Role::parameter) == std::vector<std::string>{"a", "b", "k", "n"});
  CHECK(scope.names(Role::unknown) == std::vector<std::string>{"x", "y", "z", "lambda", "e"});
}

TEST_CASE("scope: functions, der and pi are reserved, nothing else is") {
  for (const std::string& name : function_names()) CHECK(Scope::is_reserved(name));
  CHECK(Scope::is_reserved("der"));
  CHECK(Scope::is_reserved("pi"));
  for (const char* name : {"e", "I", "D", "Sin", "PI", "derx", ""}) {
    CHECK_FALSE(Scope::is_reserved(name));
  }
}

TEST_CASE("scope: a name is declared once, is a name, and is not reserved") {
  Scope scope;
  scope.declare("x_1", Role::unknown);
  CHECK_THROWS_AS(scope.declare("x_1", Role::parameter), BrokenInvariant);
  CHECK(scope.find("x_1") == Role::unknown);
  for (const char* name : {"", "1x", "_x", "x y", "x'", "sin", "pi", "der", "\xC3\xA4"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(scope.declare(name, Role::unknown), BrokenInvariant);
  }
  CHECK(scope.names(Role::unknown).size() == 1);
}

TEST_CASE("scope: it says what could stand where a name is wanted") {
  CHECK(Scope().describe() == "a number: no names are known here");
  const std::string all = tests::scope().describe();
  CAPTURE(all);
  for (const char* part : {"x, y, z, lambda or e", "a, b, k or n", "the independent variable t"}) {
    CHECK(all.find(part) != std::string::npos);
  }
  Scope one;
  one.declare("s", Role::independent);
  CHECK(one.describe() == "the independent variable s");
}

TEST_CASE("scope: misspelt names and functions have suggestions") {
  const Scope& scope = tests::scope();
  CHECK(scope.suggest("lamda") == "lambda");
  CHECK(scope.suggest("lambad") == "lambda");
  CHECK(scope.suggest("sinn") == "sin");
  CHECK(scope.suggest("sqr") == "sqrt");
  CHECK(scope.suggest("q7").empty());
  CHECK(scope.suggest("velocity").empty());
}

TEST_CASE("variables: notation up to three marks, der() beyond") {
  CHECK(to_string(Variable{Role::unknown, "x", 0}) == "x");
  CHECK(to_string(Variable{Role::unknown, "x", 3}) == "x'''");
  CHECK(to_string(Variable{Role::unknown, "x", 4}) == "der(x,4)");
  CHECK(jet_name("lambda", 12) == "der(lambda,12)");
  CHECK(next_jet({Role::unknown, "x", 2}) == Variable{Role::unknown, "x", 3});
  CHECK_THROWS_AS((void)next_jet({Role::parameter, "k", 0}), BrokenInvariant);
  CHECK_THROWS_AS((void)next_jet({Role::independent, "t", 0}), BrokenInvariant);
}

TEST_CASE("variables: what is a name") {
  for (const char* name : {"x", "X1", "a_b", "e", "lambda12"}) CHECK(is_name(name));
  for (const char* text : {"", "1", "_a", "a-b", "a b", "x'", "\xC3\xA4", "a\n"}) {
    CHECK_FALSE(is_name(text));
  }
  CHECK_FALSE(is_name(std::string("a\0b", 3)));
}

}  // namespace leafwise::algebra
