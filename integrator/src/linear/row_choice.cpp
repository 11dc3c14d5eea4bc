// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/row_choice.hpp"

#include <Eigen/QR>
#include <bit>
#include <cmath>
#include <numeric>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
RowChoice<Real>::RowChoice(std::size_t rows, std::size_t wanted)
    : count_(rows), chosen_(wanted), all_(rows == wanted), exists_(all_) {
  std::iota(chosen_.begin(), chosen_.end(), std::size_t{0});
}

template <typename Real>
bool RowChoice<Real>::choose(std::span<const Real> matrix, std::size_t columns) {
  return choose(matrix, columns, {});
}

template <typename Real>
bool RowChoice<Real>::choose(std::span<const Real> matrix,
                             std::size_t columns,
                             std::span<const Real> sizes) {
  using Columns = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  exists_ = true;
  if (chosen_.empty()) return true;
  const auto length = static_cast<Eigen::Index>(columns);
  const auto rows = static_cast<Eigen::Index>(count_);
  const auto last = static_cast<Eigen::Index>(chosen_.size()) - 1;
  exists_ = false;
  if (last >= std::min(rows, length)) return false;
  // Row by row in memory: the transposed matrix, column by column.
  Columns unit = Eigen::Map<const Columns>(matrix.data(), length, rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Real size = sizes.empty() ? unit.col(i).norm() : sizes[static_cast<std::size_t>(i)];
    if (size > 0) unit.col(i) /= size;
  }
  const Eigen::ColPivHouseholderQR<Columns> qr(unit);
  if (!(std::abs(qr.matrixQR()(last, last)) > independence_threshold<Real>(columns))) return false;
  for (Eigen::Index i = 0; i <= last; ++i) {
    chosen_[static_cast<std::size_t>(i)] =
        static_cast<std::size_t>(qr.colsPermutation().indices()[i]);
  }
  exists_ = true;
  return true;
}

template <typename Real>
void RowChoice<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  if (all_) return;
  memory.push_back(exists_ ? 1 : 0);
  for (const std::size_t row : chosen_) memory.push_back(static_cast<std::int64_t>(row));
  // Comparing with it decides what is chosen next; double is enough, and the same everywhere.
  memory.push_back(std::bit_cast<std::int64_t>(static_cast<double>(quality_)));
}

template <typename Real>
void RowChoice<Real>::restore(std::span<const std::int64_t> memory) {
  if (all_) return;
  bool fits = memory.size() == memory_size() && (memory[0] == 0 || memory[0] == 1);
  for (std::size_t i = 0; fits && i < chosen_.size(); ++i) {
    fits = memory[1 + i] >= 0 && static_cast<std::size_t>(memory[1 + i]) < count_;
  }
  if (!fits) {
    throw InvalidInput({.message = "this memory is not of a problem like this one",
                        .expected = {},
                        .range = {},
                        .place = {}});
  }
  exists_ = memory[0] == 1;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    chosen_[i] = static_cast<std::size_t>(memory[1 + i]);
  }
  quality_ = static_cast<Real>(std::bit_cast<double>(memory.back()));
}

template class RowChoice<double>;
template class RowChoice<long double>;

}  // namespace leafwise::integrator::detail
