// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "linear/row_choice.hpp"
#include "linear/sparse_saddle.hpp"

namespace leafwise::integrator::detail {

/// Squared sines below this leave less than half of double's digits: then elimination with
/// pivoting, which does not square the condition.
inline constexpr double least_schur_share = 1e-8;

/// Solves M a + Gᵀ λ = F, G a = γ, for n × n symmetric M and k × n matrices G of rank c ≤ k.
///
/// M positive definite: M = L D Lᵀ and the Schur complement G M⁻¹ Gᵀ of c chosen rows; of many
/// coordinates, with many zeros, the whole matrix without pivoting. Otherwise, and where shares are
/// small, the whole matrix by elimination. λ of rows that are not chosen is 0. Units of coordinates
/// and of rows decide nothing but roundings; with massless coordinates, those decide which rows are
/// chosen.
template <typename Real>
class SaddlePoint {
 public:
  SaddlePoint(std::size_t size, std::size_t rows, std::size_t rank);

  /// Remembers where they have entries, as `factorize` does.
  void see(std::span<const Real> mass, std::span<const Real> constraints) {
    if (sparse_) sparse_->see(mass, constraints);
  }

  /// An estimate of the reciprocal condition; 0: singular, or not finite.
  Real factorize(std::span<const Real> mass, std::span<const Real> constraints);

  /// @pre factorize gave more than 0
  void solve(std::span<const Real> force,
             std::span<const Real> gamma,
             std::span<Real> acceleration,
             std::span<Real> multipliers);

  [[nodiscard]] RowChoice<Real>& choice() noexcept { return choice_; }

 private:
  Real factorize_chosen(std::span<const Real> mass, std::span<const Real> constraints);
  Real factorize_sparsely(std::span<const Real> mass);
  Real factorize_by_schur(std::span<const Real> mass);
  Real factorize_mass(std::span<const Real> mass);
  Real remembered_mass(std::span<const Real> mass);
  void note_changes(bool all);
  void divide_by_mass(Real* force) const;
  bool choose_rows(std::span<const Real> mass, std::span<const Real> constraints);
  Real factorize_whole(std::span<const Real> mass);
  [[nodiscard]] Real largest_beside(const std::vector<char>& is_known, std::size_t row) const;
  void equilibrate_whole();
  void solve_by_schur(std::span<const Real> force, std::span<Real> acceleration);

  std::size_t n_;
  std::size_t k_;
  std::size_t c_;
  RowChoice<Real> choice_;
  bool by_schur_ = true;
  bool by_sparse_ = false;
  std::optional<SparseSaddle<Real>> sparse_;  // of many coordinates
  bool mass_is_diagonal_ = false;
  std::vector<Real> rows_;    // c × n: the chosen rows of G
  std::vector<Real> mass_;    // n × n, factorised; or inverses of the diagonal
  std::vector<Real> solved_;  // c × n: rows M⁻¹ gᵢ
  std::vector<Real> schur_;   // c × c, factorised
  // Of many coordinates: what was factorised last, for rows and masses that have not changed.
  bool remembers_;
  Real mass_share_ = 0;           // 0: nothing is remembered
  std::vector<Real> last_mass_;   // n × n
  std::vector<Real> last_rows_;   // c × n
  std::vector<char> is_changed_;  // c
  std::vector<Real> products_;    // c × c: the Schur complement itself
  std::vector<Real> whole_;       // (n + c)²
  std::vector<int> scales_;  // n + c: powers of two that rows and columns of it are multiplied by
  std::vector<char> has_unit_, had_unit_;  // while these are looked for
  std::vector<std::size_t> order_;
  std::vector<Real> right_;  // n + c
};

}  // namespace leafwise::integrator::detail
