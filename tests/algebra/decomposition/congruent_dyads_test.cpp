// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/congruent_dyads.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "ideals.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {
namespace {

using namespace algebra;

const TextRing& ring() {
  static const TextRing all({"p1", "p2", "q1", "q2", "h1", "h2", "e1", "e2", "r1", "r2"});
  return all;
}

/// Two pairs of bars of lengths a and b from one point to another, and a bar that leads there.
std::vector<Polynomial> dyads(const std::string& a, const std::string& b) {
  const std::vector<std::string> texts = {"p1^2 + p2^2 - 1",
                                          "q1^2 + q2^2 - 1",
                                          "h1^2 + h2^2 - 1",
                                          "e1^2 + e2^2 - 1",
                                          "r1^2 + r2^2 - 1",
                                          "3*r1 - " + a + "*p1 - " + b + "*q1 + 1",
                                          "3*r2 - " + a + "*p2 - " + b + "*q2",
                                          "3*r1 - " + a + "*h1 - " + b + "*e1 + 1",
                                          "3*r2 - " + a + "*h2 - " + b + "*e2"};
  std::vector<Polynomial> generators;
  generators.reserve(texts.size());
  for (const std::string& text : texts) generators.push_back(ring().polynomial(text));
  return generators;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("congruent dyads: the determinant times each form lies in the ideal") {
    auto random = make_generator("congruent dyads");
    std::uniform_int_distribution<int> length(1, 9);
    for (int round = 0; round < 4; ++round) {
      const int a = length(random);
      const std::vector<Polynomial> generators =
          dyads(std::to_string(a), std::to_string(a + length(random)));
      const auto split = detail::congruent_dyads(generators);
      REQUIRE(split);
      REQUIRE(split->same.size() == 2);
      const Ideal ideal = ring().ideal(generators);
      for (const Polynomial& form : split->same) {
        CHECK(form.degree() == 1);
        CHECK(value_of_outcome(ideal.contains(form * split->mirrored.front(), patient())));
        // Neither alone: it is a split.
        CHECK(!value_of_outcome(ideal.contains(form, patient())));
      }
      CHECK(!value_of_outcome(ideal.contains(split->mirrored.front(), patient())));
    }
  }

  TEST_CASE("congruent dyads: nothing is found where bars differ, or that is known already") {
    std::vector<Polynomial> generators = dyads("2", "3");
    generators[6] = ring().polynomial("3*r2 - 2*p2 - 4*q2");
    CHECK(!detail::congruent_dyads(generators));
    generators = dyads("2", "3");
    const auto split = detail::congruent_dyads(generators);
    REQUIRE(split);
    generators.push_back(split->mirrored.front());
    CHECK(!detail::congruent_dyads(generators));
  }

  TEST_CASE("affine generators are solved for first, and the basis is the same") {
    auto random = make_generator("affine generators");
    std::uniform_int_distribution<int> coefficient(-3, 3);
    const TextRing letters({"a", "b", "c", "d", "e", "f", "g"});
    const std::vector<Variable>& variables = letters.variables();
    for (int round = 0; round < 6; ++round) {
      std::vector<Polynomial> generators;
      for (int i = 0; i < 5; ++i) {
        Polynomial form(Rational(coefficient(random)));
        for (const Variable& variable : variables) {
          form += Polynomial::term(Rational(coefficient(random)), Monomial(variable));
        }
        generators.push_back(form);
      }
      generators.push_back(letters.polynomial("a^2 + b*c - g^2 + 1"));
      generators.push_back(letters.polynomial("d*e - f*g"));
      // The same ideal, with two affine generators only.
      std::vector<Polynomial> hidden = generators;
      for (std::size_t i = 2; i < 5; ++i) {
        hidden[i] += generators[0] * Polynomial(variables[i]);
      }
      const Ideal plain = letters.ideal(generators);
      const Ideal other = letters.ideal(hidden);
      CHECK(value_of_outcome(plain.groebner_basis(patient())) ==
            value_of_outcome(other.groebner_basis(patient())));
      CHECK(value_of_outcome(plain.dimension(patient())) ==
            value_of_outcome(other.dimension(patient())));
      CHECK(value_of_outcome(plain.degree(patient())) == value_of_outcome(other.degree(patient())));
      const Polynomial some = letters.polynomial("a^3*b + c*d^2 - e*f + 2");
      CHECK(value_of_outcome(plain.normal_form(some, patient())) ==
            value_of_outcome(other.normal_form(some, patient())));
    }
  }
}

}  // namespace leafwise::tests
