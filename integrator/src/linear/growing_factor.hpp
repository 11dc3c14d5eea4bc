// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {

/// From so many rows on, products of rows that have not changed are worth remembering: equations
/// that are affine have constant gradients.
inline constexpr std::size_t many_rows = 32;

/// L⁻¹ and D⁻¹ of A Aᵀ = L D Lᵀ for matrices A that share their first rows with the one before:
/// only the rows from the first changed one on are computed. Each row is computed from those above
/// it in one way, so the result does not depend on what came before, bit for bit.
template <typename Real>
class GrowingFactor {
 public:
  GrowingFactor(std::size_t rows, std::size_t columns)
      : k_(rows), m_(columns), matrix_(rows * columns), shares_(rows) {}

  /// Into `factor`, k × k, in the form that `invert_factor` leaves; it must be what it was after
  /// the last call. The smallest share of a row that the rows before it do not have; 0 once one is
  /// not above `least_share`.
  Real factorize(const Real* matrix, Real* factor, Real least_share) {
    std::size_t i = first_changed(matrix);
    std::copy(matrix + i * m_, matrix + k_ * m_, matrix_.data() + i * m_);
    for (; i < k_; ++i) {
      known_ = i;
      shares_[i] = factorize_row(factor, i);
      if (!(shares_[i] > least_share)) return 0;
    }
    known_ = k_;
    return std::min(Real{1}, *std::min_element(shares_.begin(), shares_.end()));
  }

  /// Somebody else has written into `factor`.
  void forget() noexcept { known_ = 0; }

 private:
  [[nodiscard]] std::size_t first_changed(const Real* matrix) const {
    const Real* end = matrix + known_ * m_;
    const auto place = std::mismatch(matrix, end, matrix_.data()).first;
    return static_cast<std::size_t>(place - matrix) / m_;
  }

  Real factorize_row(Real* factor, std::size_t i) const {
    const Real* own = matrix_.data() + i * m_;
    Real* row = factor + i * k_;
    for (std::size_t j = 0; j <= i; ++j) row[j] = dot(own, matrix_.data() + j * m_, m_);
    const Real diagonal = row[i];
    // With y = L⁻¹ a, a the row: y_j = L_ij D_jj.
    for (std::size_t j = i; j-- > 0;) row[j] += dot(factor + j * k_, row, j);
    Real pivot = diagonal;
    for (std::size_t j = 0; j < i; ++j) {
      const Real entry = row[j] * factor[j * k_ + j];
      pivot -= entry * row[j];
      row[j] = entry;
    }
    if (!(pivot > 0) || !(diagonal > 0)) return 0;
    // Row i of L⁻¹ is −(L_i0 … L_i,i−1) times the rows above: each is added when its factor, which
    // later ones change no more, has been read.
    for (std::size_t p = 1; p < i; ++p) add_multiple(row[p], factor + p * k_, row, p);
    for (std::size_t j = 0; j < i; ++j) row[j] = -row[j];
    row[i] = 1 / pivot;
    return pivot / diagonal;
  }

  std::size_t k_;
  std::size_t m_;
  std::size_t known_ = 0;     // so many rows are factorised
  std::vector<Real> matrix_;  // k × m: what was factorised last
  std::vector<Real> shares_;  // of each row
};

}  // namespace leafwise::integrator::detail
