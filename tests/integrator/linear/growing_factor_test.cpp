// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/growing_factor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "linear/dense.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator::detail {
namespace {

using Matrix = std::vector<double>;

constexpr double least_share = 1e-8;

Matrix random_matrix(std::size_t rows, std::size_t columns, std::mt19937_64& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  Matrix matrix(rows * columns);
  for (double& value : matrix) value = entry(random);
  return matrix;
}

/// Square ones are nearly singular now and then.
Matrix regular_matrix(std::size_t rows, std::size_t columns, std::mt19937_64& random) {
  for (;;) {
    Matrix matrix = random_matrix(rows, columns, random);
    Matrix factor(rows * rows);
    gram(matrix.data(), rows, columns, factor.data());
    constexpr double clearly = 100 * least_share;
    if (factorize_symmetric(factor.data(), rows, clearly) > 0) return matrix;
  }
}

/// By the kernels that know nothing of earlier matrices.
Matrix factor_at_once(const Matrix& matrix, std::size_t rows, std::size_t columns) {
  Matrix factor(rows * rows);
  gram(matrix.data(), rows, columns, factor.data());
  REQUIRE(factorize_symmetric(factor.data(), rows, least_share) > 0);
  invert_factor(factor.data(), rows);
  return factor;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a growing factor solves what one made at once solves") {
    auto random = tests::make_generator("growing factor");
    for (int round = 0; round < 20; ++round) {
      const std::size_t rows = 1 + random() % 40;
      const std::size_t columns = rows + random() % 20;
      const Matrix matrix = regular_matrix(rows, columns, random);
      const Matrix at_once = factor_at_once(matrix, rows, columns);
      GrowingFactor<double> growing(rows, columns);
      Matrix factor(rows * rows);
      REQUIRE(growing.factorize(matrix.data(), factor.data(), least_share) > 0);
      Matrix left = random_matrix(rows, 1, random);
      Matrix right = left;
      solve_inverted(at_once.data(), rows, left.data());
      solve_inverted(factor.data(), rows, right.data());
      // Round-off times the condition of the Gram matrix, which the shares bound.
      for (std::size_t i = 0; i < rows; ++i) {
        CHECK(std::abs(left[i] - right[i]) < 1e-5 * (1 + std::abs(left[i])));
      }
    }
  }

  TEST_CASE("what a growing factor remembers does not change a bit of it") {
    auto random = tests::make_generator("growing factor, remembered");
    for (int round = 0; round < 20; ++round) {
      const std::size_t rows = 2 + random() % 40;
      const std::size_t columns = rows + random() % 20;
      Matrix matrix = random_matrix(rows, columns, random);
      GrowingFactor<double> growing(rows, columns);
      Matrix factor(rows * rows);
      (void)growing.factorize(matrix.data(), factor.data(), least_share);
      const std::size_t first = random() % rows;
      const Matrix fresh = random_matrix(rows, columns, random);
      for (std::size_t i = first * columns; i < matrix.size(); ++i) matrix[i] = fresh[i];
      const double share = growing.factorize(matrix.data(), factor.data(), least_share);
      GrowingFactor<double> anew(rows, columns);
      Matrix expected(rows * rows);
      CHECK(anew.factorize(matrix.data(), expected.data(), least_share) == share);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j <= i; ++j) CHECK(factor[i * rows + j] == expected[i * rows + j]);
      }
    }
  }

  TEST_CASE("a row that depends on those before it is found out, and forgotten again") {
    auto random = tests::make_generator("growing factor, dependent");
    Matrix matrix = random_matrix(5, 8, random);
    const Matrix good = matrix;
    for (std::size_t j = 0; j < 8; ++j) matrix[3 * 8 + j] = matrix[j] + 2 * matrix[8 + j];
    GrowingFactor<double> growing(5, 8);
    Matrix factor(25);
    CHECK(growing.factorize(matrix.data(), factor.data(), least_share) == 0);
    CHECK(growing.factorize(good.data(), factor.data(), least_share) > 0);
  }
}

}  // namespace leafwise::integrator::detail
