// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <span>

/// Loops over a handful of numbers, written so that few of them wait for each other.
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

/// Σ |a_j b_j|
template <typename Real>
[[nodiscard]] inline Real dot_of_sizes(const Real* a, const Real* b, std::size_t n) {
  Real even = 0;
  Real odd = 0;
  std::size_t i = 0;
  for (; i + 1 < n; i += 2) {
    even += std::abs(a[i] * b[i]);
    odd += std::abs(a[i + 1] * b[i + 1]);
  }
  if (i < n) even += std::abs(a[i] * b[i]);
  return even + odd;
}

/// As std::copy, for a handful of numbers that were written just before, one by one: loads of
/// several at once would have to wait until all of them have left the store buffer.
template <typename Real>
inline void copy_few(const Real* from, Real* to, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    to[i] = from[i];
    std::atomic_signal_fence(std::memory_order_seq_cst);  // no instruction, but no vectors either
  }
}

/// The same; whether all of them are finite.
template <typename Real>
[[nodiscard]] inline bool copy_finite(const Real* from, Real* to, std::size_t n) {
  Real nothing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Real entry = from[i];
    to[i] = entry;
    nothing += entry * 0;
  }
  return nothing == 0;
}

/// The smallest of quotients of positive numbers, compared by cross products: one division in all.
template <typename Real>
class SmallestShare {
 public:
  void add(Real part, Real whole) {
    if (!(part > 0) || !(whole > 0)) part_ = -1;
    if (part * whole_ < part_ * whole) {
      part_ = part;
      whole_ = whole;
    }
  }
  /// False as well if one of them was not positive, or not a number.
  [[nodiscard]] bool is_above(Real least) const { return part_ > least * whole_; }
  [[nodiscard]] Real value() const { return part_ / whole_; }

 private:
  Real part_ = 1;
  Real whole_ = 1;
};

/// y += factor · x
template <typename Real>
inline void add_multiple(Real factor, const Real* x, Real* y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

template <typename Real>
[[nodiscard]] inline bool all_finite(std::span<const Real> x) {
  // A single not-a-number or infinity makes the sum of 0·x not a number.
  Real sum = 0;
  for (const Real entry : x) sum += entry * 0;
  return sum == 0;
}

/// q += step; max |step_j| weight_j, or not a number if one of them is not finite.
template <typename Real>
[[nodiscard]] inline Real move_by(Real* q, const Real* step, const Real* weight, std::size_t m) {
  // Two maxima: each comparison waits for the one before it. The sums of 0·x are 0 for numbers.
  Real even = 0;
  Real odd = 0;
  Real nothing = 0;
  const auto move = [&](std::size_t j, Real& largest) {
    const Real size = std::abs(step[j]) * weight[j];
    q[j] += step[j];
    nothing += step[j] * 0;
    largest = largest > size ? largest : size;
  };
  std::size_t j = 0;
  for (; j + 1 < m; j += 2) {
    move(j, even);
    move(j + 1, odd);
  }
  if (j < m) move(j, even);
  return std::max(even, odd) + nothing;
}

}  // namespace leafwise::integrator::detail
