// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "linear/row_choice.hpp"

namespace leafwise::integrator::detail {

/// The kernel of k × n matrices N(z) of rank n − 1 along a curve, k ≥ n − 1.
///
/// By elimination with complete pivoting; the kernel gets the sign that makes (v; N) a matrix of
/// positive determinant. That sign is continuous wherever the rank is n − 1, so no direction has to
/// be compared with another one. With k > n − 1, n − 1 rows are chosen and kept while they are
/// good; a new choice continues the sign of the old one. If it is known how large redundant rows
/// are nearby, one that is much shorter here is not preferred: what is left of it may be round-off.
/// Singular values, which cost ten times as
/// much, are computed only where elimination finds the matrix ill-conditioned.
template <typename Real>
class KernelSolver {
 public:
  /// For each row of the matrix that is being solved the size that its entries have nearby, or here
  /// if that is more. Called where rows are chosen or compared.
  using RowSizes = std::function<std::span<const Real>()>;

  /// @pre rows + 1 ≥ columns ≥ 1
  KernelSolver(std::size_t rows, std::size_t columns);

  /// A kernel vector of any length (n entries). `smallest` of the result is the largest sine of the
  /// angle by which a row that was not chosen misses v.
  /// @pre with `sizes` either always or never
  DirectionQuality<Real> solve(std::span<const Real> matrix,
                               std::span<Real> kernel,
                               const RowSizes& sizes = {});

  // For Distribution::memory and restore.
  [[nodiscard]] std::size_t memory_size() const noexcept {
    return choice_.is_all() ? 0 : choice_.memory_size() + columns_;
  }
  [[nodiscard]] std::vector<std::int64_t> memory() const;
  void restore(std::span<const std::int64_t> memory);

 private:
  /// Copies the chosen rows into work_, scaled to largest entry 1, or as they were when they were
  /// chosen by sizes: that they get shorter shows then. False: not finite.
  bool load(std::span<const Real> matrix);
  /// Smallest pivot over the largest; the kernel in `kernel` unless it is 0.
  Real eliminate(std::span<Real> kernel);
  Real pivot_step(std::size_t step);
  void back_substitute(std::span<Real> kernel) const;
  bool choose_rows(std::span<const Real> matrix, const RowSizes& sizes);
  /// A choice was made before: the new one continues its sign, as far as it still has a kernel.
  void renew_choice(std::span<const Real> matrix, std::span<Real> kernel, const RowSizes& sizes);
  [[nodiscard]] Real worst_unused(std::span<const Real> matrix, std::span<const Real> kernel) const;
  DirectionQuality<Real> by_singular_values(std::span<const Real> matrix,
                                            std::span<Real> kernel,
                                            bool has_kernel,
                                            const RowSizes& sizes) const;

  std::size_t all_rows_;
  std::size_t columns_;
  RowChoice<Real> choice_;
  int sign_of_choice_ = 1;
  std::vector<int> exponents_;      // of chosen rows, if chosen by sizes
  std::vector<Real> work_;          // (n − 1) × n
  std::vector<std::size_t> order_;  // of the columns
  int determinant_sign_ = 1;
};

}  // namespace leafwise::integrator::detail
