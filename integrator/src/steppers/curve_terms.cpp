// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/curve_terms.hpp"

#include <algorithm>
#include <cmath>

namespace leafwise::integrator::detail {
namespace {

/// Terms beyond the last that counts, in units of the limits.
constexpr double share_of_limit = 0.1;
/// Three terms in a row have to be small, and never the first ones.
constexpr std::size_t least_degree = 4;
constexpr std::size_t looked_at = 3;
/// A term of so many times the rounding that is seen is nothing but rounding.
constexpr double roundings = 16;
/// What gets smaller than this share of its first value has a zero.
constexpr double vanishing = 1e-4;

}  // namespace

/// By Newton's method for v/v', whose zeros are simple whatever those of v are.
template <typename Real>
std::optional<Real> zero_of_series(std::span<const Real> coefficients, Real direction) {
  constexpr int most_iterations = 60;
  std::optional<Real> best;
  Real least = static_cast<Real>(vanishing) * std::abs(coefficients[0]);
  Real place = 0;
  for (int i = 0; i < most_iterations; ++i) {
    Real value = 0;
    Real slope = 0;
    Real bend = 0;  // v''/2
    for (std::size_t d = coefficients.size(); d-- > 0;) {
      bend = bend * place + slope;
      slope = slope * place + value;
      value = value * place + coefficients[d];
    }
    if (best && !(std::abs(value) < least)) break;  // rounding
    if (place != 0 && std::abs(value) <= least) {
      best = place;
      least = std::abs(value);
    }
    place -= value * slope / (slope * slope - 2 * value * bend);
    if (!(place * direction > 0) || !std::isfinite(place)) break;
  }
  return best;
}

template <typename Real>
void sum_terms(const CurveSeries<Real>& series, std::size_t degree, Real way, std::span<Real> z) {
  std::ranges::fill(z, Real{0});
  for (std::size_t d = degree + 1; d-- > 0;) {
    const std::span<const Real> term = series.coefficient(d);
    for (std::size_t j = 0; j < z.size(); ++j) z[j] = z[j] * way + term[j];
  }
}

template <typename Real>
std::optional<std::size_t> enough_terms(const CurveSeries<Real>& series,
                                        const CurveSeries<Real>& rounded,
                                        Real way,
                                        const TermLimits<Real>& limits) {
  const auto share = static_cast<Real>(share_of_limit);
  const std::size_t dimension = limits.whole.size();
  std::vector<Real> noise(dimension, Real{0});  // the largest so far
  std::size_t small = 0;
  Real power = 1;
  for (std::size_t d = 0; d <= series.order(); ++d, power *= std::abs(way)) {
    const std::span<const Real> term = series.coefficient(d);
    const std::span<const Real> other = rounded.coefficient(d);
    bool is_small = true;
    for (std::size_t j = 0; j < dimension; ++j) {
      if (limits.is_left_out[j] != 0) continue;
      const Real size = power * std::abs(term[j]);
      noise[j] = std::max(noise[j], power * std::abs(term[j] - other[j]));
      const bool is_noise = size <= static_cast<Real>(roundings) * noise[j];
      is_small =
          is_small && (size <= share * limits.change[j] || (is_noise && size <= limits.noise[j]));
    }
    small = is_small ? small + 1 : 0;
    if (small >= looked_at && d >= least_degree) return d;
  }
  return std::nullopt;
}

template std::optional<double> zero_of_series(std::span<const double>, double);
template void sum_terms(const CurveSeries<double>&, std::size_t, double, std::span<double>);
template std::optional<std::size_t> enough_terms(const CurveSeries<double>&,
                                                 const CurveSeries<double>&,
                                                 double,
                                                 const TermLimits<double>&);
template std::optional<long double> zero_of_series(std::span<const long double>, long double);
template void sum_terms(const CurveSeries<long double>&,
                        std::size_t,
                        long double,
                        std::span<long double>);
template std::optional<std::size_t> enough_terms(const CurveSeries<long double>&,
                                                 const CurveSeries<long double>&,
                                                 long double,
                                                 const TermLimits<long double>&);

}  // namespace leafwise::integrator::detail
