// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "steppers/radau5/rate_elimination.hpp"
#include "steppers/radau5/shifted_matrix.hpp"
#include "steppers/radau5/stage_system.hpp"

namespace leafwise::integrator::detail {

/// A Hessenberg system for the simplified Newton iteration: y = (u, v, λ), B = diag(I, I, 0).
///
/// If u' = v, u is eliminated analytically (RateElimination); otherwise the whole matrix is
/// factorised.
template <typename Real>
class HessenbergStages final : public StageSystem<Real> {
 public:
  explicit HessenbergStages(const HessenbergProblem<Real>& problem);

  [[nodiscard]] std::size_t size() const noexcept override { return n_ + m_ + l_; }
  [[nodiscard]] std::size_t differential() const noexcept override { return n_ + m_; }
  [[nodiscard]] int index_of(std::size_t component) const noexcept override {
    return component < n_ ? 1 : (component < n_ + m_ ? 2 : 3);
  }
  [[nodiscard]] bool evaluate(std::span<const Real> point, std::span<Real> out) override;
  [[nodiscard]] bool linearise(std::span<const Real> point) override;
  [[nodiscard]] bool factorize(const Shifts<Real>& shifts) override;
  void solve(std::span<Real> r) override;
  void solve_pair(std::span<Real> real, std::span<Real> imaginary) override;

  [[nodiscard]] std::size_t positions() const noexcept { return n_; }
  [[nodiscard]] std::size_t velocities() const noexcept { return m_; }
  [[nodiscard]] std::size_t multipliers() const noexcept { return l_; }
  /// The rows of J that `system` computes, with a column for t in front: (f, k, g) or (k, g).
  [[nodiscard]] std::span<const Real> derivative() const noexcept { return jacobian_; }
  [[nodiscard]] std::size_t width() const noexcept { return 1 + size(); }
  /// The row of `derivative` where k begins.
  [[nodiscard]] std::size_t first_acceleration() const noexcept { return is_short_ ? 0 : n_; }

 private:
  template <typename Scalar>
  [[nodiscard]] bool assemble(ShiftedMatrix<Scalar>& matrix, Scalar shift) const;
  /// Those of `derivative` without their entries for t.
  [[nodiscard]] DerivativeRows<Real> rows() const { return {jacobian_.data() + 1, width()}; }

  std::size_t n_;
  std::size_t m_;
  std::size_t l_;
  bool is_short_;  ///< u' = v
  std::unique_ptr<SmoothMap<Real>> system_;
  std::vector<Real> values_;
  std::vector<Real> jacobian_;
  RateElimination<Real> short_;  ///< where u' = v
  ShiftedMatrix<Real> real_;     ///< elsewhere
  ShiftedMatrix<std::complex<Real>> pair_;
};

}  // namespace leafwise::integrator::detail
