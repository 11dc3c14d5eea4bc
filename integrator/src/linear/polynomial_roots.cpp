// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/polynomial_roots.hpp"

#include <algorithm>
#include <cmath>

#include "leafwise/core/check.hpp"

namespace leafwise::integrator {

void PolynomialRoots::reserve(std::size_t degree) {
  // The larger part of a division is at most 0.5577 wide: 0.5577^48 < narrowest.
  constexpr std::size_t most_divisions = 48;
  if (stack_.size() < most_divisions + 1) stack_.resize(most_divisions + 1);
  for (Piece& piece : stack_) piece.coefficients.reserve(degree + 1);
  undivided_.reserve(degree + 1);
  found_.reserve(degree + 1);
}

int PolynomialRoots::sign_of(long double value) const {
  if (std::abs(value) <= noise_) return 0;
  return value < 0 ? -1 : 1;
}

long double PolynomialRoots::set(std::span<const long double> power, long double round_off) {
  LEAFWISE_DEMAND(!power.empty());
  if (stack_.empty()) stack_.emplace_back();
  Piece& piece = stack_[0];
  const std::size_t degree = power.size() - 1;
  piece.low = 0;
  piece.high = 1;
  piece.coefficients.assign(power.size(), 0.0L);
  long double size = 0;
  for (const long double coefficient : power) size += std::abs(coefficient);
  noise_ = round_off * size;
  // b_i = Σ_{k ≤ i} C(i, k)/C(n, k) a_k: all weights are at most 1.
  for (std::size_t i = 0; i <= degree; ++i) {
    long double weight = 1;
    for (std::size_t k = 0; k <= i; ++k) {
      piece.coefficients[i] += weight * power[k];
      if (k < i) weight *= static_cast<long double>(i - k) / static_cast<long double>(degree - k);
    }
  }
  long double largest = 0;
  for (const long double b : piece.coefficients) largest = std::max(largest, std::abs(b));
  return largest > 0 ? noise_ / largest : 0;
}

int PolynomialRoots::changes(const Piece& piece) const {
  const std::vector<long double>& b = piece.coefficients;
  int count = 0;
  int last = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    // The values at 0 and 1 are input, not computed: their sign counts however small they are.
    const bool is_given = (i == 0 && piece.low == 0) || (i + 1 == b.size() && piece.high == 1);
    const int sign = is_given ? (b[i] > 0) - (b[i] < 0) : sign_of(b[i]);
    if (sign == 0) continue;
    if (last != 0 && sign != last) ++count;
    last = sign;
  }
  return count;
}

/// Splits stack_[depth] into its right part, which stays there, and its left one, put on top.
/// False: wherever it is split, the value is below the noise; shorter intervals make no difference.
bool PolynomialRoots::divide(std::size_t depth) {
  if (stack_.size() == depth + 1) stack_.emplace_back();
  Piece& right = stack_[depth];
  Piece& left = stack_[depth + 1];
  const std::size_t n = right.coefficients.size();
  undivided_ = right.coefficients;
  left.coefficients.resize(n);
  // A root at the split would be seen by neither side: then another place is taken.
  for (const long double t : {0.5L, 0.4871L, 0.5317L, 0.4423L}) {
    right.coefficients = undivided_;
    std::vector<long double>& b = right.coefficients;
    for (std::size_t level = 0; level < n; ++level) {
      left.coefficients[level] = b[0];
      for (std::size_t i = 0; i + level + 1 < n; ++i) b[i] = (1.0L - t) * b[i] + t * b[i + 1];
    }
    if (sign_of(left.coefficients.back()) == 0) continue;
    left.low = right.low;
    left.high = right.low + t * (right.high - right.low);
    right.low = left.high;
    return true;
  }
  right.coefficients = undivided_;
  return false;
}

void PolynomialRoots::keep(const Piece& piece) {
  int sign = 0;
  for (const long double b : piece.coefficients) {
    if (b != 0) sign = b < 0 ? -1 : 1;
  }
  found_.push_back({piece.low, piece.high, sign});
}

std::span<const RootInterval> PolynomialRoots::find(long double at_zero, long double at_one) {
  LEAFWISE_DEMAND(!stack_.empty() && !stack_[0].coefficients.empty());
  found_.clear();
  stack_[0].coefficients.front() = at_zero;
  stack_[0].coefficients.back() = at_one;
  std::size_t depth = 1;
  while (depth > 0) {
    const int count = changes(stack_[depth - 1]);
    const bool is_wide = stack_[depth - 1].high - stack_[depth - 1].low >= narrowest;
    if (count > 1 && is_wide && divide(depth - 1)) {
      ++depth;
      continue;
    }
    if (count % 2 == 1) keep(stack_[depth - 1]);
    --depth;
  }
  return found_;
}

}  // namespace leafwise::integrator
