// SPDX-License-Identifier: GPL-3.0-or-later
#include "expression/exact_angles.hpp"

#include <cstdint>

namespace leafwise::algebra::detail {

namespace {

Surd root_times(const Rational& factor, std::int64_t radicand) {
  return *Surd::sqrt(radicand) * Surd(factor);
}

/// sin(k·15°) for k = 0 … 6, the first quadrant.
Surd first_quadrant(std::int64_t k) {
  const Rational quarter(1, 4);
  const Rational half(1, 2);
  switch (k) {
    case 0: return {};
    case 1: return root_times(quarter, 6) - root_times(quarter, 2);
    case 2: return half;
    case 3: return root_times(half, 2);
    case 4: return root_times(half, 3);
    case 5: return root_times(quarter, 6) + root_times(quarter, 2);
    default: return Rational(1);
  }
}

}  // namespace

std::optional<Surd> exact_sine(const Rational& turns) {
  // sin has period 2π = 24 · 15°.
  const std::optional<std::int64_t> steps = (turns * Rational(12)).to_int64();
  if (!steps) return std::nullopt;
  const std::int64_t k = ((*steps % 24) + 24) % 24;
  const std::int64_t half_turn = k % 12;
  const Surd value = first_quadrant(half_turn <= 6 ? half_turn : 12 - half_turn);
  return k < 12 ? value : -value;
}

std::optional<Surd> exact_cosine(const Rational& turns) {
  return exact_sine(turns + Rational(1, 2));
}

}  // namespace leafwise::algebra::detail
