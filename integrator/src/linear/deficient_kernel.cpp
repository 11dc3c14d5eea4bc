// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/deficient_kernel.hpp"

#include <Eigen/SVD>
#include <cmath>
#include <cstddef>
#include <limits>

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// Relative size below which a singular value of a structurally deficient matrix counts as 0.
template <typename Real>
Real rank_tolerance(Eigen::Index size) {
  return 4096 * static_cast<Real>(size) * std::numeric_limits<Real>::epsilon();
}

template <typename Real>
Matrix<Real> scaled_rows(std::span<const Real> entries, Eigen::Index columns) {
  Matrix<Real> result =
      Eigen::Map<const Matrix<Real>>(
          entries.data(), columns, static_cast<Eigen::Index>(entries.size()) / columns)
          .transpose();
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    const Real largest = result.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) result.row(i) /= largest;
  }
  return result;
}

/// The vector of the space that moves what matters, the rest as small as possible.
template <typename Real>
bool find_direction(const Matrix<Real>& basis,
                    std::span<const char> matters,
                    std::span<Real> kernel) {
  const Eigen::Index n = basis.rows();
  Matrix<Real> top = basis;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (matters[static_cast<std::size_t>(i)] == 0) top.row(i).setZero();
  }
  // `basis` is orthonormal: the combination that is all of `top`'s range is orthogonal to those
  // that leave `top` at 0, so that the rest is as small as possible.
  const Eigen::JacobiSVD<Matrix<Real>> range(top, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto& sizes = range.singularValues();
  const Real tolerance = std::sqrt(rank_tolerance<Real>(n));
  if (!(sizes[0] > tolerance) || (sizes.size() > 1 && sizes[1] > tolerance * sizes[0])) {
    return false;
  }
  Eigen::Matrix<Real, Eigen::Dynamic, 1> vector = basis * range.matrixV().col(0);
  if (vector[0] < 0) vector = -vector;
  for (Eigen::Index i = 0; i < n; ++i) kernel[static_cast<std::size_t>(i)] = vector[i];
  return true;
}

}  // namespace

template <typename Real>
DirectionQuality<Real> deficient_kernel(std::span<const Real> matrix,
                                        std::span<const char> matters,
                                        std::span<Real> kernel) {
  const auto n = static_cast<Eigen::Index>(kernel.size());
  DirectionQuality<Real> quality;
  if (matrix.empty()) {
    // Attached quantities have no equations here, and Eigen's SVD needs at least one row.
    quality.second_smallest = 1;
    quality.defined = find_direction<Real>(Matrix<Real>::Identity(n, n), matters, kernel);
    if (!quality.defined) quality.second_smallest = 0;
    return quality;
  }
  const Eigen::JacobiSVD<Matrix<Real>> svd(scaled_rows(matrix, n), Eigen::ComputeFullV);
  const auto& values = svd.singularValues();
  if (values.size() > 0 && !(values[0] > 0)) return quality;
  Eigen::Index rank = 0;
  while (rank < values.size() && values[rank] > rank_tolerance<Real>(n) * values[0]) ++rank;
  if (rank == n) {
    quality.smallest = values[n - 1] / values[0];
    return quality;
  }
  quality.second_smallest = rank > 0 ? values[rank - 1] / values[0] : Real{1};
  const Matrix<Real> basis = svd.matrixV().rightCols(n - rank);
  quality.defined = find_direction<Real>(basis, matters, kernel);
  if (!quality.defined) quality.second_smallest = 0;
  return quality;
}

template DirectionQuality<double> deficient_kernel(std::span<const double>,
                                                   std::span<const char>,
                                                   std::span<double>);
template DirectionQuality<long double> deficient_kernel(std::span<const long double>,
                                                        std::span<const char>,
                                                        std::span<long double>);

}  // namespace leafwise::integrator::detail
