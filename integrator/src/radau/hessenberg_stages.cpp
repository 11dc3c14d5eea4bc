// SPDX-License-Identifier: GPL-3.0-or-later
#include "radau/hessenberg_stages.hpp"

#include <algorithm>

#include "small_vectors.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
Real reciprocal(Real a) {
  return 1 / a;
}
template <typename Real>
std::complex<Real> reciprocal(std::complex<Real> a) {
  return std::conj(a) * (1 / std::norm(a));
}

}  // namespace

template <typename Real>
HessenbergStages<Real>::HessenbergStages(const HessenbergProblem<Real>& problem)
    : n_(problem.positions.size()),
      m_(problem.velocities.size()),
      l_(problem.multipliers.size()),
      is_short_(problem.velocities_are_rates()),
      system_(problem.system->clone()),
      values_(system_->outputs()),
      jacobian_(system_->outputs() * (1 + n_ + m_ + l_)),
      real_(is_short_ ? m_ + l_ : n_ + m_ + l_),
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
  if (!is_short_) {
    for (std::size_t i = 0; i < size; ++i) {
      const Real* const from = row(i);
      Scalar* const to = matrix.entries.data() + i * size;
      for (std::size_t j = 0; j < size; ++j) to[j] -= from[j];
      if (i < n_ + m_) to[i] += shift;
    }
    return matrix.factorize();
  }
  const Scalar inverse = reciprocal(shift);
  for (std::size_t i = 0; i < m_; ++i) {
    const Real* const from = row(i);
    Scalar* const to = matrix.entries.data() + i * size;
    for (std::size_t j = 0; j < m_; ++j) {
      to[j] -= inverse * from[j] + from[n_ + j];
    }
    for (std::size_t j = 0; j < l_; ++j) to[m_ + j] -= from[n_ + m_ + j];
    to[i] += shift;
  }
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const from = row(m_ + i);
    Scalar* const to = matrix.entries.data() + (m_ + i) * size;
    for (std::size_t j = 0; j < m_; ++j) to[j] += from[j];
  }
  return matrix.factorize();
}

template <typename Real>
bool HessenbergStages<Real>::factorize(const Shifts<Real>& shifts) {
  shift_ = shifts.real;
  pair_shift_ = {shifts.pair_real, shifts.pair_imaginary};
  return assemble(real_, shift_) && assemble(pair_, pair_shift_);
}

template <typename Real>
void HessenbergStages<Real>::solve(std::span<Real> r) {
  if (!is_short_) {
    std::copy(r.begin(), r.end(), real_.right.begin());
    real_.solve();
    std::copy(real_.right.begin(), real_.right.end(), r.begin());
    return;
  }
  const Real inverse = 1 / shift_;
  Real* const right = real_.right.data();
  for (std::size_t i = 0; i < m_; ++i) {
    right[i] = r[n_ + i] + inverse * dot(row(i), r.data(), n_);
  }
  for (std::size_t i = 0; i < l_; ++i) {
    right[m_ + i] = -shift_ * r[n_ + m_ + i] - dot(row(m_ + i), r.data(), n_);
  }
  real_.solve();
  for (std::size_t i = 0; i < n_; ++i) r[i] = (r[i] + right[i]) * inverse;
  copy_few(right, r.data() + n_, m_ + l_);
}

template <typename Real>
void HessenbergStages<Real>::solve_pair(std::span<Real> real, std::span<Real> imaginary) {
  std::complex<Real>* const right = pair_.right.data();
  if (!is_short_) {
    for (std::size_t i = 0; i < real.size(); ++i) right[i] = {real[i], imaginary[i]};
    pair_.solve();
    for (std::size_t i = 0; i < real.size(); ++i) {
      real[i] = right[i].real();
      imaginary[i] = right[i].imag();
    }
    return;
  }
  const std::complex<Real> inverse = reciprocal(pair_shift_);
  for (std::size_t i = 0; i < m_; ++i) {
    const std::complex<Real> sum = {dot(row(i), real.data(), n_),
                                    dot(row(i), imaginary.data(), n_)};
    right[i] = std::complex<Real>(real[n_ + i], imaginary[n_ + i]) + product(inverse, sum);
  }
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const from = row(m_ + i);
    const std::complex<Real> sum = {dot(from, real.data(), n_), dot(from, imaginary.data(), n_)};
    const std::complex<Real> third = {real[n_ + m_ + i], imaginary[n_ + m_ + i]};
    right[m_ + i] = -product(pair_shift_, third) - sum;
  }
  pair_.solve();
  for (std::size_t i = 0; i < n_; ++i) {
    const std::complex<Real> sum = {real[i] + right[i].real(), imaginary[i] + right[i].imag()};
    const std::complex<Real> first = product(sum, inverse);
    real[i] = first.real();
    imaginary[i] = first.imag();
  }
  for (std::size_t i = 0; i < m_ + l_; ++i) {
    real[n_ + i] = right[i].real();
    imaginary[n_ + i] = right[i].imag();
  }
}

template class HessenbergStages<double>;
template class HessenbergStages<long double>;

}  // namespace leafwise::integrator::detail
