// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/polynomialiser.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading.hpp"

namespace leafwise::algebra {
namespace {

using tests::read;
using Texts = std::vector<std::string_view>;

/// Several texts made polynomial by one polynomialiser.
struct System {
  explicit System(const Texts& texts,
                  std::set<std::string> taken = {},
                  std::map<std::string, Expression> parameters = {})
      : polynomialiser(std::move(taken), std::move(parameters)) {
    for (const std::string_view text : texts) {
      polynomials.push_back(polynomialiser.convert(read(text)));
    }
  }

  [[nodiscard]] std::size_t size() const { return polynomialiser.auxiliaries().size(); }
  [[nodiscard]] std::vector<AuxiliaryKind> kinds() const {
    std::vector<AuxiliaryKind> kinds;
    for (const Auxiliary& auxiliary : polynomialiser.auxiliaries()) kinds.push_back(auxiliary.kind);
    return kinds;
  }
  [[nodiscard]] std::vector<std::string> originals() const {
    std::vector<std::string> texts;
    for (const Auxiliary& auxiliary : polynomialiser.auxiliaries()) {
      texts.push_back(to_string(auxiliary.original));
    }
    return texts;
  }
  [[nodiscard]] std::vector<std::string> relations() const {
    std::vector<std::string> texts;
    for (const AuxiliaryRelation& relation : polynomialiser.relations()) {
      texts.push_back(to_string(relation.polynomial));
    }
    return texts;
  }
  /// The polynomial of the last text.
  [[nodiscard]] std::string last() const { return to_string(polynomials.back()); }

  Polynomialiser polynomialiser;
  std::vector<Polynomial> polynomials;
};

using Kinds = std::vector<AuxiliaryKind>;

}  // namespace

TEST_CASE("sines and cosines at the angles that people write are algebraic numbers") {
  // The same polynomial as with the value written out, in equations and in parameters.
  for (const auto& [angle, value] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"cos(pi/3)*x", "x/2"},
                                                                  {"sin(pi)*x + y", "y"},
                                                                  {"tan(-pi/4)*x", "-x"},
                                                                  {"x/cos(pi/6)", "2*x/sqrt(3)"},
                                                                  {"x*sin(2*(pi + pi/4))", "x"}}) {
    CAPTURE(angle);
    CHECK(System({angle, value}).polynomials[0] == System({angle, value}).polynomials[1]);
  }
  const System system({"k*x", "x/2"}, {}, {{"k", read("sin(pi/6)")}});
  CHECK(system.polynomials[0] == system.polynomials[1]);
}

TEST_CASE("polynomialiser: each function has its relations") {
  struct Row {
    std::string_view text;
    Texts relations;
    unsigned constants;
  };
  const Row table[] = {
      {"sqrt(x)", {"w1^2 - x"}, 0},
      {"1/x", {"w1*x - 1"}, 0},
      {"sin(x)", {"w1^2 + w2^2 - 1", "w1' - w2*x'", "w2' + w1*x'"}, 1},
      {"cos(x)", {"w1^2 + w2^2 - 1", "w1' - w2*x'", "w2' + w1*x'"}, 1},
      {"tan(x)", {"w1' - w1^2*x' - x'"}, 1},
      {"exp(x)", {"w1' - w1*x'"}, 1},
      {"log(x)", {"w1*x - 1", "w2' - w1*x'"}, 1},
      {"sinh(x)", {"w2^2 - w1^2 - 1", "w1' - w2*x'", "w2' - w1*x'"}, 1},
      {"cosh(x)", {"w2^2 - w1^2 - 1", "w1' - w2*x'", "w2' - w1*x'"}, 1},
      {"tanh(x)", {"w1' + w1^2*x' - x'"}, 1},
      {"atan(x)", {"w1*x^2 + w1 - 1", "w2' - w1*x'"}, 1},
  };
  for (const Row& row : table) {
    CAPTURE(row.text);
    const System system({row.text});
    std::vector<std::string> relations = system.relations();
    REQUIRE(relations.size() == row.relations.size());
    Polynomialiser plain({}, {});
    algebra::Scope scope;
    scope.declare("x", Role::unknown);
    scope.declare("w1", Role::unknown);
    scope.declare("w2", Role::unknown);
    for (std::size_t i = 0; i < relations.size(); ++i) {
      const Expression expected = parse_expression(row.relations[i], scope);
      CHECK(plain.convert(expected) == system.polynomialiser.relations()[i].polynomial);
      CHECK(system.polynomialiser.relations()[i].auxiliary < system.size());
    }
    CHECK(system.polynomialiser.added_constants() == row.constants);
  }
}

