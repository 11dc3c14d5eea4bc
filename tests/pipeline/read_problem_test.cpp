// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "leafwise/pipeline/read_problem.hpp"

using namespace leafwise;
using namespace leafwise::pipeline;

namespace {

Problem read(const std::string& text, const std::vector<Setting>& settings = {}) {
  const SourceFile source("test.toml", text);
  try {
    return read_problem(source, settings);
  } catch (const InvalidInput& error) {
    FAIL(describe(error));
    throw;
  }
}

std::string first_mistake(const std::string& text) {
  const SourceFile source("test.toml", text);
  try {
    (void)read_problem(source);
  } catch (const InvalidInput& error) {
    return error.mistakes().front().message;
  }
  return "no mistake";
}

double value(const Problem& problem, const std::string& jet) {
  for (const PointValue& point : problem.start.initial) {
    if (to_string(point.variable) == jet) return algebra::nearest_double(point.value.expression);
  }
  FAIL("no initial value of " << jet);
  return 0;
}

double auxiliary_value(const Problem& problem, const std::string& original) {
  for (const AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
    if (to_string(unknown.auxiliary.original) != original) continue;
    REQUIRE(unknown.initial.has_value());
    return algebra::nearest_double(*unknown.initial);
  }
  FAIL("no auxiliary for " << original);
  return 0;
}

/// Whether an equation of the polynomial form is this expression, whatever the order of terms.
bool has(const Problem& problem, const std::string& text) {
  algebra::Scope scope;
  scope.declare(problem.model.independent, algebra::Role::independent);
  for (const auto& [name, order] : problem.model.polynomial.orders) {
    scope.declare(name, algebra::Role::unknown);
  }
  for (const Parameter& parameter : problem.model.parameters) {
    if (parameter.symbolic) scope.declare(parameter.name, algebra::Role::parameter);
  }
  algebra::Polynomialiser polynomialiser({}, {});
  const algebra::Polynomial wanted = polynomialiser.convert(algebra::parse_expression(text, scope));
  const auto& equations = problem.model.polynomial.equations;
  return std::any_of(equations.begin(), equations.end(), [&](const PolynomialEquation& equation) {
    return equation.polynomial == wanted;
  });
}

TEST_CASE("every example is read") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LEAFWISE_EXAMPLES)) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    const Problem problem = read_problem(entry.path());
    CHECK(!problem.source.title.empty());
    CHECK(!problem.source.description.empty());
    ++count;
  }
  CHECK(count >= 15);
}

TEST_CASE("the pendulum of the contract") {
  const Problem problem = read_problem(std::filesystem::path(LEAFWISE_EXAMPLES) / "pendulum.toml");
  CHECK(problem.model.unknowns == std::vector<std::string>{"x", "y", "lambda"});
  CHECK(problem.model.polynomial.orders.at("x") == 2);
  CHECK(problem.model.polynomial.orders.at("lambda") == 0);
  CHECK(has(problem, "y'' + lambda*y + 9.81"));
  CHECK(value(problem, "x") == 1);
  REQUIRE(problem.plan.integrate.has_value());
  CHECK(problem.plan.integrate->rtol == 1e-8);
  CHECK(problem.plan.integrate->method == "dopri54");
}

TEST_CASE("numbers are what was written, never a double") {
  const Problem problem = read(
      "unknowns = ['x']\nequations = ['x - a*b*c*d*e*f = 0']\n[parameters]\n"
      "a = 0.1\nb = 1_000\nc = 0xFF\nd = \"1/3\"\ne = +2.50e-3\nf = -7\n");
  const algebra::Rational expected = algebra::Rational(1, 10) * 1000 * 255 *
                                     algebra::Rational(1, 3) * algebra::Rational(1, 400) * -7;
  const algebra::Polynomial& equation = problem.model.polynomial.equations.front().polynomial;
  CHECK(equation.terms().at(algebra::Monomial()) == -expected);
}

TEST_CASE("parameters in any order, algebraic, symbolic") {
  const Problem problem = read(
      "unknowns = ['x']\nequations = ['x = c*k']\n[parameters]\n"
      "c = \"2*b\"\nb = \"sqrt(a)/3\"\na = 12\nk = \"symbolic\"\n");
  // c = 2·√12/3 = 4·√3/3
  CHECK(has(problem, "x - 4/3*k*w1"));
  CHECK(has(problem, "w1^2 - 3"));
  CHECK(problem.model.parameters[3].symbolic);
  CHECK(!problem.model.parameters[3].value.has_value());
  const Problem set = read(
      "unknowns = ['x']\nequations = ['x = k']\n[parameters]\nk = 'symbolic'\n[initial]\n"
      "x = 'k/2'\n",
      {{"k", "3"}});
  // It stays a letter of the algebra; the number is for the integration.
  CHECK(has(set, "-k + x"));
  CHECK(value(set, "x") == 1.5);
}

