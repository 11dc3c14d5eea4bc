// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/definite_combination.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "geometry/symmetric_matrix.hpp"
#include "real_points_check.hpp"
#include "support/seed.hpp"

// Sums of squares in many variables, and equations that exclude each other only together.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::tests;

namespace {

using Polynomials = std::vector<Polynomial>;

Rational small(std::mt19937_64& random, std::int64_t most = 3) {
  return {static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * most + 1)) - most};
}

/// 1, the variables, and some products of two.
Polynomials random_monomials(std::mt19937_64& random) {
  Polynomials monomials = {Polynomial(Rational(1))};
  for (const Variable& variable : xyzuv) monomials.emplace_back(variable);
  for (int i = 0; i < 5; ++i) {
    monomials.push_back(Polynomial(xyzuv[random() % 5]) * Polynomial(xyzuv[random() % 5]));
  }
  return monomials;
}

/// A sum of squares of combinations of the monomials, each with a square of its own besides.
Polynomial random_definite(std::mt19937_64& random) {
  const Polynomials monomials = random_monomials(random);
  Polynomial sum;
  for (std::size_t i = 0; i < monomials.size(); ++i) {
    Polynomial form = monomials[i];
    for (std::size_t k = 0; k < i; ++k) form += monomials[k] * Polynomial(small(random, 1));
    sum += form * form + monomials[i] * monomials[i];
  }
  return sum;
}

bool has_constant(const Polynomials& monomials) {
  return std::any_of(
      monomials.begin(), monomials.end(), [](const Polynomial& one) { return one.is_constant(); });
}

RationalPoint random_point(std::mt19937_64& random) {
  RationalPoint point;
  for (const Variable& variable : xyzuv) {
    point.emplace(variable,
                  small(random, 9) / Rational(static_cast<std::int64_t>(random() % 5) + 1));
  }
  return point;
}

/// |x − centre|² − square of the radius
Polynomial sphere(const RationalPoint& centre, const Rational& square) {
  Polynomial sum = -square;
  for (const auto& [variable, value] : centre) {
    sum += (Polynomial(variable) - Polynomial(value)).pow(2);
  }
  return sum;
}

RealLocus locus_of(const Polynomials& generators, int dimension, std::uint64_t seed) {
  RealLocusOptions options;
  options.seed = seed;
  return real_locus(Ideal(xyzuv, generators, test_engine()), dimension, options, limits());
}

TEST_SUITE("law") {
  TEST_CASE("definite combination: sums of squares with room have no real zeros") {
    auto random = make_generator("definite combination: sums");
    for (std::uint64_t run = 0; run < 8 * multiplier(); ++run) {
      const Polynomial sum = random_definite(random);
      const Rational sign = random() % 2 == 0 ? Rational(1) : Rational(-1);
      CAPTURE(to_string(sum));
      const auto found = detail::definite_combination({sum * Polynomial(sign)}, limits());
      REQUIRE(found.has_value());
      CHECK(has_constant(found->monomials));
      CHECK(found->combination.primitive() == sum.primitive());
      CHECK(locus_of({sum}, 4, random()).points == Truth::no);
    }
  }

  TEST_CASE("definite combination: spheres apart from each other") {
    auto random = make_generator("definite combination: spheres");
    for (std::uint64_t run = 0; run < 8 * multiplier(); ++run) {
      const RationalPoint one = random_point(random);
      RationalPoint other = random_point(random);
      while (other == one) other = random_point(random);
      Rational distance_squared;
      for (const auto& [variable, value] : one) {
        distance_squared += (value - other.at(variable)) * (value - other.at(variable));
      }
      // Radii of 0.4 of the distance each leave a fifth of it between them.
      const Rational square = distance_squared * Rational(4, 25);
      const Polynomials apart = {sphere(one, square), sphere(other, square)};
      CAPTURE(to_string(apart.front()));
      CAPTURE(to_string(apart.back()));
      const auto found = detail::definite_combination(apart, limits());
      REQUIRE(found.has_value());
      CHECK(has_constant(found->monomials));
      CHECK(locus_of(apart, 3, random()).points == Truth::no);
      // With 0.6 they meet.
      const Rational larger = distance_squared * Rational(9, 25);
      const Polynomials meeting = {sphere(one, larger), sphere(other, larger)};
      CHECK_FALSE(detail::definite_combination(meeting, limits()));
    }
  }

  TEST_CASE("definite combination: what has a common zero is never excluded there") {
    auto random = make_generator("definite combination: planted");
    for (std::uint64_t run = 0; run < 10 * multiplier(); ++run) {
      const RationalPoint planted = random_point(random);
      Polynomials generators;
      for (std::uint64_t i = 0; i < 1 + random() % 3; ++i) {
        // Squares of what vanishes there, which are nearly definite; or just anything.
        Polynomial f;
        for (int term = 0; term < 6; ++term) {
          Polynomial form = Polynomial(xyzuv[random() % 5]) * Polynomial(small(random)) +
                            Polynomial(xyzuv[random() % 5]) * Polynomial(small(random));
          if (random() % 3 == 0) form = form * Polynomial(xyzuv[random() % 5]);
          form -= Polynomial(value_at(form, planted));
          f += random() % 4 == 0 ? form : form * form;
        }
        if (!f.is_zero()) generators.push_back(f);
      }
      if (generators.empty()) continue;
      CAPTURE(to_string(generators.front()));
      const auto found = detail::definite_combination(generators, limits());
      if (!found) continue;
      CHECK(value_at(found->combination, planted).is_zero());
      for (const Polynomial& one : found->monomials) CHECK(value_at(one, planted).is_zero());
    }
  }

  TEST_CASE("symmetric matrices: factors in doubles, and exactly definite") {
    auto random = make_generator("symmetric matrices");
    for (std::uint64_t run = 0; run < 20 * multiplier(); ++run) {
      const std::size_t size = 1 + random() % 12;
      detail::DenseMatrix matrix(size, size);
      std::vector<std::vector<Rational>> exact(size, std::vector<Rational>(size));
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          exact[i][j] = exact[j][i] = small(random, 5) + Rational(i == j ? 8 : 0);
          matrix(i, j) = matrix(j, i) = exact[i][j].to_double();
        }
      }
      const auto factor = detail::cholesky(matrix);
      // A matrix of integers that is singular may have a last pivot of 1e-15 of either sign.
      const bool is_clear = !factor || (*factor)(size - 1, size - 1) > 1e-5;
      if (factor && is_clear) CHECK(detail::is_positive_definite(exact));
      if (!factor) CHECK_FALSE(detail::is_positive_definite(exact));
      if (!factor || !is_clear) continue;
      std::vector<double> right(size);
      for (double& entry : right) entry = small(random, 5).to_double();
      const std::vector<double> solution = detail::solve(*factor, right);
      double largest = 1;
      for (const double entry : solution) largest = std::max(largest, std::abs(entry));
      for (std::size_t i = 0; i < size; ++i) {
        double image = 0;
        for (std::size_t j = 0; j < size; ++j) image += matrix(i, j) * solution[j];
        // Backward stable: some 13·12·ε of the largest that is added, and room.
        CHECK(std::abs(image - right[i]) < 1e-12 * largest);
      }
    }
  }
}

}  // namespace