TEST_CASE("polynomialiser: equal subexpressions share, also under other names and signs") {
  const std::pair<Texts, std::size_t> table[] = {
      {{"sin(x)", "sin(x)", "cos(x)"}, 2},
      {{"sin(x*(y + 1))", "sin(x*y + x)"}, 2},
      {{"sin(x)", "sin(-x)", "cos(-x)"}, 2},
      {{"sin(x - y)", "sin(y - x)", "cos(y - x)"}, 2},
      {{"tan(x - y)", "tan(y - x)"}, 1},
      {{"atan(x - y)", "atan(y - x)", "1/(1 + (x - y)^2)"}, 2},
      {{"log(x)", "1/x"}, 2},
      {{"sinh(x - y)", "sinh(y - x)", "cosh(y - x)"}, 2},
      {{"tanh(x - y)", "tanh(y - x)"}, 1},
      {{"exp(x)", "exp(-x)"}, 2},
      {{"1/x", "1/x^2", "x^-3", "2/(3*x)"}, 1},
      {{"1/(x - y)", "1/(y - x)", "1/(2*x - 2*y)"}, 1},
      {{"1/(x*y)", "1/x", "1/y", "1/(x^2*y)"}, 2},
      {{"sqrt(x)", "sqrt(4*x)", "sqrt(x/9)", "x^(1/2)", "x^(3/2)"}, 1},
      {{"1/(1/x)"}, 1},
      {{"1/sqrt(x)", "x^(-1/2)", "x^(-3/2)"}, 2},
      {{"sqrt(2)", "sqrt(8)", "1/sqrt(2)", "2^(3/2)"}, 1},
      {{"sqrt(6)", "sqrt(2)", "sqrt(3)", "sqrt(2)*sqrt(3)"}, 2},
      {{"sin(0)", "cos(x - x)", "exp(0)", "log(1)", "sqrt(9)", "x^0", "1/2"}, 0},
  };
  for (const auto& [texts, count] : table) {
    const System system(texts);
    CAPTURE(texts.front());
    CAPTURE(texts.back());
    CHECK(system.size() == count);
  }
}

TEST_CASE("polynomialiser: odd functions change sign, even ones do not") {
  for (const std::string_view name : {"sin", "tan", "atan", "sinh", "tanh"}) {
    CAPTURE(name);
    const std::string f(name);
    const System system({f + "(x - y)", f + "(y - x)"});
    CHECK(system.polynomials[1] == -system.polynomials[0]);
  }
  for (const std::string_view name : {"cos", "cosh"}) {
    CAPTURE(name);
    const std::string f(name);
    const System system({f + "(x - y)", f + "(y - x)"});
    CHECK(system.polynomials[1] == system.polynomials[0]);
  }
}

TEST_CASE("polynomialiser: 1/(x^2 + y^2)^(3/2) takes one root and one reciprocal") {
  const System system({"1/(x^2 + y^2)^(3/2)", "x/(x^2 + y^2)^(3/2)", "sqrt(x^2 + y^2)"});
  CHECK(system.kinds() == Kinds{AuxiliaryKind::root, AuxiliaryKind::reciprocal});
  CHECK(to_string(system.polynomials[0]) == "w2^3");
  CHECK(system.polynomialiser.added_constants() == 0);
  CHECK(system.relations() == std::vector<std::string>{"w1^2 - x^2 - y^2", "w1*w2 - 1"});
  CHECK(is_nonnegative(AuxiliaryKind::root));
  CHECK_FALSE(is_nonnegative(AuxiliaryKind::reciprocal));
}

TEST_CASE("polynomialiser: square factors leave the root") {
  const System eight({"sqrt(8*x)"});
  CHECK(eight.last() == "2*w1");
  CHECK(eight.originals() == std::vector<std::string>{"sqrt(2*x)"});
  CHECK(System({"sqrt(x^2/4 + y^2/9)"}).last() == "1/6*w1");
  CHECK(System({"sqrt(x)*sqrt(x)"}).last() == "w1^2");
}

TEST_CASE("polynomialiser: algebraic constants stand in coefficients, in normal form") {
  const System half({"sqrt(3)/2*x"});
  CHECK(half.last() == "0.5*w1*x");
  CHECK(half.kinds() == Kinds{AuxiliaryKind::root});
  CHECK(half.polynomialiser.auxiliaries().front().constant);
  CHECK(System({"sqrt(3)*sqrt(3)"}).last() == "3");
  CHECK(System({"sqrt(3)^3*x"}).last() == "3*w1*x");
  CHECK(System({"(sqrt(2) + sqrt(3))*(sqrt(3) - sqrt(2))"}).last() == "1");
  CHECK(System({"sqrt(2)*sqrt(3) - sqrt(6)"}).last() == "0");
  CHECK(System({"1/(1 + sqrt(2)) + 1"}).last() == "w1");
  CHECK(System({"sqrt(12)/6"}).last() == "1/3*w1");
  CHECK(System({"sqrt(1/2)"}).last() == "0.5*w1");
  const System nested({"sqrt(2 + sqrt(2))"});
  REQUIRE(nested.size() == 2);
  CHECK(nested.polynomialiser.auxiliaries().back().constant);
  CHECK(nested.polynomialiser.added_constants() == 0);
}

