// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "linear/small_vectors.hpp"

/// Dense kernels for matrices of a handful of rows, stored row by row. The matrices of a step are
/// 2 × 2 … 30 × 30: there the dispatch of a general library costs more than the arithmetic.
namespace leafwise::integrator::detail {

/// out = A w, where A is k × m.
template <typename Real>
inline void multiply(const Real* a, std::size_t k, std::size_t m, const Real* w, Real* out) {
  std::size_t i = 0;
  for (; i + 2 < k; i += 3) {
    const Real* row = a + i * m;
    Real sums[3] = {0, 0, 0};
    for (std::size_t j = 0; j < m; ++j) {
      sums[0] += row[j] * w[j];
      sums[1] += row[m + j] * w[j];
      sums[2] += row[2 * m + j] * w[j];
    }
    out[i] = sums[0];
    out[i + 1] = sums[1];
    out[i + 2] = sums[2];
  }
  for (; i < k; ++i) out[i] = dot(a + i * m, w, m);
}

/// q −= Aᵀ x, where A is k × m.
template <typename Real>
inline void subtract_combination(
    const Real* a, std::size_t k, std::size_t m, const Real* x, Real* q) {
  std::size_t i = 0;
  for (; i + 2 < k; i += 3) {
    const Real* row = a + i * m;
    const Real x0 = x[i];
    const Real x1 = x[i + 1];
    const Real x2 = x[i + 2];
    for (std::size_t j = 0; j < m; ++j) {
      q[j] -= row[j] * x0 + row[m + j] * x1 + row[2 * m + j] * x2;
    }
  }
  for (; i < k; ++i) add_multiple(-x[i], a + i * m, q, m);
}

/// The lower triangle of the k × k matrix A Aᵀ, where A is k × m. Entries above it are overwritten.
/// Four entries at a time: their sums do not wait for each other.
template <typename Real>
inline void gram(const Real* a, std::size_t k, std::size_t m, Real* out) {
  for (std::size_t i = 0; i + 1 < k; i += 2) {
    const Real* low = a + i * m;
    const Real* high = low + m;
    for (std::size_t j = 0; j <= i; j += 2) {
      const Real* left = a + j * m;
      const Real* right = left + m;
      Real sums[4] = {0, 0, 0, 0};
      for (std::size_t l = 0; l < m; ++l) {
        sums[0] += low[l] * left[l];
        sums[1] += low[l] * right[l];
        sums[2] += high[l] * left[l];
        sums[3] += high[l] * right[l];
      }
      out[i * k + j] = sums[0];
      out[i * k + j + 1] = sums[1];
      out[(i + 1) * k + j] = sums[2];
      out[(i + 1) * k + j + 1] = sums[3];
    }
  }
  if (k % 2 == 0) return;
  const std::size_t i = k - 1;
  for (std::size_t j = 0; j < k; ++j) out[i * k + j] = dot(a + i * m, a + j * m, m);
}

/// Replaces the lower triangle of A by that of L, unit diagonal not stored, and the diagonal by
/// D⁻¹, where A = L D Lᵀ is positive definite; what is above the diagonal is lost. Returns the
/// smallest D_ii / A_ii: for a Gram matrix, the squared sine of the angle between a row and the
/// rows before it. Once that is not above `least_share` it stops and returns 0.
template <typename Real>
inline Real factorize_symmetric(Real* a, std::size_t k, Real least_share) {
  // The first row above the diagonal remembers the diagonal.
  for (std::size_t i = 1; i < k; ++i) a[i] = a[i * k + i];
  // The share is compared by cross products: one division in all.
  Real worst_pivot = 1;
  Real worst_diagonal = 1;
  for (std::size_t p = 0; p < k; ++p) {
    Real* pivot_row = a + p * k;
    const Real pivot = pivot_row[p];
    const Real diagonal = p == 0 ? pivot : a[p];
    if (!(pivot > least_share * diagonal) || !(diagonal > 0)) return 0;
    if (pivot * worst_diagonal < worst_pivot * diagonal) {
      worst_pivot = pivot;
      worst_diagonal = diagonal;
    }
    const Real inverse = 1 / pivot;
    pivot_row[p] = inverse;
    for (std::size_t i = p + 1; i < k; ++i) {
      Real* row = a + i * k;
      const Real entry = row[p] * inverse;
      for (std::size_t j = p + 1; j <= i; ++j) row[j] -= entry * a[j * k + p];
    }
    for (std::size_t i = p + 1; i < k; ++i) a[i * k + p] *= inverse;
  }
  return worst_pivot / worst_diagonal;
}

/// Solves L D Lᵀ x = b in place, with what `factorize_symmetric` left.
template <typename Real>
inline void solve_symmetric(const Real* l, std::size_t k, Real* b) {
  // By columns of L and of Lᵀ: each entry is final when its turn comes, the others need not wait.
  for (std::size_t j = 0; j + 1 < k; ++j) {
    const Real known = b[j];
    for (std::size_t i = j + 1; i < k; ++i) b[i] -= l[i * k + j] * known;
  }
  for (std::size_t i = 0; i < k; ++i) b[i] *= l[i * k + i];
  for (std::size_t i = k; i-- > 1;) {
    const Real* row = l + i * k;
    const Real known = b[i];
    for (std::size_t j = 0; j < i; ++j) b[j] -= row[j] * known;
  }
}

/// Replaces what `factorize_symmetric` left by L⁻¹ and D⁻¹, for many solutions: products with L⁻¹
/// need not wait for each other, as the steps of a substitution do.
template <typename Real>
inline void invert_factor(Real* l, std::size_t k) {
  for (std::size_t i = 1; i < k; ++i) {
    Real* row = l + i * k;
    // Row i of L⁻¹ is −(L_i0 … L_i,i−1) times the rows above, which are inverted already.
    for (std::size_t j = 0; j < i; ++j) {
      Real sum = row[j];
      for (std::size_t p = j + 1; p < i; ++p) sum += row[p] * l[p * k + j];
      row[j] = -sum;
    }
  }
}

/// Solves L D Lᵀ x = b in place, with what `invert_factor` left.
template <typename Real>
inline void solve_inverted(const Real* l, std::size_t k, Real* b) {
  for (std::size_t i = k; i-- > 0;) b[i] = (b[i] + dot(l + i * k, b, i)) * l[i * k + i];
  for (std::size_t j = 0; j < k; ++j) {
    Real even = b[j];
    Real odd = 0;
    std::size_t i = j + 1;
    for (; i + 1 < k; i += 2) {
      even += l[i * k + j] * b[i];
      odd += l[(i + 1) * k + j] * b[i + 1];
    }
    if (i < k) even += l[i * k + j] * b[i];
    b[j] = even + odd;
  }
}

/// Replaces A by its factors L U, rows exchanged as `order` says, with the inverses of U's
/// diagonal. Returns the smallest pivot over the largest; 0: singular, or not finite.
template <typename Real>
inline Real factorize_general(Real* a, std::size_t n, std::size_t* order) {
  Real smallest = std::numeric_limits<Real>::max();
  Real largest = 0;
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < n; ++i) {
      if (std::abs(a[i * n + p]) > std::abs(a[best * n + p])) best = i;
    }
    const Real size = std::abs(a[best * n + p]);
    if (!(size > 0 && size <= std::numeric_limits<Real>::max())) return 0;
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
    order[p] = best;
    if (best != p) std::swap_ranges(a + p * n, a + (p + 1) * n, a + best * n);
    const Real inverse = 1 / a[p * n + p];
    a[p * n + p] = inverse;
    for (std::size_t i = p + 1; i < n; ++i) {
      a[i * n + p] *= inverse;
      if (a[i * n + p] == 0) continue;
      add_multiple(-a[i * n + p], a + p * n + p + 1, a + i * n + p + 1, n - p - 1);
    }
  }
  return n == 0 ? Real{1} : smallest / largest;
}

/// Solves A x = b in place, with what `factorize_general` left.
template <typename Real>
inline void solve_general(const Real* a, std::size_t n, const std::size_t* order, Real* b) {
  for (std::size_t p = 0; p < n; ++p) std::swap(b[p], b[order[p]]);
  for (std::size_t i = 1; i < n; ++i) b[i] -= dot(a + i * n, b, i);
  for (std::size_t i = n; i-- > 0;) {
    b[i] = (b[i] - dot(a + i * n + i + 1, b + i + 1, n - i - 1)) * a[i * n + i];
  }
}

}  // namespace leafwise::integrator::detail
