// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "steppers/radau5/rate_elimination.hpp"

namespace leafwise::integrator::detail {

/// Iteration matrices (8.2) and (8.3), which have H at another place for each stage:
/// (A⁻¹/h ⊗ B) − diag(J₁, J₂, J₃) for (q, v, λ), eliminated to the accelerations,
///   δ_ik I − h a_ik k_v − h² (A²)_ik (M⁻¹(f_q − …) − M⁻¹H_i/ε²),  i, k = 1 … 3.
template <typename Real>
class CoupledStages {
 public:
  CoupledStages(std::size_t n, std::size_t l);

  /// Where M⁻¹∂(f − M q'')/∂q, without ∇U, goes: n × n.
  [[nodiscard]] std::vector<Real>& soft() noexcept { return soft_; }
  /// Where M⁻¹H_i/ε² goes: n × n, for stages 0, 1, 2.
  [[nodiscard]] Real* stiff(std::size_t stage) { return stiff_.data() + stage * n_ * n_; }
  /// @param rows of the plain form @return false: singular
  [[nodiscard]] bool factorize(Real h, DerivativeRows<Real> rows);
  /// In place. @param square ε²
  void solve(std::span<Real> r, DerivativeRows<Real> rows, Real square);

 private:
  std::size_t n_;
  std::size_t l_;
  Real h_ = 1;
  std::vector<Real> soft_;
  std::vector<Real> stiff_;
  std::vector<Real> rates_;  ///< A (r of q), 3 × n
  ShiftedMatrix<Real> matrix_;
};

}  // namespace leafwise::integrator::detail