TEST_CASE("auxiliary unknowns get their initial values from the initial point") {
  const Problem problem = read(
      "unknowns = ['x', 'y']\n"
      "equations = [\"x' = sin(x + 2*y)/(x^2 + y^2)^(3/2)\", \"y' = exp(-t^2)\"]\n"
      "[initial]\nt = 0\nx = 0.6\ny = '4/5'\n");
  // Twice the spacing of doubles at 1: sin of the exact argument, rounded once here and once there.
  CHECK(auxiliary_value(problem, "sin(x + 2*y)") == doctest::Approx(std::sin(2.2)).epsilon(5e-16));
  CHECK(auxiliary_value(problem, "sqrt(x^2 + y^2)") == 1);
  CHECK(auxiliary_value(problem, "1/sqrt(x^2 + y^2)") == 1);
  CHECK(auxiliary_value(problem, "exp(-t^2)") == 1);
}

TEST_CASE("mechanics: the equations of motion") {
  const Problem problem = read(
      "[mechanics]\ncoordinates = ['x', 'y']\nmass = [['2', 'x'], ['x', '1 + y^2']]\n"
      "force = [\"-x'\", 0]\nconstraints = ['x^2 + y^2 = 1', 'x*y = t']\n");
  CHECK(has(problem, "x*y'' + 2*x'' + x' + 2*lambda1*x + lambda2*y"));
  CHECK(has(problem, "y''*y^2 + x*x'' + y'' + 2*lambda1*y + lambda2*x"));
  CHECK(has(problem, "x^2 + y^2 - 1"));
  CHECK(problem.model.polynomial.mechanics->multipliers.size() == 2);
}

TEST_CASE("mechanics: stiff forces are minus the gradient of the potential over epsilon squared") {
  const Problem problem = read(
      "[mechanics]\ncoordinates = ['x', 'y']\nmass = [1, 1]\n"
      "[stiff]\npotential = 'x^2*y/2'\nepsilon = 0.1\n");
  CHECK(has(problem, "x'' + 100*x*y"));
  CHECK(has(problem, "y'' + 50*x^2"));
}

TEST_CASE("auxiliaries that only invariants need are kept apart") {
  const Problem problem = read(
      "unknowns = ['x']\nequations = [\"x'' = -sin(x)\"]\n"
      "[invariants]\nenergy = \"x'^2/2 - cos(x)\"\nodd = 'exp(x)'\n");
  REQUIRE(problem.model.polynomial.auxiliaries.size() == 3);
  CHECK(!problem.model.polynomial.auxiliaries[1].only_in_invariants);
  CHECK(problem.model.polynomial.auxiliaries[2].only_in_invariants);
  CHECK(problem.model.polynomial.invariant_relations.size() == 1);
  CHECK(problem.model.polynomial.added_constants == 1);
}

TEST_CASE("watching an invariant does not change the system, imposing one does") {
  const std::string system = "unknowns = ['x']\nequations = [\"x'' = tan(x)\"]\n";
  const std::string watched = "[invariants]\nE = \"x'^2/2 + cos(x) + exp(x)\"\n";
  const PolynomialForm plain = read(system).model.polynomial;
  const PolynomialForm monitored = read(system + watched).model.polynomial;
  REQUIRE(monitored.equations.size() == plain.equations.size());
  for (std::size_t i = 0; i < plain.equations.size(); ++i) {
    CHECK(monitored.equations[i].polynomial == plain.equations[i].polynomial);
  }
  CHECK(monitored.orders == plain.orders);
  CHECK(monitored.added_constants == plain.added_constants);
  const PolynomialForm imposed =
      read(system + watched + "[impose]\ninvariants = ['E']\n").model.polynomial;
  CHECK(imposed.equations.size() > plain.equations.size());
  CHECK(imposed.invariant_relations.empty());
}

TEST_CASE(
    "mechanics: the equations of motion are made of mass, force and constraints as reported") {
  const Problem problem =
      read_problem(std::filesystem::path(LEAFWISE_EXAMPLES) / "driven_four_bar.toml");
  const PolynomialMechanics& mechanics = *problem.model.polynomial.mechanics;
  for (std::size_t row = 0; row < problem.model.unknowns.size(); ++row) {
    const algebra::Variable coordinate{algebra::Role::unknown, problem.model.unknowns[row], 0};
    algebra::Polynomial motion = -mechanics.force[row];
    for (std::size_t column = 0; column < problem.model.unknowns.size(); ++column) {
      const algebra::Variable acceleration{
          algebra::Role::unknown, problem.model.unknowns[column], 2};
      motion += mechanics.mass[row][column] * algebra::Polynomial(acceleration);
    }
    for (std::size_t k = 0; k < mechanics.constraints.size(); ++k) {
      const algebra::Variable multiplier{algebra::Role::unknown, mechanics.multipliers[k], 0};
      motion += mechanics.constraints[k].derivative(coordinate) * algebra::Polynomial(multiplier);
    }
    CHECK(problem.model.polynomial.equations[row].polynomial == motion);
  }
}

