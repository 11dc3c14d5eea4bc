// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/kernel_distribution.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "quadrics.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using tests::random_vector;

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

Matrix random_matrix(std::mt19937_64& generator, std::size_t rows, std::size_t columns) {
  const std::vector<double> entries = random_vector<double>(generator, rows * columns);
  return Eigen::Map<const Matrix>(entries.data(), index(rows), index(columns));
}

/// A distribution whose matrix is A + z₁ B.
KernelDistribution<double> pencil(const Matrix& a, const Matrix& b) {
  MapFunctions<double> functions;
  functions.value = [a, b](std::span<const double> z, std::span<double> out) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      out[static_cast<std::size_t>(i)] = a.data()[i] + z[0] * b.data()[i];
    }
  };
  const auto m = static_cast<std::size_t>(a.cols());
  return KernelDistribution<double>(
      std::make_shared<CallableMap<double>>(
          m, static_cast<std::size_t>(a.size()), std::move(functions)),
      std::nullopt);
}

Eigen::VectorXd direction(KernelDistribution<double>& d,
                          double z1,
                          DirectionQuality<double>* quality = nullptr) {
  std::vector<double> z(d.dimension());
  std::vector<double> v(d.dimension());
  z[0] = z1;
  const DirectionQuality<double> found = d.direction(z, v);
  if (quality != nullptr) *quality = found;
  return Eigen::Map<const Eigen::VectorXd>(v.data(), index(v.size())).normalized();
}

}  // namespace

TEST_SUITE_BEGIN("law");

TEST_CASE("the direction is the kernel, as singular values find it") {
  auto generator = tests::make_generator("kernel against svd");
  for (std::uint64_t trial = 0; trial < 60 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 8;
    const std::size_t extra = generator() % 3;
    Matrix n = random_matrix(generator, m - 1, m);
    if (extra > 0) n = (random_matrix(generator, m - 1 + extra, m - 1) * n).eval();
    KernelDistribution<double> d = pencil(n, Matrix::Zero(n.rows(), n.cols()));
    DirectionQuality<double> quality;
    const Eigen::VectorXd v = direction(d, 0, &quality);
    REQUIRE(quality.defined);
    const Eigen::JacobiSVD<Matrix> svd(n, Eigen::ComputeFullV);
    const double gap = svd.singularValues()[index(m) - 2] / svd.singularValues()[0];
    const double cosine = std::abs(v.dot(svd.matrixV().col(index(m) - 1)));
    CAPTURE(trial);
    CAPTURE(gap);
    // Either way the error is ε over the gap, times the size; the cosine sees its square. Products
    // and sums of m terms, and two vectors that have length 1 to their rounding, cost m + 4 of ε.
    const double rounding = static_cast<double>(m + 4) * std::numeric_limits<double>::epsilon();
    CHECK(1 - cosine <= rounding + std::pow(1e-14 / gap, 2));
    CHECK((n * v).norm() <= 1e-14 * n.norm() / std::min(1.0, gap));
    // The estimate from pivots is of the right size.
    CHECK(quality.second_smallest <= 100 * gap);
    CHECK(quality.second_smallest >= gap / 100);
    CHECK(quality.smallest <= 1e-13 / gap);
  }
}

TEST_CASE("the sign of a kernel does not jump along a curve") {
  auto generator = tests::make_generator("continuous sign");
  for (std::uint64_t trial = 0; trial < 30 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 6;
    const std::size_t extra = generator() % 3;
    // Rows beyond m − 1 mix the others: every choice of them has zeros of its determinant
    // somewhere along the curve.
    const Matrix mix = random_matrix(generator, m - 1 + extra, m - 1);
    const Matrix a = mix * random_matrix(generator, m - 1, m);
    const Matrix b = mix * random_matrix(generator, m - 1, m);
    KernelDistribution<double> d = pencil(a, b);
    Eigen::VectorXd before = direction(d, -3);
    CAPTURE(trial);
    for (double z = -3; z <= 3; z += 1.0 / 1024) {
      DirectionQuality<double> quality;
      const Eigen::VectorXd v = direction(d, z, &quality);
      // Near a singular point the kernel may turn by more than a right angle within 1/1024.
      if (quality.second_smallest > 1e-2) CHECK(v.dot(before) > 0);
      before = v;
    }
  }
}

TEST_CASE("turning the coordinates turns the direction") {
  auto generator = tests::make_generator("rotated kernel");
  for (std::uint64_t trial = 0; trial < 30 * tests::multiplier(); ++trial) {
    const std::size_t m = 2 + generator() % 7;
    const Matrix n = random_matrix(generator, m - 1, m);
    Matrix q = Eigen::HouseholderQR<Matrix>(random_matrix(generator, m, m)).householderQ();
    if (q.determinant() < 0) q.row(0) = -q.row(0).eval();
    const Matrix zero = Matrix::Zero(n.rows(), n.cols());
    KernelDistribution<double> plain = pencil(n, zero);
    KernelDistribution<double> turned = pencil(n * q.transpose(), zero);
    DirectionQuality<double> quality;
    const Eigen::VectorXd v = direction(plain, 0, &quality);
    // The sign, too: a rotation keeps the determinant of (v; N).
    CHECK((direction(turned, 0) - q * v).norm() <= 1e-13 / quality.second_smallest);
  }
}

TEST_SUITE_END();

TEST_CASE("near a point where D is not defined the two smallest singular values tell") {
  auto generator = tests::make_generator("singular kernel");
  for (std::uint64_t trial = 0; trial < 20 * tests::multiplier(); ++trial) {
    const std::size_t m = 3 + generator() % 5;
    Matrix a = random_matrix(generator, m - 1, m);
    a.row(0) = a.row(1);
    const Matrix b = random_matrix(generator, m - 1, m);
    KernelDistribution<double> d = pencil(a, b);
    CAPTURE(trial);
    DirectionQuality<double> quality;
    direction(d, 0, &quality);
    CHECK_FALSE(quality.defined);
    CHECK(quality.second_smallest < 1e-14);
    for (const double distance : {1e-8, 1e-6}) {
      direction(d, distance, &quality);
      CHECK(quality.defined);
      // The second smallest singular value grows like the distance, with random factors.
      CHECK(quality.second_smallest < 100 * distance);
      CHECK(quality.second_smallest > distance / 1000);
    }
  }
}

TEST_CASE("not-a-number in a matrix leaves D undefined") {
  KernelDistribution<double> d = pencil(Matrix::Ones(1, 2), Matrix::Ones(1, 2));
  DirectionQuality<double> quality;
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    direction(d, bad, &quality);
    CHECK_FALSE(quality.defined);
  }
}

TEST_CASE("a matrix of the wrong shape is refused") {
  MapFunctions<double> functions;
  functions.value = [](std::span<const double>, std::span<double>) {};
  const auto shaped = [&](std::size_t m, std::size_t outputs) {
    return KernelDistribution<double>(std::make_shared<CallableMap<double>>(m, outputs, functions),
                                      std::nullopt);
  };
  CHECK_THROWS_AS(shaped(3, 7), InvalidInput);
  CHECK_THROWS_AS(shaped(3, 3), InvalidInput);
  CHECK_NOTHROW(shaped(3, 6));
}

}  // namespace leafwise::integrator
