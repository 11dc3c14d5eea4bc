// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "linear/dense.hpp"
#include "linear/row_directions.hpp"
#include "linear/saddle_point.hpp"
#include "linear/sparse_gram.hpp"
#include "support/seed.hpp"

// What is done with zeros left out is what is done with all entries.
namespace leafwise::integrator::detail {
namespace {

using Matrix = std::vector<double>;

constexpr double least_share = 1e-8;

/// Many rows, each with entries in a few columns near its own and sometimes one far away; the own
/// one is large, so that rows are far from dependent.
Matrix linked_rows(std::size_t rows, std::size_t columns, std::mt19937_64& random) {
  std::uniform_real_distribution<double> entry(-0.25, 0.25);
  Matrix matrix(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      matrix[i * columns + (i + random() % 4) % columns] = entry(random);
    }
    if (random() % 8 == 0) matrix[i * columns + random() % columns] = entry(random);
    matrix[i * columns + i] = 1;
  }
  return matrix;
}

Matrix random_vector(std::size_t size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  Matrix result(size);
  for (double& value : result) value = entry(random);
  return result;
}

std::vector<std::size_t> first_rows(std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

/// Symmetric, dominated by its diagonal: positive definite.
Matrix linked_masses(std::size_t size, std::mt19937_64& random) {
  std::uniform_real_distribution<double> entry(-0.2, 0.2);
  Matrix mass(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    mass[i * size + i] = 1;
    if (i >= 2) mass[i * size + i - 2] = mass[(i - 2) * size + i] = entry(random);
  }
  return mass;
}

/// |M a + Gᵀ λ − F| and |G a − γ|, the largest.
double left_over(const Matrix& mass,
                 const Matrix& rows,
                 const Matrix& force,
                 const Matrix& gamma,
                 const Matrix& a,
                 const Matrix& lambda) {
  const std::size_t n = a.size();
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = -force[i];
    for (std::size_t j = 0; j < n; ++j) sum += mass[i * n + j] * a[j];
    for (std::size_t k = 0; k < lambda.size(); ++k) sum += rows[k * n + i] * lambda[k];
    most = std::max(most, std::abs(sum));
  }
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    most = std::max(most, std::abs(dot(&rows[k * n], a.data(), n) - gamma[k]));
  }
  return most;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("products of linked rows are solved as with all entries") {
    auto random = tests::make_generator("sparse rows");
    for (int round = 0; round < 20; ++round) {
      const std::size_t k = 40 + random() % 80;
      const std::size_t m = k + random() % 20;
      const Matrix matrix = linked_rows(k, m, random);
      SparseGram<double> sparse(k, m);
      REQUIRE(sparse.fits(matrix, first_rows(k)));
      REQUIRE(sparse.factorize(matrix.data(), least_share) > 0);
      Matrix dense(k * k);
      gram(matrix.data(), k, m, dense.data());
      REQUIRE(factorize_symmetric(dense.data(), k, least_share) > 0);
      Matrix left = random_vector(k, random);
      Matrix right = left;
      sparse.solve(left);
      solve_symmetric(dense.data(), k, right.data());
      // Shares above 1e-8 leave half of double's digits at least.
      for (std::size_t i = 0; i < k; ++i) {
        CHECK(std::abs(left[i] - right[i]) < 1e-7 * (1 + std::abs(right[i])));
      }
      Matrix back = random_vector(m, random);
      Matrix expected = back;
      sparse.subtract_transposed(matrix.data(), left, back);
      subtract_combination(matrix.data(), k, m, left.data(), expected.data());
      for (std::size_t j = 0; j < m; ++j) {
        CHECK(std::abs(back[j] - expected[j]) < 1e-12 * (1 + std::abs(expected[j])));
      }
      Matrix out(k);
      sparse.apply(matrix.data(), back, out);
      for (std::size_t i = 0; i < k; ++i) {
        CHECK(std::abs(out[i] - dot(&matrix[i * m], back.data(), m)) <
              1e-12 * (1 + std::abs(out[i])));
      }
    }
  }

