// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "decomposition/prove/certificates.hpp"
#include "decomposition/prove/modular_factors.hpp"
#include "decomposition/prove/primality.hpp"
#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/components.hpp"
#include "ideals.hpp"
#include "known_primes.hpp"
#include "number/random_choices.hpp"
#include "support/seed.hpp"

// What proves primes whatever their field of definition is, and never what is no prime.

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

/// Two number fields in x and y, and whether they have a field in common: then their sum is no
/// prime. No Galois group of the first four is cyclic.
struct TwoFields {
  std::string left;
  std::string right;
  bool is_prime;
};

const std::vector<TwoFields> two_fields = {
    {"x^2 - 2", "y^2 - 3", true},
    {"x^2 + 1", "y^2 - 5", true},
    {"x^2 - 2", "y^3 - 3", true},
    {"x^2 + x + 1", "y^3 - 2", true},
    {"x^2 - 2", "y^2 - 8", false},
    {"x^2 + x + 1", "y^2 + 3", false},
    {"x^3 - 2", "y^3 - 16", false},
};

Variables variables_of(const TextRing& ring) {
  return ring.variables();
}

/// The sum of the fields, bent into a curve over it or not, after linear changes of all variables.
Ideal over_fields(std::mt19937_64& random, const TwoFields& fields, bool is_curve) {
  const TextRing ring(is_curve ? std::vector<std::string>{"x", "y", "z", "w"}
                               : std::vector<std::string>{"x", "y", "z"});
  // Irreducible over ℂ for all values of x and y: odd in z.
  const std::string last = is_curve ? "w^2 - z^3 - x*z - y" : "z - x*y";
  KnownPrime prime{{ring.polynomial(fields.left), ring.polynomial(fields.right)}, "two fields"};
  // The degree of the sum is the product of degrees; 27 of a curve would only take long.
  prime.generators.push_back(ring.polynomial(last));
  const Variables variables = variables_of(ring);
  Polynomials values;
  for (const Variable& variable : variables) {
    Polynomial value(variable);
    // Triangular, so invertible.
    for (const Variable& other : variables) {
      if (other == variable) break;
      value += Polynomial(other) * Polynomial(Rational(small_integer(random, 2)));
    }
    values.push_back(std::move(value));
  }
  return ring.ideal(replaced(prime.generators, variables, values));
}

PrimeComponent claimed(const Ideal& ideal) {
  PrimeComponent component{ideal};
  const auto known = value_of_outcome(ideal.known_basis(patient()));
  component.dimension = known.dimension;
  component.degree = known.degree;
  component.prime = Truth::yes;
  component.complete_intersection = Truth::yes;
  component.verified_by = {"GTZ"};
  return component;
}

TEST_SUITE("law") {
  TEST_CASE("primality: points are told apart whatever their field is") {
    auto random = make_generator("primality: points");
    for (std::uint64_t run = 0; run < 6 * multiplier(); ++run) {
      for (const TwoFields& fields : two_fields) {
        const Ideal ideal = over_fields(random, fields, false);
        CAPTURE(to_text(ideal.generators()));
        CHECK(detail::are_conjugate_points(ideal, random(), patient()) == fields.is_prime);
      }
    }
  }

  TEST_CASE("primality: a section by planes proves curves over any field") {
    auto random = make_generator("primality: sections");
    for (std::uint64_t run = 0; run < 2 * multiplier(); ++run) {
      for (const TwoFields& fields : two_fields) {
        const Ideal ideal = over_fields(random, fields, true);
        CAPTURE(to_text(ideal.generators()));
        CHECK(detail::has_conjugate_section(ideal, random(), patient()) == fields.is_prime);
      }
    }
  }

  /// The whole list, from an engine's claim; the last certificate alone where others do not.
  TEST_CASE("primality: what is claimed is proved if it is true") {
    auto random = make_generator("primality: claims");
    for (std::uint64_t run = 0; run < multiplier(); ++run) {
      for (const TwoFields& fields : two_fields) {
        for (const bool is_curve : {false, true}) {
          PrimeComponent component = claimed(over_fields(random, fields, is_curve));
          CAPTURE(to_text(component.ideal.generators()));
          detail::prove_again(component, random(), patient());
          CHECK(detail::is_proved_prime(component) == fields.is_prime);
        }
      }
    }
  }

  /// x⁴ + 8x + 12 has the alternating group: 1 + 3 modulo two primes of three, 2 + 2 modulo one of
  /// four, irreducible modulo none.
  TEST_CASE("primality: degrees modulo several primes prove what none of them does") {
    const TextRing ring({"x", "z"});
    const Ideal lines = ring.ideal(std::vector<std::string>{"(x + z)^4 + 8*(x + z) + 12"});
    const Ideal twice = ring.ideal(std::vector<std::string>{"(x + z)^4 - 5*(x + z)^2 + 6"});
    auto random = make_generator("primality: degrees");
    // One seed in four meets no prime of the second kind: twenty in a row do not (1e-12).
    int proved = 0;
    for (int run = 0; run < 20; ++run) {
      const auto found =
          value_of_outcome(detail::projection_certificate(lines, random(), patient()));
      CHECK_FALSE(found.absolutely);
      if (!found.irreducible) continue;
      ++proved;
      CHECK(found.primes.size() > 1);
    }
    CHECK(proved > 0);
    for (int run = 0; run < 5; ++run) {
      CHECK_FALSE(
          value_of_outcome(detail::projection_certificate(twice, random(), patient())).irreducible);
    }
  }

  TEST_CASE("primality: degrees of factors over the rationals are never ruled out") {
    auto random = make_generator("primality: possible degrees");
    for (std::uint64_t run = 0; run < 50 * multiplier(); ++run) {
      const std::size_t left = 1 + random() % 5;
      const std::size_t right = 1 + random() % 5;
      detail::PossibleDegrees possible(left + right);
      for (int i = 0; i < 8; ++i) {
        const std::uint32_t prime = detail::random_prime(random);
        detail::Residues product{1};
        for (const std::size_t degree : {left, right}) {
          detail::Residues factor(degree + 1, 1);
          // Small numbers, so that they are the same polynomial modulo all of the primes.
          for (std::size_t k = 0; k < degree; ++k) factor[k] = (run * 7 + k * degree) % 11;
          detail::Residues next(product.size() + degree, 0);
          for (std::size_t a = 0; a < product.size(); ++a) {
            for (std::size_t b = 0; b <= degree; ++b) next[a + b] += product[a] * factor[b];
          }
          product = std::move(next);
        }
        (void)possible.restrict_to_sums_of(detail::factors_in_one_variable(product, prime).degrees);
      }
      CHECK_FALSE(possible.are_trivial());
    }
  }
}

}  // namespace
