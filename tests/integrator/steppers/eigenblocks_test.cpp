// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/eigenblocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/methods.hpp"
#include "steppers/implicit/complex_elimination.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using Numbers = std::vector<long double>;

Numbers product(std::span<const long double> a, std::span<const long double> b, std::size_t n) {
  Numbers c(n * n, 0.0L);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
  return c;
}

/// Λ as a matrix.
Numbers block_matrix(const Eigenblocks& split) {
  const std::size_t n = split.stages();
  Numbers lambda(n * n, 0.0L);
  for (const Eigenblocks::Block& block : split.blocks()) {
    const std::size_t i = block.row;
    lambda[i * n + i] = block.real;
    if (!block.is_pair) continue;
    lambda[i * n + i + 1] = -block.imaginary;
    lambda[(i + 1) * n + i] = block.imaginary;
    lambda[(i + 1) * n + i + 1] = block.real;
  }
  return lambda;
}

long double largest(std::span<const long double> a) {
  long double result = 0;
  for (const long double entry : a) result = std::max(result, std::abs(entry));
  return result;
}

long double largest_difference(std::span<const long double> a, std::span<const long double> b) {
  long double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result = std::max(result, std::abs(a[i] - b[i]));
  return result;
}

void check_split(std::span<const long double> matrix, std::size_t n) {
  const Eigenblocks split(matrix, n);
  Numbers unit(n * n, 0.0L);
  for (std::size_t i = 0; i < n; ++i) unit[i * n + i] = 1;
  // Some roundings, times the sizes of what is multiplied.
  const long double size = largest(split.inverse()) * largest(split.back()) *
                           std::max(1.0L, largest(split.transform()) * largest(matrix));
  const long double bound =
      1e3L * std::numeric_limits<long double>::epsilon() * std::max(1.0L, size);
  CHECK(largest_difference(product(split.inverse(), matrix, n), unit) < bound);
  CHECK(largest_difference(product(split.transform(), split.back(), n), unit) < bound);
  const Numbers left = product(split.inverse(), split.transform(), n);
  const Numbers right = product(split.transform(), block_matrix(split), n);
  CHECK(largest_difference(left, right) < bound);
  std::size_t rows = 0;
  for (const Eigenblocks::Block& block : split.blocks()) {
    CHECK(block.row == rows);
    CHECK((block.is_pair ? block.imaginary > 0 : block.imaginary == 0));
    rows += block.is_pair ? 2 : 1;
  }
  CHECK(rows == n);
}

}  // namespace

TEST_CASE("the stages of every implicit method decouple into real and complex blocks") {
  for (const Tableau& method : all_methods()) {
    if (method.is_explicit()) continue;
    CAPTURE(method.name());
    const ImplicitPart part = implicit_part(method);
    CHECK(part.stages + part.first == method.stages());
    check_split(part.matrix, part.stages);
  }
}

TEST_CASE("the eigenvalues of three-stage Radau IIA are those of the book") {
  const ImplicitPart part = implicit_part(find_method("radau_iia_3"));
  CHECK(part.first == 0);
  const Eigenblocks split(part.matrix, part.stages);
  REQUIRE(split.blocks().size() == 2);
  // Hairer, Wanner II, IV.8: γ̂ = 3.6378, α̂ ± β̂i = 2.6811 ± 3.0504i, in closed form.
  const long double c9 = std::cbrt(9.0L);
  const long double c81 = std::cbrt(81.0L);
  CHECK(std::abs(split.blocks()[0].real - 30.0L / (6.0L + c81 - c9)) < 1e-17L);
  const long double alpha = (12.0L - c81 + c9) / 60.0L;
  const long double beta = (c81 + c9) * std::sqrt(3.0L) / 60.0L;
  const long double square = alpha * alpha + beta * beta;
  CHECK(std::abs(split.blocks()[1].real - alpha / square) < 1e-17L);
  CHECK(std::abs(split.blocks()[1].imaginary - beta / square) < 1e-17L);
}

TEST_CASE("an explicit first stage is left out") {
  const ImplicitPart part = implicit_part(find_method("lobatto_iiia_3"));
  CHECK(part.first == 1);
  REQUIRE(part.stages == 2);
  CHECK(part.matrix == Numbers{ratio(1, 3), ratio(-1, 24), ratio(2, 3), ratio(1, 6)});
}

TEST_CASE("singular and defective matrices are refused") {
  CHECK_THROWS_AS(Eigenblocks(Numbers{1, 2, 2, 4}, 2), InvalidInput);
  CHECK_THROWS_AS(Eigenblocks(Numbers{0.25L, 0, 0.5L, 0.25L}, 2), InvalidInput);
}

TEST_SUITE("law") {
  TEST_CASE("random matrices of up to five stages decouple") {
    auto generator = tests::make_generator("eigenblocks");
    std::uniform_real_distribution<long double> entry(-1, 1);
    for (std::uint64_t round = 0; round < 50 * tests::multiplier(); ++round) {
      const std::size_t n = 1 + static_cast<std::size_t>(round % 5);
      Numbers matrix(n * n);
      for (long double& number : matrix) number = entry(generator);
      // Away from singular ones.
      for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += 3;
      check_split(matrix, n);
    }
  }

  TEST_CASE("complex elimination solves random systems") {
    auto generator = tests::make_generator("complex elimination");
    std::uniform_real_distribution<double> entry(-1, 1);
    for (std::uint64_t round = 0; round < 50 * tests::multiplier(); ++round) {
      const std::size_t n = 1 + static_cast<std::size_t>(round % 12);
      std::vector<std::complex<double>> a(n * n);
      std::vector<std::complex<double>> x(n);
      for (auto& number : a) number = {entry(generator), entry(generator)};
      for (auto& number : x) number = {entry(generator), entry(generator)};
      std::vector<std::complex<double>> b(n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) b[i] += a[i * n + j] * x[j];
      }
      const std::vector<std::complex<double>> right = b;
      std::vector<std::size_t> order(n);
      std::vector<std::complex<double>> factors = a;
      REQUIRE(detail::factorize_complex(factors.data(), n, order.data()) > 0);
      detail::solve_complex(factors.data(), n, order.data(), b.data());
      // The residual of elimination with pivoting is small whatever the condition.
      double size = 0;
      for (const auto& number : b) size = std::max(size, std::abs(number));
      for (std::size_t i = 0; i < n; ++i) {
        std::complex<double> rest = right[i];
        for (std::size_t j = 0; j < n; ++j) rest -= a[i * n + j] * b[j];
        CHECK(std::abs(rest) < 1e-13 * std::max(1.0, size));
      }
    }
  }
}

}  // namespace leafwise::integrator
