// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/rate_elimination.hpp"

#include <algorithm>

#include "linear/small_vectors.hpp"

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
template <typename Scalar>
bool RateElimination<Real>::assemble(DerivativeRows<Real> rows,
                                     ShiftedMatrix<Scalar>& matrix,
                                     Scalar shift) const {
  std::fill(matrix.entries.begin(), matrix.entries.end(), Scalar{});
  const std::size_t size = matrix.n;
  const Scalar inverse = reciprocal(shift);
  for (std::size_t i = 0; i < n_; ++i) {
    const Real* const from = rows[i];
    Scalar* const to = matrix.entries.data() + i * size;
    for (std::size_t j = 0; j < n_; ++j) {
      to[j] -= inverse * from[j] + from[n_ + j];
    }
    for (std::size_t j = 0; j < l_; ++j) to[n_ + j] -= from[2 * n_ + j];
    to[i] += shift;
  }
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const from = rows[n_ + i];
    Scalar* const to = matrix.entries.data() + (n_ + i) * size;
    for (std::size_t j = 0; j < n_; ++j) to[j] += from[j];
    for (std::size_t j = 0; j < l_; ++j) to[n_ + j] += shift * from[2 * n_ + j];
  }
  return matrix.factorize();
}

template <typename Real>
bool RateElimination<Real>::factorize(DerivativeRows<Real> rows, const Shifts<Real>& shifts) {
  shift_ = shifts.real;
  pair_shift_ = {shifts.pair_real, shifts.pair_imaginary};
  return assemble(rows, real_, shift_) && assemble(rows, pair_, pair_shift_);
}

template <typename Real>
void RateElimination<Real>::solve(DerivativeRows<Real> rows, std::span<Real> r) {
  const Real inverse = 1 / shift_;
  Real* const right = real_.right.data();
  for (std::size_t i = 0; i < n_; ++i) {
    right[i] = r[n_ + i] + inverse * dot(rows[i], r.data(), n_);
  }
  for (std::size_t i = 0; i < l_; ++i) {
    right[n_ + i] = -shift_ * r[2 * n_ + i] - dot(rows[n_ + i], r.data(), n_);
  }
  real_.solve();
  for (std::size_t i = 0; i < n_; ++i) r[i] = (r[i] + right[i]) * inverse;
  copy_few(right, r.data() + n_, n_ + l_);
}

template <typename Real>
void RateElimination<Real>::solve_pair(DerivativeRows<Real> rows,
                                       std::span<Real> real,
                                       std::span<Real> imaginary) {
  std::complex<Real>* const right = pair_.right.data();
  const std::complex<Real> inverse = reciprocal(pair_shift_);
  for (std::size_t i = 0; i < n_; ++i) {
    const std::complex<Real> sum = {dot(rows[i], real.data(), n_),
                                    dot(rows[i], imaginary.data(), n_)};
    right[i] = std::complex<Real>(real[n_ + i], imaginary[n_ + i]) + product(inverse, sum);
  }
  for (std::size_t i = 0; i < l_; ++i) {
    const Real* const from = rows[n_ + i];
    const std::complex<Real> sum = {dot(from, real.data(), n_), dot(from, imaginary.data(), n_)};
    const std::complex<Real> third = {real[2 * n_ + i], imaginary[2 * n_ + i]};
    right[n_ + i] = -product(pair_shift_, third) - sum;
  }
  pair_.solve();
  for (std::size_t i = 0; i < n_; ++i) {
    const std::complex<Real> sum = {real[i] + right[i].real(), imaginary[i] + right[i].imag()};
    const std::complex<Real> first = product(sum, inverse);
    real[i] = first.real();
    imaginary[i] = first.imag();
  }
  for (std::size_t i = 0; i < n_ + l_; ++i) {
    real[n_ + i] = right[i].real();
    imaginary[n_ + i] = right[i].imag();
  }
}

template class RateElimination<double>;
template class RateElimination<long double>;

}  // namespace leafwise::integrator::detail
