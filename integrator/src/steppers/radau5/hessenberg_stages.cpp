// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/hessenberg_stages.hpp"

#include <algorithm>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {
template <typename Real>
HessenbergStages<Real>::HessenbergStages(const HessenbergProblem<Real>& problem)
    : n_(problem.positions.size()),
      m_(problem.velocities.size()),
      l_(problem.multipliers.size()),
      is_short_(problem.velocities_are_rates()),
      system_(problem.system->clone()),
      values_(system_->outputs()),
      jacobian_(system_->outputs() * (1 + n_ + m_ + l_)),
      short_(is_short_ ? m_ : 0, is_short_ ? l_ : 0),
      real_(is_short_ ? 0 : n_ + m_ + l_),
      pair_(real_.n) {}

template <typename Real>
bool HessenbergStages<Real>::evaluate(std::span<const Real> point, std::span<Real> out) {
  if (is_short_) {
    copy_few(point.data() + 1 + n_, out.data(), n_);
    system_->value(point, out.subspan(n_));
  } else {
    system_->value(point, out);
  }
  return all_finite(std::span<const Real>(out));
}

template <typename Real>
bool HessenbergStages<Real>::linearise(std::span<const Real> point) {
  system_->jacobian(point, values_, jacobian_);
  return all_finite(std::span<const Real>(jacobian_));
}

template <typename Real>
template <typename Scalar>
bool HessenbergStages<Real>::assemble(ShiftedMatrix<Scalar>& matrix, Scalar shift) const {
  std::fill(matrix.entries.begin(), matrix.entries.end(), Scalar{});
  const std::size_t size = matrix.n;
  for (std::size_t i = 0; i < size; ++i) {
    const Real* const from = rows()[i];
    Scalar* const to = matrix.entries.data() + i * size;
    for (std::size_t j = 0; j < size; ++j) to[j] -= from[j];
    if (i < n_ + m_) to[i] += shift;
  }
  return matrix.factorize();
}

template <typename Real>
bool HessenbergStages<Real>::factorize(const Shifts<Real>& shifts) {
  if (is_short_) return short_.factorize(rows(), shifts);
  return assemble(real_, shifts.real) &&
         assemble(pair_, std::complex<Real>(shifts.pair_real, shifts.pair_imaginary));
}

template <typename Real>
void HessenbergStages<Real>::solve(std::span<Real> r) {
  if (is_short_) {
    short_.solve(rows(), r);
    return;
  }
  std::copy(r.begin(), r.end(), real_.right.begin());
  real_.solve();
  std::copy(real_.right.begin(), real_.right.end(), r.begin());
}

template <typename Real>
void HessenbergStages<Real>::solve_pair(std::span<Real> real, std::span<Real> imaginary) {
  if (is_short_) {
    short_.solve_pair(rows(), real, imaginary);
    return;
  }
  std::complex<Real>* const right = pair_.right.data();
  for (std::size_t i = 0; i < real.size(); ++i) right[i] = {real[i], imaginary[i]};
  pair_.solve();
  for (std::size_t i = 0; i < real.size(); ++i) {
    real[i] = right[i].real();
    imaginary[i] = right[i].imag();
  }
}

template class HessenbergStages<double>;
template class HessenbergStages<long double>;

}  // namespace leafwise::integrator::detail
