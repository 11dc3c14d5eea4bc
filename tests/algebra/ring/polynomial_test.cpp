// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/polynomial.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/core/check.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/ring_laws.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra {
namespace {

using tests::read;

const Variable x{Role::unknown, "x", 0};
const Variable y{Role::unknown, "y", 0};

/// A text without functions and divisions by unknowns, expanded.
Polynomial poly(std::string_view text) {
  Polynomialiser polynomialiser({}, {});
  const Polynomial result = polynomialiser.convert(read(text));
  REQUIRE(polynomialiser.auxiliaries().empty());
  return result;
}

Polynomial random_polynomial(tests::RandomExpression& random) {
  const std::vector<Variable> variables = tests::jets_up_to(4);
  Polynomial sum;
  const std::uint64_t count = random.below(5);
  for (std::uint64_t i = 0; i < count; ++i) {
    Monomial monomial;
    const std::uint64_t factors = random.below(4);
    for (std::uint64_t k = 0; k < factors; ++k) {
      const auto exponent = static_cast<unsigned>(random.below(3) + 1);
      monomial = monomial * Monomial(variables[random.below(variables.size())], exponent);
    }
    sum += Polynomial::term(random.rational(20), monomial);
  }
  return sum;
}

}  // namespace

TEST_CASE("polynomials: normal form") {
  CHECK(poly("(x + y)*(x - y)") == poly("x^2 - y^2"));
  CHECK(poly("x - x").is_zero());
  CHECK(poly("0*x").is_zero());
  CHECK(poly("2*x/4") == poly("0.5*x"));
  CHECK(poly("(x+1)^3") == poly("x^3 + 3*x^2 + 3*x + 1"));
  CHECK(poly("3").is_constant());
  CHECK(poly("3").constant_value() == Rational(3));
  CHECK(Polynomial().constant_value().is_zero());
  CHECK_FALSE(poly("x").is_constant());
  CHECK_THROWS_AS((void)poly("x").constant_value(), BrokenInvariant);
  CHECK(Polynomial::term(0, Monomial(x)).is_zero());
  CHECK_THROWS_AS(Monomial(x, 0), BrokenInvariant);
  Polynomial self = poly("x + 1");
  self += self;
  CHECK(self == poly("2*x + 2"));
  const Polynomial& alias = self;
  self -= alias;
  CHECK(self.is_zero());
  self = poly("x");
  CHECK((self *= Rational()).is_zero());
}

TEST_CASE("polynomials: degree, variables, orders, content") {
  const Polynomial p = poly("6*x''*y^3 - 4*k*x + 10*t");
  CHECK(p.degree() == 4);
  CHECK(Polynomial().degree() == 0);
  CHECK(p.variables().size() == 5);
  CHECK(orders_of(p) == std::map<std::string, unsigned>{{"x", 2}, {"y", 0}});
  CHECK(p.content() == Rational(2));
  CHECK(poly("x/6 - y/4").content() == Rational(1, 12));
  CHECK(Polynomial().content().is_zero());
  const Monomial monomial = Monomial(x, 2) * Monomial(y) * Monomial(x);
  CHECK(monomial.exponent_of(x) == 3);
  CHECK(monomial.exponent_of(y) == 1);
  CHECK(monomial.degree() == 4);
  CHECK(monomial.without(x) == Monomial(y));
  CHECK(monomial.without(x).exponent_of(x) == 0);
  CHECK((Monomial(Variable{Role::unknown, "x", 3}) * monomial).order() == 3);
  CHECK(Monomial().degree() == 0);
}

TEST_CASE("polynomials: as people read them") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"lambda*x + x''", "x'' + lambda*x"},
      {"x - x''", "-x'' + x"},
      {"1 - x^2 - y^2", "-x^2 - y^2 + 1"},
      {"x/3 - y*2/3", "1/3*x - 2/3*y"},
      {"y*x + x^2", "x^2 + x*y"},
      {"x - x", "0"},
      {"-1/3", "-1/3"},
      {"der(x,4)^2*k", "k*der(x,4)^2"},
  };
  for (const auto& [text, printed] : table) {
    CAPTURE(text);
    CHECK(to_string(poly(text)) == printed);
  }
}

TEST_CASE("polynomials: the primitive part has coprime integers and a positive first term") {
  CHECK(poly("-x/6 + y/4").primitive() == poly("2*x - 3*y"));
  CHECK(poly("-4").primitive() == poly("1"));
  CHECK(Polynomial().primitive().is_zero());
}