  TEST_CASE("a row that depends on others is found out, and forgotten again") {
    auto random = tests::make_generator("sparse rows, dependent");
    for (int round = 0; round < 10; ++round) {
      const std::size_t k = 40 + random() % 40;
      const std::size_t m = k + 5;
      const Matrix good = linked_rows(k, m, random);
      Matrix bad = good;
      const std::size_t row = 1 + random() % (k - 2);
      for (std::size_t j = 0; j < m; ++j) {
        bad[row * m + j] = good[(row - 1) * m + j] - 2 * good[(row + 1) * m + j];
      }
      SparseGram<double> sparse(k, m);
      REQUIRE(sparse.fits(bad, first_rows(k)));
      CHECK(sparse.factorize(bad.data(), least_share) == 0);
      REQUIRE(sparse.fits(good, first_rows(k)));
      CHECK(sparse.factorize(good.data(), least_share) > 0);
    }
  }

  TEST_CASE("zeros by chance and earlier matrices do not change a bit") {
    auto random = tests::make_generator("sparse rows, remembered");
    for (int round = 0; round < 20; ++round) {
      const std::size_t k = 40 + random() % 40;
      const std::size_t m = k + random() % 20;
      const Matrix sample = linked_rows(k, m, random);
      Matrix matrix = sample;
      for (std::size_t i = 0; i < k; ++i) {
        if (random() % 4 == 0) matrix[i * m + (i + 1) % m] = 0;
      }
      const Matrix right = random_vector(k, random);
      std::vector<Matrix> solutions;
      for (const bool has_history : {false, true}) {
        SparseGram<double> sparse(k, m);
        sparse.see(sample);
        if (has_history) {
          REQUIRE(sparse.fits(sample, first_rows(k)));
          (void)sparse.factorize(sample.data(), least_share);
        }
        REQUIRE(sparse.fits(matrix, first_rows(k)));
        REQUIRE(sparse.factorize(matrix.data(), least_share) > 0);
        solutions.push_back(right);
        sparse.solve(solutions.back());
      }
      CHECK(solutions[0] == solutions[1]);
    }
  }

  TEST_CASE("equations of motion of many linked bodies are solved") {
    auto random = tests::make_generator("sparse mechanics");
    for (int round = 0; round < 20; ++round) {
      const std::size_t n = 40 + random() % 60;
      const std::size_t k = n / 2 + random() % (n / 4);
      const Matrix mass = linked_masses(n, random);
      const Matrix rows = linked_rows(k, n, random);
      SaddlePoint<double> solver(n, k, k);
      REQUIRE(solver.factorize(mass, rows) > 1e-4);
      const Matrix force = random_vector(n, random);
      const Matrix gamma = random_vector(k, random);
      Matrix a(n);
      Matrix lambda(k);
      solver.solve(force, gamma, a, lambda);
      // Conditions are the inverse of what `factorize` gives, about.
      CHECK(left_over(mass, rows, force, gamma, a, lambda) < 1e-10);
    }
  }

  TEST_CASE("directions of linked rows are orthonormal, and span them") {
    auto random = tests::make_generator("row directions");
    for (int round = 0; round < 20; ++round) {
      const std::size_t c = 33 + random() % 60;
      const std::size_t m = c + random() % 20;
      const Matrix matrix = linked_rows(c, m, random);
      RowDirections<double> directions(c, m);
      Directions<double> found{Matrix(c * m, 7), Matrix(c)};
      REQUIRE(directions.find(matrix, first_rows(c), found) > 1e-3);
      const auto along = [&](const double* a, std::size_t i) {
        return dot(a, &found.directions[i * m], m);
      };
      for (std::size_t i = 0; i < c; ++i) {
        double square = 0;
        for (std::size_t j = 0; j < c; ++j) {
          // Gram and Schmidt lose as many digits as rows are dependent: three here.
          CHECK(std::abs(along(&found.directions[i * m], j) - (i == j ? 1 : 0)) < 1e-10);
          square += std::pow(along(&matrix[i * m], j), 2);
        }
        CHECK(square == doctest::Approx(dot(&matrix[i * m], &matrix[i * m], m)).epsilon(1e-10));
        CHECK(along(&matrix[i * m], i) == doctest::Approx(found.lengths[i]).epsilon(1e-10));
      }
    }
  }
}

}  // namespace leafwise::integrator::detail
