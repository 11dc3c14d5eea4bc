// SPDX-License-Identifier: GPL-3.0-or-later
#include "row_choice.hpp"

#include <Eigen/QR>
#include <cmath>

namespace leafwise::integrator::detail {

template <typename Real>
bool choose_independent_rows(std::span<const Real> matrix,
                             std::size_t columns,
                             std::span<std::size_t> chosen) {
  using Columns = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  if (chosen.empty()) return true;
  const auto length = static_cast<Eigen::Index>(columns);
  const auto rows = static_cast<Eigen::Index>(matrix.size()) / length;
  const auto last = static_cast<Eigen::Index>(chosen.size()) - 1;
  if (last >= std::min(rows, length)) return false;
  // Row by row in memory: the transposed matrix, column by column.
  Columns unit = Eigen::Map<const Columns>(matrix.data(), length, rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Real norm = unit.col(i).norm();
    if (norm > 0) unit.col(i) /= norm;
  }
  const Eigen::ColPivHouseholderQR<Columns> qr(unit);
  if (!(std::abs(qr.matrixQR()(last, last)) > independence_threshold<Real>(columns))) return false;
  for (Eigen::Index i = 0; i <= last; ++i) {
    chosen[static_cast<std::size_t>(i)] =
        static_cast<std::size_t>(qr.colsPermutation().indices()[i]);
  }
  return true;
}

template bool choose_independent_rows(std::span<const double>, std::size_t, std::span<std::size_t>);
template bool choose_independent_rows(std::span<const long double>,
                                      std::size_t,
                                      std::span<std::size_t>);

}  // namespace leafwise::integrator::detail