TEST_CASE("polynomials: derivatives") {
  CHECK(poly("x^3*y + y").derivative(x) == poly("3*x^2*y"));
  CHECK(poly("x").derivative(x) == poly("1"));
  CHECK(poly("y'").derivative(y).is_zero());
  CHECK(poly("x^2 + k*t + k^2").total_derivative() == poly("2*x*x' + k"));
  CHECK(poly("x'''").total_derivative() == poly("der(x,4)"));
}

TEST_SUITE("law") {
  TEST_CASE("polynomials: they are a commutative ring") {
    tests::RandomExpression random("ring of polynomials", {});
    for (std::uint64_t i = 0; i < 1000 * tests::multiplier(); ++i) {
      const Polynomial a = random_polynomial(random);
      const Polynomial b = random_polynomial(random);
      const Polynomial c = random_polynomial(random);
      CAPTURE(to_string(a));
      CAPTURE(to_string(b));
      CAPTURE(to_string(c));
      tests::require_ring_laws(a, b, c, Polynomial(Rational(1)));
      REQUIRE(a.pow(0) == Polynomial(Rational(1)));
      REQUIRE(a.pow(3) == a * a * a);
      const bool no_zero = !a.is_zero() && !b.is_zero();
      if (no_zero) REQUIRE((a * b).degree() == a.degree() + b.degree());
    }
  }

  TEST_CASE("polynomials: derivations are linear and satisfy the Leibniz rule") {
    tests::RandomExpression random("derivations of polynomials", {});
    const Variable jet{Role::unknown, "x", 1};
    for (std::uint64_t i = 0; i < 1000 * tests::multiplier(); ++i) {
      const Polynomial a = random_polynomial(random);
      const Polynomial b = random_polynomial(random);
      CAPTURE(to_string(a));
      CAPTURE(to_string(b));
      const Polynomial da = a.total_derivative();
      const Polynomial db = b.total_derivative();
      REQUIRE((a + b).total_derivative() == da + db);
      REQUIRE((a * b).total_derivative() == da * b + a * db);
      REQUIRE((a * b).derivative(jet) == a.derivative(jet) * b + a * b.derivative(jet));
      REQUIRE(a.derivative(x).derivative(y) == a.derivative(y).derivative(x));
      // [∂/∂x', D] = ∂/∂x
      REQUIRE(da.derivative(jet) - a.derivative(jet).total_derivative() == a.derivative(x));
    }
  }

  TEST_CASE("polynomials: trees, texts and their derivatives give the same polynomial") {
    tests::RandomExpression random("polynomials and trees", {});
    for (std::uint64_t i = 0; i < 2000 * tests::multiplier(); ++i) {
      const Polynomial p = random_polynomial(random);
      const std::string text = to_string(p);
      CAPTURE(text);
      REQUIRE(poly(text) == p);
      Polynomialiser polynomialiser({}, {});
      REQUIRE(polynomialiser.convert(to_expression(p)) == p);
      REQUIRE(polynomialiser.convert(total_derivative(to_expression(p))) == p.total_derivative());
      REQUIRE(polynomialiser.auxiliaries().empty());
    }
  }

  TEST_CASE("polynomials: all multiples have one primitive form") {
    tests::RandomExpression random("primitive parts", {});
    for (std::uint64_t i = 0; i < 2000 * tests::multiplier(); ++i) {
      const Polynomial p = random_polynomial(random);
      if (p.is_zero()) continue;
      CAPTURE(to_string(p));
      const Polynomial primitive = p.primitive();
      REQUIRE(primitive.content().is_one());
      REQUIRE(primitive.terms().begin()->second.sign() > 0);
      for (const auto& [monomial, coefficient] : primitive.terms()) {
        REQUIRE(coefficient.is_integer());
      }
      REQUIRE(primitive.primitive() == primitive);
      Polynomial multiple = p;
      const Rational factor = random.rational(30);
      if (!factor.is_zero()) REQUIRE((multiple *= factor).primitive() == primitive);
    }
  }

  TEST_CASE("polynomials: monomials are totally ordered, higher derivatives first") {
    tests::RandomExpression random("order of monomials", {});
    std::vector<Monomial> monomials;
    while (monomials.size() < 60) {
      const Polynomial p = random_polynomial(random);
      for (const auto& [monomial, coefficient] : p.terms()) monomials.push_back(monomial);
    }
    for (const Monomial& a : monomials) {
      for (const Monomial& b : monomials) {
        REQUIRE(((a <=> b) == 0) == (a == b));
        REQUIRE(((a <=> b) < 0) == ((b <=> a) > 0));
        if (a.order() > b.order()) REQUIRE(a < b);
        for (const Monomial& c : monomials) {
          const bool transitive = !(a < b && b < c) || a < c;
          REQUIRE(transitive);
        }
      }
    }
  }
}

}  // namespace leafwise::algebra
