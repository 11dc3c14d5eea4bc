// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "steppers/curve_series.hpp"

namespace leafwise::integrator::detail {

/// The zero of Σ c_d τᵈ that is nearest to 0 on the side of `direction`, as far as the series knows
/// it; of any multiplicity.
template <typename Real>
[[nodiscard]] std::optional<Real> zero_of_series(std::span<const Real> coefficients,
                                                 Real direction);

/// z(τ) from the terms up to a degree.
template <typename Real>
void sum_terms(const CurveSeries<Real>& series, std::size_t degree, Real way, std::span<Real> z);

/// Sizes of a curve's coordinates around a point, for judging the terms of a series.
template <typename Real>
struct TermLimits {
  std::vector<Real> whole;        ///< what a coordinate may be off
  std::vector<Real> change;       ///< the same share of its change
  std::vector<Real> noise;        ///< what rounding alone may amount to
  std::vector<char> is_left_out;  ///< whether its terms do not count
};

/// The least degree after which the terms of z(τ) are nothing; none: they don't get small. Nothing
/// is what is far below the share of a coordinate's change, or nothing but rounding, as is what a
/// series from a point that is rounded in another way has as well, and not too much of it.
template <typename Real>
[[nodiscard]] std::optional<std::size_t> enough_terms(const CurveSeries<Real>& series,
                                                      const CurveSeries<Real>& rounded,
                                                      Real way,
                                                      const TermLimits<Real>& limits);

}  // namespace leafwise::integrator::detail