TEST_CASE("an initial point that misses an equation is remarked on, not refused") {
  const std::string circle = "unknowns = ['x', 'y']\nequations = ['x^2 + y^2 = 1']\n[initial]\n";
  CHECK(read(circle + "x = 0.6\ny = 0.8\n").source.remarks.empty());
  CHECK(read(circle + "x = 'sqrt(3)/2'\ny = 0.5\n").source.remarks.empty());
  const Problem missing = read(circle + "x = 1\ny = 1\n");
  REQUIRE(missing.source.remarks.size() == 1);
  CHECK(missing.source.remarks.front() == "the initial point misses the equation of line 2 by 1");
}

TEST_CASE("a sweep tries its values on the file") {
  const std::string file =
      "unknowns = ['x']\nequations = [\"x' = b\"]\n[parameters]\nk = 1\n"
      "b = '1/k'\n[sweep]\n";
  CHECK(read(file + "k = [1, 2]\n").sweep.size() == 1);
  CHECK(first_mistake(file + "k = [1, 0]\n") ==
        "with k = 0: division by zero: this is always zero");
}

TEST_CASE("a sweep's range is exact, both ends included") {
  const Problem problem = read(
      "unknowns = ['x']\nequations = ['x = a']\n[parameters]\na = 1\n"
      "[sweep]\na = { from = 0.1, to = 0.4, count = 4 }\ninitial.x = [1, '1/3']\n");
  REQUIRE(problem.sweep.size() == 2);
  REQUIRE(problem.sweep[0].values.size() == 4);
  const auto exact = algebra::exact_value(problem.sweep[0].values[1].expression);
  CHECK(exact->as_rational() == algebra::Rational(1, 5));
  CHECK(problem.sweep[1].target == "initial.x");
}

TEST_CASE("a mistake in one entry does not hide those in others") {
  const SourceFile source("test.toml",
                          "unknowns = ['x', 'y']\nequations = ['x + z', 'y = = 1', 'x = y']\n");
  try {
    (void)read_problem(source);
    FAIL("a wrong file was read");
  } catch (const InvalidInput& error) {
    REQUIRE(error.mistakes().size() == 2);
    CHECK(error.mistakes()[0].place->line == 2);
    CHECK(error.mistakes()[0].place->column == 19);
    CHECK(error.mistakes()[1].place->column == 27);
  }
}

TEST_CASE("places count characters, and look through the escapes of TOML") {
  const auto column_of = [](const std::string& text) {
    try {
      (void)read_problem(SourceFile("test.toml", text));
    } catch (const InvalidInput& error) {
      return std::pair(error.mistakes().front().place->line,
                       error.mistakes().front().place->column);
    }
    return std::pair(std::size_t{0}, std::size_t{0});
  };
  const std::string head = "unknowns = ['x']\n";
  CHECK(column_of(head + "equations = [\"x + q\"]\n") ==
        std::pair<std::size_t, std::size_t>(2, 19));
  CHECK(column_of(head + "equations = [\"\\u0078 + q\"]\n") ==
        std::pair<std::size_t, std::size_t>(2, 24));
  CHECK(column_of(head + "equations = [\"\"\"\nx\n+ q\"\"\"]\n") ==
        std::pair<std::size_t, std::size_t>(4, 3));
  CHECK(column_of(head + "equations = ['x'] # é\n[parameters]\n\"é\" = 1\n") ==
        std::pair<std::size_t, std::size_t>(4, 1));
}

TEST_CASE("the initial point must lie where the functions have values") {
  CHECK(first_mistake("unknowns = ['x']\nequations = [\"x' = 1/x\"]\n[initial]\nx = 0\n") ==
        "the point is outside the domain of 1/x: division by zero");
  CHECK(first_mistake("unknowns = ['x']\nequations = [\"x' = sqrt(x)\"]\n[initial]\nx = -1\n")
            .starts_with("the point is outside the domain of sqrt(x)"));
}

TEST_CASE("an exact zero is recognised in the initial point") {
  const Problem problem = read(
      "unknowns = ['x', 'y']\nequations = [\"x' = sqrt(1 - x^2 - y^2)\", \"y' = cos(x)\"]\n"
      "[initial]\nx = 'cos(pi/3)'\ny = 'sqrt(3)/2'\n");
  CHECK(auxiliary_value(problem, "sqrt(1 - x^2 - y^2)") == 0);
}

}  // namespace
