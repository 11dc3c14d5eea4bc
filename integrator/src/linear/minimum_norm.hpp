// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "linear/dense.hpp"

namespace leafwise::integrator::detail {

/// Linear systems that are solved several times: square and regular by elimination, without asking
/// for memory; all others in the sense of least squares, the solution as small as possible.
template <typename Real>
class MinimumNormSolver {
 public:
  /// False: an entry is not finite.
  bool factorize(std::span<const Real> matrix, std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    factors_.assign(matrix.begin(), matrix.end());
    scale_rows();
    order_.resize(columns);
    pivot_ratio_ =
        rows == columns ? factorize_general(factors_.data(), rows, order_.data()) : Real{0};
    by_elimination_ = rows == columns && pivot_ratio_ > Real{least_pivot_ratio};
    if (by_elimination_) return true;
    if (!all_finite(matrix)) return false;
    orthogonal_.compute(Eigen::Map<const Matrix>(matrix.data(), index(rows), index(columns)));
    return true;
  }

  /// Smallest pivot over the largest; 0: not square, or singular.
  [[nodiscard]] Real pivot_ratio() const { return pivot_ratio_; }

  [[nodiscard]] std::size_t rank() const {
    return by_elimination_ ? columns_ : static_cast<std::size_t>(orthogonal_.rank());
  }

  void solve(std::span<const Real> right, std::span<Real> solution) const {
    if (by_elimination_) {
      for (std::size_t i = 0; i < rows_; ++i) solution[i] = std::ldexp(right[i], scales_[i]);
      solve_general(factors_.data(), columns_, order_.data(), solution.data());
    } else if (rows_ > 0) {
      Eigen::Map<Vector>(solution.data(), index(columns_)) =
          orthogonal_.solve(Eigen::Map<const Vector>(right.data(), index(rows_)));
    }
  }

 private:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
  [[nodiscard]] static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  /// Near a cusp a row gets small without getting dependent.
  void scale_rows() {
    scales_.assign(rows_, 0);
    for (std::size_t i = 0; i < rows_; ++i) {
      const std::span<Real> row = std::span<Real>(factors_).subspan(i * columns_, columns_);
      Real largest = 0;
      for (const Real entry : row) largest = std::max(largest, std::abs(entry));
      if (!(largest > 0) || !std::isfinite(largest)) continue;
      scales_[i] = -std::ilogb(largest);
      for (Real& entry : row) entry = std::ldexp(entry, scales_[i]);
    }
  }

  /// Partial pivoting: below this, the matrix may be singular but for round-off.
  static constexpr double least_pivot_ratio = 1e-10;

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  bool by_elimination_ = false;
  Real pivot_ratio_ = 0;
  std::vector<Real> factors_;
  std::vector<int> scales_;  // of the rows, powers of 2: nothing is rounded
  std::vector<std::size_t> order_;
  Eigen::CompleteOrthogonalDecomposition<Matrix> orthogonal_;
};

}  // namespace leafwise::integrator::detail
