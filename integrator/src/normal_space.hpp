// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dense.hpp"

namespace leafwise::integrator::detail {

/// The rows of a Jacobian df (k × m), of rank c ≤ k on M, factorised for the two things Newton's
/// method asks of them: B⁻¹ with B = df dfᵀ, and products with df and dfᵀ.
///
/// With k > c, c rows are chosen by pivoting. Near M their common zeros are M itself (both have the
/// same dimension), so nothing is lost but redundancy. The choice is kept as long as it is good.
template <typename Real>
class NormalSpace {
 public:
  NormalSpace(std::size_t rows, std::size_t columns, std::size_t codimension);

  [[nodiscard]] std::size_t codimension() const noexcept { return codimension_; }
  /// Which of the k rows are used.
  [[nodiscard]] std::span<const std::size_t> rows() const noexcept { return chosen_; }
  [[nodiscard]] bool uses_all_rows() const noexcept { return codimension_ == all_rows_; }

  /// Where df is written, all k rows of it, before `factorize`.
  [[nodiscard]] std::span<Real> jacobian() noexcept { return jacobian_; }
  /// False: the rank of df is less than c, or an entry is not finite.
  bool factorize();
  /// The same with the choice of rows that another object has made.
  void choose_like(const NormalSpace& other) { chosen_ = other.chosen_; }

  /// Picks the entries of the chosen rows out of a vector with k entries.
  void pick(std::span<const Real> all, std::span<Real> chosen) const {
    for (std::size_t i = 0; i < codimension_; ++i) chosen[i] = all[chosen_[i]];
  }
  /// Row i of the chosen ones.
  [[nodiscard]] const Real* row(std::size_t i) const noexcept { return matrix() + i * columns_; }
  /// x ← B⁻¹ x
  void solve(std::span<Real> x) const { solve_symmetric(factor_.data(), codimension_, x.data()); }
  /// out_i = df_i w
  void apply(std::span<const Real> w, std::span<Real> out) const {
    multiply(matrix(), codimension_, columns_, w.data(), out.data());
  }
  /// q −= dfᵀ x
  void subtract_transposed(std::span<const Real> x, std::span<Real> q) const {
    subtract_combination(matrix(), codimension_, columns_, x.data(), q.data());
  }

 private:
  /// The chosen rows, one after the other.
  [[nodiscard]] const Real* matrix() const noexcept {
    return uses_all_rows() ? jacobian_.data() : picked_.data();
  }
  bool choose_rows();
  bool factorize_orthogonally();

  std::size_t all_rows_;
  std::size_t columns_;
  std::size_t codimension_;
  std::vector<std::size_t> chosen_;
  bool has_choice_;
  std::vector<Real> jacobian_;  // k × m
  std::vector<Real> picked_;    // c × m, unless all rows are used
  std::vector<Real> factor_;    // as `factorize_symmetric` leaves it
};

}  // namespace leafwise::integrator::detail