TEST_CASE("polynomialiser: what is constant, and what is not") {
  const std::pair<std::string_view, bool> table[] = {
      {"sqrt(k)", true},
      {"1/k", true},
      {"sin(k)", true},
      {"sqrt(t)", false},
      {"1/x'", false},
      {"exp(x)", false},
      {"sqrt(k*x)", false},
      {"1/(k + sqrt(2))", true},
  };
  for (const auto& [text, constant] : table) {
    CAPTURE(text);
    const System system({text});
    CHECK(system.polynomialiser.auxiliaries().back().constant == constant);
  }
}

TEST_CASE("polynomialiser: functions of one argument count their constants together") {
  CHECK(System({"sin(x)", "cos(x)", "tan(x)"}).polynomialiser.added_constants() == 1);
  CHECK(System({"tan(x)", "sin(x)"}).polynomialiser.added_constants() == 1);
  CHECK(System({"tanh(x)", "sinh(x)"}).polynomialiser.added_constants() == 1);
  CHECK(System({"sin(x)", "sin(y)"}).polynomialiser.added_constants() == 2);
  CHECK(System({"exp(x)", "log(y)", "atan(x)"}).polynomialiser.added_constants() == 3);
  CHECK(System({"sin(x)", "tan(-x)"}).polynomialiser.added_constants() == 1);
}

TEST_CASE("polynomialiser: the constants of a tangent do not depend on its sign or on the order") {
  const Texts orders[] = {
      {"sin(x - y)", "tan(y - x)"}, {"tan(y - x)", "sin(x - y)"}, {"tan(x - y)", "sin(y - x)"}};
  for (const Texts& texts : orders) {
    CAPTURE(texts.front());
    CHECK(System(texts).polynomialiser.added_constants() == 1);
  }
}

TEST_CASE("polynomialiser: names avoid those that are taken") {
  const System system({"sin(x)", "sqrt(x)"}, {"w1", "w3", "x"});
  std::vector<std::string> names;
  for (const Auxiliary& auxiliary : system.polynomialiser.auxiliaries()) {
    names.push_back(auxiliary.name);
  }
  CHECK(names == std::vector<std::string>{"w2", "w4", "w5"});
}

TEST_CASE("polynomialiser: parameters have values, or stay letters") {
  const std::map<std::string, Expression> values = {
      {"a", read("sqrt(3)/2")}, {"n", read("2")}, {"b", read("n + 1")}};
  CHECK(System({"k*x"}, {}, values).last() == "k*x");
  CHECK(System({"a^2*x"}, {}, values).last() == "0.75*x");
  CHECK(System({"x^n"}, {}, values).last() == "x^2");
  CHECK(System({"b*x"}, {}, values).last() == "3*x");
  CHECK(System({"x^-n*x^(n/2)"}, {}, values).size() == 1);
}

TEST_CASE("polynomialiser: exponents take parameters that depend on parameters, as factors do") {
  const std::map<std::string, Expression> values = {{"n", read("2")}, {"b", read("n + 1")}};
  CHECK(System({"b*x"}, {}, values).last() == "3*x");
  CHECK(System({"x^b"}, {}, values).last() == "x^3");
}

TEST_CASE("polynomialiser: people see what they wrote") {
  const System system({"sin(x + 2*y)", "exp(-t^2)", "1/(x^2+y^2)^(3/2)", "sin(sqrt(x))"});
  const std::vector<std::string> originals = system.originals();
  for (const char* text : {"sin(x + 2*y)",
                           "cos(x + 2*y)",
                           "exp(-t^2)",
                           "sqrt(x^2 + y^2)",
                           "1/sqrt(x^2 + y^2)",
                           "sqrt(x)",
                           "sin(sqrt(x))",
                           "cos(sqrt(x))"}) {
    CAPTURE(text);
    CHECK(std::find(originals.begin(), originals.end(), text) != originals.end());
  }
  const Expression restored = system.polynomialiser.restore(system.polynomials[0]);
  CHECK(to_string(restored) == "sin(x + 2*y)");
}

TEST_CASE("polynomialiser: it can be moved, and goes on") {
  Polynomialiser first({}, {});
  const Polynomial sine = first.convert(read("sin(x)"));
  Polynomialiser second = std::move(first);
  CHECK(second.convert(read("sin(x)")) == sine);
  CHECK(second.auxiliaries().size() == 2);
}

}  // namespace leafwise::algebra
