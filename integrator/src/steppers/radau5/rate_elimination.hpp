// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <span>

#include "steppers/radau5/shifted_matrix.hpp"
#include "steppers/radau5/stage_system.hpp"

namespace leafwise::integrator::detail {

/// The derivative of (k, g) by (u, v, λ), row by row: n rows of k, then l of g.
template <typename Real>
struct DerivativeRows {
  const Real* first;
  std::size_t stride;
  [[nodiscard]] const Real* operator[](std::size_t i) const { return first + i * stride; }
};

/// Linear systems with (s B − J), s a shift, of u' = v, v' = k(u, v, λ), 0 = g(u, λ), n + n + l
/// unknowns. The first rows say Δu = (r₁ + Δv)/s; what is left is
///   (s − k_v − k_u/s) Δv − k_λ Δλ = r₂ + k_u r₁/s,   g_u Δv + s g_λ Δλ = −s r₃ − g_u r₁.
/// Terms of g that depend on v are left as they are.
template <typename Real>
class RateElimination {
 public:
  RateElimination(std::size_t n, std::size_t l) : n_(n), l_(l), real_(n + l), pair_(n + l) {}

  /// Both blocks. false: singular, or not finite.
  [[nodiscard]] bool factorize(DerivativeRows<Real> rows, const Shifts<Real>& shifts);
  /// In place. @pre rows as factorised
  void solve(DerivativeRows<Real> rows, std::span<Real> r);
  void solve_pair(DerivativeRows<Real> rows, std::span<Real> real, std::span<Real> imaginary);

 private:
  template <typename Scalar>
  [[nodiscard]] bool assemble(DerivativeRows<Real> rows,
                              ShiftedMatrix<Scalar>& matrix,
                              Scalar shift) const;

  std::size_t n_;
  std::size_t l_;
  ShiftedMatrix<Real> real_;
  ShiftedMatrix<std::complex<Real>> pair_;
  Real shift_ = 1;
  std::complex<Real> pair_shift_{1, 0};
};

}  // namespace leafwise::integrator::detail
