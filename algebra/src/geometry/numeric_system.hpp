// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/dense_matrix.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Polynomials in doubles, each divided by its largest coefficient: for finding zeros, not for
/// proving them.
class NumericSystem {
 public:
  NumericSystem(const std::vector<Polynomial>& polynomials, const std::vector<Variable>& variables);

  [[nodiscard]] std::size_t equations() const noexcept { return polynomials_.size(); }
  [[nodiscard]] std::size_t unknowns() const noexcept { return unknowns_; }

  [[nodiscard]] std::vector<double> values(const std::vector<double>& point) const;
  /// The derivatives by these unknowns.
  [[nodiscard]] DenseMatrix jacobian(const std::vector<double>& point,
                                     const std::vector<std::size_t>& unknowns) const;
  /// The largest |f(p)| relative to the sum of the absolute values of the terms of f at p: what
  /// rounding alone makes of a zero is some 1e-16.
  [[nodiscard]] double relative_residual(const std::vector<double>& point) const;

 private:
  struct Factor {
    std::size_t unknown = 0;
    unsigned exponent = 0;
  };
  struct Term {
    double coefficient = 0;
    std::vector<Factor> factors;
  };

  [[nodiscard]] static double value_of(const Term& term, const std::vector<double>& point);

  std::vector<std::vector<Term>> polynomials_;
  std::size_t unknowns_;
};

/// A point close to a zero, by the method of Levenberg and Marquardt; only the moving unknowns are
/// changed. Where the system is singular it converges linearly, to half of the digits. Empty where
/// it does not, and where the limits are over.
[[nodiscard]] std::optional<std::vector<double>> approach_zero(
    const NumericSystem& system,
    std::vector<double> start,
    const std::vector<std::size_t>& moving,
    const Limits& limits);

}  // namespace leafwise::algebra::detail
