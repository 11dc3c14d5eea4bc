// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

/// Dense kernels for matrices of a handful of rows, stored row by row. The matrices of a step are
/// 2 × 2 … 30 × 30: there the dispatch of a general library costs more than the arithmetic.
namespace leafwise::integrator::detail {

template <typename Real>
[[nodiscard]] inline Real dot(const Real* a, const Real* b, std::size_t n) {
  // Two sums: an addition waits for the one before it, and this halves the waiting.
  Real even = 0;
  Real odd = 0;
  std::size_t i = 0;
  for (; i + 1 < n; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  if (i < n) even += a[i] * b[i];
  return even + odd;
}

template <typename Real>
[[nodiscard]] inline Real dot(std::span<const Real> a, std::span<const Real> b) {
  return dot(a.data(), b.data(), a.size());
}

/// y += factor · x
template <typename Real>
inline void add_multiple(Real factor, const Real* x, Real* y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

template <typename Real>
[[nodiscard]] inline bool all_finite(std::span<const Real> x) {
  // A single not-a-number or infinity survives the sum of x − x.
  Real sum = 0;
  for (const Real entry : x) sum += entry - entry;
  return sum == 0;
}

/// The lower triangle of the k × k matrix A Aᵀ, where A is k × m.
template <typename Real>
inline void gram(const Real* a, std::size_t k, std::size_t m, Real* out) {
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j <= i; ++j) out[i * k + j] = dot(a + i * m, a + j * m, m);
  }
}

/// Replaces the lower triangle of a by L with A = L Lᵀ, but with the inverses of the diagonal.
/// Returns the smallest L_ii² / A_ii: for a Gram matrix, the squared sine of the angle between a
/// row and the rows before it. Not positive (or not a number): no factorisation.
template <typename Real>
inline Real cholesky(Real* a, std::size_t k) {
  Real smallest = 1;
  for (std::size_t i = 0; i < k; ++i) {
    Real* row = a + i * k;
    const Real diagonal = row[i];
    for (std::size_t j = 0; j < i; ++j) {
      const Real* other = a + j * k;
      row[j] = (row[j] - dot(row, other, j)) * other[j];
    }
    const Real pivot = diagonal - dot(row, row, i);
    const Real share = pivot / diagonal;
    if (!(share > 0)) return share > 0 ? share : Real(0);
    smallest = std::min(smallest, share);
    row[i] = 1 / std::sqrt(pivot);
  }
  return smallest;
}

/// Solves L Lᵀ x = b in place, with what `cholesky` left.
template <typename Real>
inline void cholesky_solve(const Real* l, std::size_t k, Real* b) {
  for (std::size_t i = 0; i < k; ++i) b[i] = (b[i] - dot(l + i * k, b, i)) * l[i * k + i];
  for (std::size_t i = k; i-- > 0;) {
    b[i] *= l[i * k + i];
    // By rows of L, which are contiguous: what x_i takes away from the equations above.
    for (std::size_t j = 0; j < i; ++j) b[j] -= l[i * k + j] * b[i];
  }
}

}  // namespace leafwise::integrator::detail
