// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "linear/dense.hpp"
#include "linear/growing_factor.hpp"
#include "linear/row_choice.hpp"
#include "linear/sparse_gram.hpp"

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
  [[nodiscard]] std::span<const std::size_t> rows() const noexcept { return choice_.rows(); }
  [[nodiscard]] bool uses_all_rows() const noexcept { return choice_.is_all(); }

  /// Where df is written, all k rows of it, before `factorize`.
  [[nodiscard]] std::span<Real> jacobian() noexcept { return jacobian_; }
  /// Remembers where a df has entries, as `factorize` does.
  void see(std::span<const Real> jacobian) {
    if (sparse_) sparse_->see(jacobian);
  }
  /// False: the rank of df is less than c, or an entry is not finite.
  bool factorize();
  /// The same with the choice of rows that another object has made.
  void choose_like(const NormalSpace& other) {
    if (!uses_all_rows()) choice_ = other.choice_;
  }
  /// Of the angle of a row with those before it, the smallest: about the inverse condition of df.
  [[nodiscard]] Real sine() const noexcept { return sine_; }

  [[nodiscard]] const RowChoice<Real>& choice() const noexcept { return choice_; }
  [[nodiscard]] RowChoice<Real>& choice() noexcept { return choice_; }

  /// Row i of the chosen ones.
  [[nodiscard]] const Real* row(std::size_t i) const noexcept { return matrix() + i * columns_; }
  /// x ← B⁻¹ x
  void solve(std::span<Real> x) const {
    if (by_sparse_) {
      sparse_->solve(x);
    } else {
      solve_inverted(factor_.data(), codimension_, x.data());
    }
  }
  /// out_i = df_i w
  void apply(std::span<const Real> w, std::span<Real> out) const {
    if (by_sparse_) return sparse_->apply(matrix(), w, out);
    multiply(matrix(), codimension_, columns_, w.data(), out.data());
  }
  /// q −= dfᵀ x
  void subtract_transposed(std::span<const Real> x, std::span<Real> q) const {
    subtract_transposed(matrix(), x, q);
  }
  /// The same of other rows in place of the chosen ones, c of them: df at another point.
  void subtract_transposed(const Real* rows, std::span<const Real> x, std::span<Real> q) const {
    if (by_sparse_) return sparse_->subtract_transposed(rows, x, q);
    subtract_combination(rows, codimension_, columns_, x.data(), q.data());
  }

 private:
  /// The chosen rows, one after the other.
  [[nodiscard]] const Real* matrix() const noexcept {
    return uses_all_rows() ? jacobian_.data() : picked_.data();
  }
  bool choose_rows();
  /// The smallest share of a row that the rows before it do not have; 0: too small for B.
  Real factorize_chosen();
  bool factorize_orthogonally();

  std::size_t columns_;
  std::size_t codimension_;
  RowChoice<Real> choice_;
  Real sine_ = 0;
  std::vector<Real> jacobian_;                  // k × m
  std::vector<Real> picked_;                    // c × m, unless all rows are used
  std::vector<Real> factor_;                    // as `invert_factor` leaves it
  std::optional<GrowingFactor<Real>> growing_;  // of many rows
  std::optional<SparseGram<Real>> sparse_;      // the same, with many zeros
  bool by_sparse_ = false;
};

}  // namespace leafwise::integrator::detail
