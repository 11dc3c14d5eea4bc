// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <utility>

/// Elimination for small complex matrices, stored row by row. Products are written out: those of
/// std::complex look for infinities that are none, which takes most of their time.
namespace leafwise::integrator::detail {

/// a − bc
template <typename Real>
[[nodiscard]] inline std::complex<Real> minus_product(std::complex<Real> a,
                                                      std::complex<Real> b,
                                                      std::complex<Real> c) {
  return {a.real() - (b.real() * c.real() - b.imag() * c.imag()),
          a.imag() - (b.real() * c.imag() + b.imag() * c.real())};
}

template <typename Real>
[[nodiscard]] inline std::complex<Real> product(std::complex<Real> b, std::complex<Real> c) {
  return {b.real() * c.real() - b.imag() * c.imag(), b.real() * c.imag() + b.imag() * c.real()};
}

/// |Re z| + |Im z|
template <typename Real>
[[nodiscard]] inline Real taxicab(std::complex<Real> z) {
  return std::abs(z.real()) + std::abs(z.imag());
}

/// As `factorize_general` of dense.hpp: L U in place, rows exchanged as `order` says, with the
/// inverses of U's diagonal. Returns the smallest pivot over the largest; 0: singular, or not
/// finite.
template <typename Real>
[[nodiscard]] inline Real factorize_complex(std::complex<Real>* a,
                                            std::size_t n,
                                            std::size_t* order) {
  Real smallest = std::numeric_limits<Real>::max();
  Real largest = 0;
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < n; ++i) {
      if (taxicab(a[i * n + p]) > taxicab(a[best * n + p])) best = i;
    }
    const Real size = taxicab(a[best * n + p]);
    if (!(size > 0 && size <= std::numeric_limits<Real>::max())) return 0;
    smallest = smallest < size ? smallest : size;
    largest = largest > size ? largest : size;
    order[p] = best;
    for (std::size_t j = 0; best != p && j < n; ++j) std::swap(a[p * n + j], a[best * n + j]);
    const std::complex<Real> inverse = std::conj(a[p * n + p]) * (1 / std::norm(a[p * n + p]));
    a[p * n + p] = inverse;
    for (std::size_t i = p + 1; i < n; ++i) {
      const std::complex<Real> factor = product(a[i * n + p], inverse);
      a[i * n + p] = factor;
      for (std::size_t j = p + 1; j < n; ++j) {
        a[i * n + j] = minus_product(a[i * n + j], factor, a[p * n + j]);
      }
    }
  }
  return n == 0 ? Real{1} : smallest / largest;
}

/// Solves A x = b in place, with what `factorize_complex` left.
template <typename Real>
inline void solve_complex(const std::complex<Real>* a,
                          std::size_t n,
                          const std::size_t* order,
                          std::complex<Real>* b) {
  for (std::size_t p = 0; p < n; ++p) std::swap(b[p], b[order[p]]);
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) b[i] = minus_product(b[i], a[i * n + j], b[j]);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] = minus_product(b[i], a[i * n + j], b[j]);
    b[i] = product(b[i], a[i * n + i]);
  }
}

}  // namespace leafwise::integrator::detail
