// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace leafwise::integrator {

/// [low, high] ⊂ [0, 1] with one sign change of a polynomial.
struct RootInterval {
  long double low = 0;
  long double high = 1;
  int sign_after = 0;  ///< of the polynomial at `high`
};

/// Finds all places in [0, 1] where a polynomial changes sign. In Bernstein form the coefficients
/// change sign at least as often as the polynomial (Descartes' rule), so intervals without a change
/// are settled, those with one hold one root, and others are divided (de Casteljau). Zeros without
/// a change of sign are not reported, nor are pairs of zeros nearer than `narrowest`.
class PolynomialRoots {
 public:
  static constexpr long double narrowest = 1e-12L;

  /// Makes room for polynomials up to a degree: `find` then allocates nothing.
  void reserve(std::size_t degree);

  /// Takes coefficients of θ⁰, θ¹, …, each good to `round_off` times their sum. Returns what this
  /// leaves uncertain in the values on [0, 1], as a share of the largest of them: where terms
  /// cancel it is large, and roots are lost in it.
  long double set(std::span<const long double> power, long double round_off);

  /// `at_zero`, `at_one`: the values at 0 and 1 that are to be believed. Neighbouring steps that
  /// use the same numbers neither miss a change nor see it twice. The result, in ascending order,
  /// is valid until the next call. @pre `set` was called just before
  std::span<const RootInterval> find(long double at_zero, long double at_one);

 private:
  struct Piece {
    long double low = 0;
    long double high = 1;
    std::vector<long double> coefficients;
  };

  [[nodiscard]] int sign_of(long double value) const;
  [[nodiscard]] int changes(const Piece& piece) const;
  [[nodiscard]] bool divide(std::size_t depth);
  void keep(const Piece& piece);

  std::vector<Piece> stack_;
  std::vector<long double> undivided_;
  std::vector<RootInterval> found_;
  long double noise_ = 0;  ///< Bernstein coefficients below it have no sign
};

}  // namespace leafwise::integrator
