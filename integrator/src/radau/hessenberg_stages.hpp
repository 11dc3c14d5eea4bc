// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "radau/shifted_matrix.hpp"
#include "radau/stage_system.hpp"

namespace leafwise::integrator::detail {

/// A Hessenberg system for the simplified Newton iteration: y = (u, v, λ), B = diag(I, I, 0).
///
/// Where u' = v, the first rows say Δu = (r₁ + Δv)/s, s being a shift, and what is left is
///   (s − k_v − k_u/s) Δv − k_λ Δλ = r₂ + k_u r₁/s,   g_u Δv = −s r₃ − g_u r₁.
/// Elsewhere the whole matrix is factorised.
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
  /// Row i of `derivative` without its entry for t.
  [[nodiscard]] const Real* row(std::size_t i) const { return jacobian_.data() + i * width() + 1; }

  std::size_t n_;
  std::size_t m_;
  std::size_t l_;
  bool is_short_;  ///< u' = v
  std::unique_ptr<SmoothMap<Real>> system_;
  std::vector<Real> values_;
  std::vector<Real> jacobian_;
  ShiftedMatrix<Real> real_;
  ShiftedMatrix<std::complex<Real>> pair_;
  Real shift_ = 1;
  std::complex<Real> pair_shift_{1, 0};
};

}  // namespace leafwise::integrator::detail
