// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/determined_part.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// An entry of a kernel's basis, whose largest are about 1, that is but rounding: the basis comes
/// from columns that depend on each other to within the square of this.
constexpr double smallest_entry = 1e-4;

}  // namespace

DeterminedPart determined_part(std::span<const double> columns,
                               const std::vector<bool>& is_zero,
                               std::span<const double> b,
                               double dependence,
                               double defect) {
  LEAFWISE_DEMAND(columns.size() == is_zero.size() * b.size());
  const auto n = static_cast<Index>(b.size());
  DeterminedPart result{std::vector<double>(is_zero.size(), std::nan("")), false};
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < is_zero.size(); ++k) {
    if (!is_zero[k]) used.push_back(k);
  }
  const auto count = static_cast<Index>(used.size());
  MatrixXd matrix(n, count);
  VectorXd lengths(count);
  for (Index j = 0; j < count; ++j) {
    const double* column = columns.data() + used[static_cast<std::size_t>(j)] * b.size();
    matrix.col(j) = Eigen::Map<const VectorXd>(column, n);
    lengths[j] = matrix.col(j).stableNorm();
    matrix.col(j) /= lengths[j];
  }
  VectorXd right = Eigen::Map<const VectorXd>(b.data(), n);
  if (!right.allFinite() || !matrix.allFinite()) return result;
  if (count == 0) {
    result.is_solvable = right.norm() <= defect;
    return result;
  }
  const Eigen::ColPivHouseholderQR<MatrixXd> factors(matrix);
  const auto& triangle = factors.matrixR();
  Index rank = 0;
  while (rank < std::min(n, count) && std::abs(triangle(rank, rank)) > dependence) ++rank;
  right.applyOnTheLeft(factors.householderQ().adjoint());
  result.is_solvable = right.tail(n - rank).norm() <= defect;
  if (!result.is_solvable || rank == 0) return result;
  const auto solve = triangle.topLeftCorner(rank, rank).template triangularView<Eigen::Upper>();
  const VectorXd values = solve.solve(right.head(rank));
  MatrixXd kernel(rank, count - rank);
  if (count > rank) kernel = solve.solve(triangle.topRightCorner(rank, count - rank));
  for (Index j = 0; j < rank; ++j) {
    const bool is_open = count > rank && kernel.row(j).cwiseAbs().maxCoeff() > smallest_entry;
    if (is_open) continue;
    const Index column = factors.colsPermutation().indices()[j];
    result.values[used[static_cast<std::size_t>(column)]] = values[j] / lengths[column];
  }
  return result;
}

}  // namespace leafwise::integrator
