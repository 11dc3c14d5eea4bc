// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/index3_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator::detail {
namespace {

/// Of the size of a coordinate: changes below it are round-off, and may grow.
constexpr double small_change = 1000;

}  // namespace

template <typename Real>
Index3Curve<Real>::Index3Curve(const HessenbergProblem<Real>& problem, bool projects)
    : projects_(projects),
      rates_(problem.positions.size() + problem.velocities.size()),
      stages_(problem),
      hidden_(problem),
      middle_(rates_),
      multipliers_(problem.multipliers.size()),
      polynomial_(1 + problem.size(), highest_degree) {
  for (std::size_t inner = 0; inner <= 2; ++inner) levels_.emplace_back(inner);
  for (Place* place : {&from_, &to_, &inner_[0], &inner_[1]}) {
    place->point.resize(1 + problem.size());
    place->slope.resize(rates_);
  }
}

template <typename Real>
void Index3Curve<Real>::begin(std::span<const Real> from,
                              std::span<const Real> to,
                              const RadauStepper<Real>& stepper) {
  // λ is no part of what the slope belongs to.
  const bool follows =
      has_slope_of_end_ && std::ranges::equal(from.first(1 + rates_),
                                              std::span<const Real>(to_.point).first(1 + rates_));
  if (follows) {
    std::swap(from_, to_);
  } else {
    std::ranges::copy(from, from_.point.begin());
  }
  has_slope_of_start_ = follows;
  has_slope_of_end_ = false;
  std::ranges::copy(to, to_.point.begin());
  stepper_ = &stepper;
  is_prepared_ = false;
}

template <typename Real>
bool Index3Curve<Real>::take_slope(Place& place) {
  return hidden_.find_field(stages_, place.point, place.slope);
}

template <typename Real>
void Index3Curve<Real>::assemble(const HermiteWeights& weights) {
  const std::size_t inner = weights.inner_places();
  const Real step = to_.point[0] - from_.point[0];
  polynomial_.set_degree(weights.degree());
  std::ranges::copy(from_.point, polynomial_.coefficient(0).begin());
  for (std::size_t d = 1; d <= weights.degree(); ++d) {
    const std::span<Real> out = polynomial_.coefficient(d);
    std::ranges::fill(out, Real{0});
    const auto weight = [&](std::size_t datum) {
      return static_cast<Real>(weights.weight(d, datum));
    };
    for (std::size_t j = 0; j < rates_; ++j) {
      Real slope = weight(0) * from_.slope[j] + weight(inner + 1) * to_.slope[j];
      for (std::size_t k = 0; k < inner; ++k) slope += weight(k + 1) * inner_.at(k).slope[j];
      out[1 + j] = step * slope + weight(inner + 2) * (to_.point[1 + j] - from_.point[1 + j]);
    }
  }
  polynomial_.coefficient(1)[0] = step;
}

/// The polynomial of the next degree; how far it moves the middle, in units of the coordinates.
template <typename Real>
bool Index3Curve<Real>::correct(const HermiteWeights& weights, Real& change) {
  for (std::size_t k = 0; k < weights.inner_places(); ++k) {
    Place& place = inner_.at(k);
    polynomial_.value(static_cast<Real>(weights.inner_place(k)), place.point);
    // λ is looked for from that of the start.
    std::copy(from_.point.begin() + static_cast<std::ptrdiff_t>(1 + rates_),
              from_.point.end(),
              place.point.begin() + static_cast<std::ptrdiff_t>(1 + rates_));
    if (projects_ && (!stages_.linearise(place.point) || !hidden_.project(stages_, place.point))) {
      return false;
    }
    if (!take_slope(place)) return false;
  }
  const Real half = Real{1} / 2;
  for (std::size_t j = 0; j < rates_; ++j) middle_[j] = polynomial_.value(half, 1 + j);
  assemble(weights);
  change = 0;
  const Real step = std::abs(to_.point[0] - from_.point[0]);
  for (std::size_t j = 0; j < rates_; ++j) {
    const Real size = std::max({std::abs(from_.point[1 + j]),
                                std::abs(to_.point[1 + j]),
                                step * std::abs(from_.slope[j]),
                                step * std::abs(to_.slope[j])});
    const Real moved = std::abs(polynomial_.value(half, 1 + j) - middle_[j]);
    if (moved > size * change) change = moved / size;
  }
  return true;
}

template <typename Real>
bool Index3Curve<Real>::make() {
  if (!has_slope_of_start_ && !take_slope(from_)) return false;
  if (!take_slope(to_)) return false;
  has_slope_of_end_ = true;
  assemble(levels_[0]);
  Real first = 0;
  Real second = 0;
  if (!correct(levels_[1], first) || !correct(levels_[2], second)) return false;
  const Real round_off = static_cast<Real>(small_change) * std::numeric_limits<Real>::epsilon();
  if (!(second <= std::max(first, round_off))) return false;
  assemble_multipliers();
  return true;
}

template <typename Real>
void Index3Curve<Real>::assemble_multipliers() {
  for (std::size_t j = 1 + rates_; j < from_.point.size(); ++j) {
    fit_.fit(
        j, {from_.point[j], inner_[0].point[j], inner_[1].point[j], to_.point[j]}, polynomial_);
  }
}

template <typename Real>
bool Index3Curve<Real>::prepare() {
  if (is_prepared_) return true;
  is_prepared_ = true;
  if (!make()) fit_.take_collocation(*stepper_, from_.point, to_.point, polynomial_);
  return true;
}

template <typename Real>
bool Index3Curve<Real>::point(Real theta, std::span<Real> z) {
  (void)prepare();
  polynomial_.value(theta, z);
  if (!projects_ || !stages_.linearise(z) || !hidden_.project(stages_, z)) return true;
  multipliers_.assign(z.begin() + static_cast<std::ptrdiff_t>(1 + rates_), z.end());
  if (!hidden_.find_multipliers(stages_, z)) {
    std::ranges::copy(multipliers_, z.begin() + static_cast<std::ptrdiff_t>(1 + rates_));
  }
  return true;
}

template class Index3Curve<double>;
template class Index3Curve<long double>;

}  // namespace leafwise::integrator::detail
