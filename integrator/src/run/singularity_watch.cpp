// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/singularity_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

constexpr std::size_t sample_count = 16;
constexpr int most_golden_steps = 60;
constexpr double golden = 0.6180339887498949;
/// A zero of σ predicted within so many steps is looked for.
constexpr double foresight = 2.0;
/// A stage that is nearer than both ends by this factor is looked at, and so is a step over which
/// σ changes by more than the other.
constexpr double nearer = 0.9;
constexpr double large_change = 4.0;
/// How far ahead a singular point explains that steps fail, relative to the size of the point, and
/// how much smaller σ must get there.
constexpr double longest_prediction = 0.05;
constexpr double small_share = 0.1;
/// Methods with fewer evaluations in a step say too little of what is between its ends.
constexpr int enough_evaluations = 4;

}  // namespace

template <typename Real>
SingularityWatch<Real>::SingularityWatch(std::size_t dimension, Real share, bool may_turn)
    : share_(share), may_turn_(may_turn), point_(dimension), direction_(dimension) {}

template <typename Real>
void SingularityWatch<Real>::start(const DirectionQuality<Real>& quality) {
  from_ = quality;
  largest_ = quality.second_smallest;
  rate_ = 0;
}

template <typename Real>
void SingularityWatch<Real>::restore(const State& state) {
  from_ = state.from;
  largest_ = state.largest;
  rate_ = state.rate;
}

template <typename Real>
void SingularityWatch<Real>::advance(const Step<Real>& step) {
  rate_ = (from_.second_smallest - step.to_quality.second_smallest) / std::abs(step.size);
  from_ = step.to_quality;
  largest_ = std::max(largest_, from_.second_smallest);
}

template <typename Real>
bool SingularityWatch<Real>::is_near() const {
  return from_.second_smallest <= std::sqrt(share_) * largest_;
}

template <typename Real>
bool SingularityWatch<Real>::turns_round(std::span<const Real> a, std::span<const Real> b) const {
  if (!may_turn_) return false;
  const Real product = detail::dot(a, b);
  return product < 0 && 4 * product * product > detail::dot(a, a) * detail::dot(b, b);
}

template <typename Real>
bool SingularityWatch<Real>::is_suspicious(const Step<Real>& step, Real least) const {
  const Real before = from_.second_smallest;
  const Real after = step.to_quality.second_smallest;
  const Real smaller = std::min(before, after);
  if (least < static_cast<Real>(nearer) * smaller) return true;
  if (static_cast<Real>(large_change) * smaller < std::max(before, after)) return true;
  if (after <= std::sqrt(share_) * largest_) return true;
  if (rate_ > 0 && before < static_cast<Real>(foresight) * rate_ * std::abs(step.size)) return true;
  return is_other_side(step.from_field, from_.side, step.to_field, step.to_quality.side);
}

template <typename Real>
Real SingularityWatch<Real>::measure(Geometry<Real>& geometry,
                                     DenseOutput<Real>& dense,
                                     Real theta) {
  // Not projected: Newton's method fails where df loses its rank, which is what is looked for.
  dense.polynomial().value(theta, point_);
  const FieldStatus status = geometry.field(point_, direction_);
  // Between two steps a stiff curve's polynomial may be where exponentials overflow: of ranks on
  // the curve that says nothing.
  if (status == FieldStatus::not_finite) return from_.second_smallest;
  return status == FieldStatus::good ? geometry.quality().second_smallest : Real{0};
}

template <typename Real>
Real SingularityWatch<Real>::minimise(Geometry<Real>& geometry,
                                      DenseOutput<Real>& dense,
                                      Real& theta) {
  std::array<Real, sample_count + 1> samples{};
  Real steepest = 0;  // largest change of σ from one sample to the next
  for (std::size_t i = 0; i <= sample_count; ++i) {
    samples[i] = measure(geometry, dense, static_cast<Real>(i) / sample_count);
    if (i > 0) steepest = std::max(steepest, std::abs(samples[i] - samples[i - 1]));
  }
  Real least = std::numeric_limits<Real>::max();
  theta = 0;
  for (std::size_t i = 0; i <= sample_count; ++i) {
    // All valleys: σ is found in two ways, and jumps where one goes over into the other.
    const bool is_valley = (i == 0 || samples[i] < samples[i - 1]) &&
                           (i == sample_count || samples[i] <= samples[i + 1]);
    if (!is_valley) continue;
    Real place = static_cast<Real>(i) / sample_count;
    Real value = samples[i];
    // A minimum that stays above 0 at twice the steepest slope is a shallow one.
    if (value <= 2 * steepest) refine(geometry, dense, place, value);
    if (!(value < least)) continue;
    least = value;
    theta = place;
  }
  if (least > 2 * steepest) return least;
  if (least <= share_ * largest_ || least > std::sqrt(share_) * largest_) return least;
  // Singular sets of higher codimension are met by the curve, but only nearly by the polynomial: at
  // its distance from M, σ is known only up to distance times slope.
  const Real slope = steepest * sample_count;
  return least <= 4 * slope * relative_distance(dense, theta) ? Real{0} : least;
}

/// From the polynomial to M at θ, in units of the way that the step goes; 1 where it is not known.
template <typename Real>
Real SingularityWatch<Real>::relative_distance(DenseOutput<Real>& dense, Real theta) {
  if (!dense.point(theta, point_)) return 1;
  dense.polynomial().value(theta, direction_);
  for (std::size_t i = 0; i < point_.size(); ++i) direction_[i] -= point_[i];
  const Real square = detail::dot<Real>(direction_, direction_);
  dense.polynomial().derivative(theta, direction_);
  return std::sqrt(square / detail::dot<Real>(direction_, direction_));
}

/// Golden section within one sample of θ.
template <typename Real>
void SingularityWatch<Real>::refine(Geometry<Real>& geometry,
                                    DenseOutput<Real>& dense,
                                    Real& theta,
                                    Real& least) {
  Real low = std::max(Real{0}, theta - Real{1} / sample_count);
  Real high = std::min(Real{1}, theta + Real{1} / sample_count);
  for (int i = 0; i < most_golden_steps && least > share_ * largest_; ++i) {
    const Real first = high - static_cast<Real>(golden) * (high - low);
    const Real second = low + static_cast<Real>(golden) * (high - low);
    const Real at_first = measure(geometry, dense, first);
    const Real at_second = measure(geometry, dense, second);
    (at_first < at_second ? high : low) = at_first < at_second ? second : first;
    const Real better = std::min(at_first, at_second);
    if (better < least) {
      least = better;
      theta = at_first < at_second ? first : second;
    }
  }
}

template <typename Real>
bool SingularityWatch<Real>::is_other_side(std::span<const Real> before,
                                           int side_before,
                                           std::span<const Real> after,
                                           int side_after) const {
  // With a sign of ξ the direction is known; without one it is compared, in the unit of arc length.
  if (side_before != 0 && side_after != 0) return side_before != side_after;
  return turns_round(before, after);
}

/// Of vectors at nearly the same point: at folds they are large, and have other signs.
template <typename Real>
bool SingularityWatch<Real>::is_same(std::span<const Real> a, std::span<const Real> b) const {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > Real{0.5} * std::max(std::abs(a[i]), std::abs(b[i]))) return false;
  }
  return true;
}

template <typename Real>
std::optional<Real> SingularityWatch<Real>::find_turn(Geometry<Real>& geometry,
                                                      DenseOutput<Real>& dense,
                                                      const Step<Real>& step) {
  constexpr int halvings = 40;
  Real low = 0;
  Real high = 1;
  std::vector<Real> at_low = step.from_field;
  std::vector<Real> at_high = step.to_field;
  int side_low = from_.side;
  int side_high = step.to_quality.side;
  for (int i = 0; i < halvings; ++i) {
    const Real middle = (low + high) / 2;
    dense.polynomial().value(middle, point_);
    const FieldStatus status = geometry.field(point_, direction_);
    if (status == FieldStatus::not_finite) return std::nullopt;
    if (status != FieldStatus::good) return middle;
    const int side = geometry.quality().side;
    if (is_other_side(at_low, side_low, direction_, side)) {
      high = middle;
      at_high = direction_;
      side_high = side;
    } else if (is_other_side(direction_, side, at_high, side_high)) {
      low = middle;
      at_low = direction_;
      side_low = side;
    } else {
      return std::nullopt;  // a sharp bend, taken in more than one part
    }
  }
  if (side_low != 0 && is_same(at_low, at_high) &&
      measure(geometry, dense, high) > std::sqrt(share_) * largest_) {
    return std::nullopt;  // rows chosen among redundant ones have changed their sign, and no more
  }
  return high;
}

template <typename Real>
std::optional<SingularPoint<Real>> SingularityWatch<Real>::predict(Geometry<Real>& geometry,
                                                                   const Step<Real>& step,
                                                                   Real direction) {
  constexpr int most_iterations = 40;
  const auto sigma = [&](Real way) {
    for (std::size_t i = 0; i < point_.size(); ++i) {
      point_[i] = step.from[i] + direction * way * step.from_field[i];
    }
    if (geometry.field(point_, direction_) != FieldStatus::good) return Real{0};
    return geometry.quality().second_smallest;
  };
  const Real size = 1 + std::sqrt(detail::dot<Real>(step.from, step.from));
  const Real longest = size * static_cast<Real>(longest_prediction) /
                       std::sqrt(detail::dot<Real>(step.from_field, step.from_field));
  const Real difference = longest * static_cast<Real>(1e-6);
  Real way = 0;
  Real value = sigma(way);
  for (int i = 0; i < most_iterations && value > share_ * largest_; ++i) {
    const Real slope = (value - sigma(way + difference)) / difference;
    if (!(slope > 0)) break;
    way += value / slope;
    if (!(way <= longest)) return std::nullopt;
    value = sigma(way);
  }
  // Off M, where the tangent leads, σ does not reach 0, but it gets small.
  if (value > static_cast<Real>(small_share) * from_.second_smallest) return std::nullopt;
  (void)sigma(way);
  return SingularPoint<Real>{point_, geometry.quality()};
}

template <typename Real>
std::optional<Real> SingularityWatch<Real>::find(Geometry<Real>& geometry,
                                                 DenseOutput<Real>& dense,
                                                 const Step<Real>& step) {
  Real least = step.least_quality;
  if (step.evaluations < enough_evaluations) {
    dense.prepare_roughly();
    for (int i = 1; i < enough_evaluations; ++i) {
      const Real place = static_cast<Real>(i) / enough_evaluations;
      least = std::min(least, measure(geometry, dense, place));
    }
  }
  if (!is_suspicious(step, least)) return std::nullopt;
  dense.prepare_roughly();
  Real theta = 0;
  if (minimise(geometry, dense, theta) <= share_ * largest_) return theta;
  if (!is_other_side(step.from_field, from_.side, step.to_field, step.to_quality.side)) {
    return std::nullopt;
  }
  return find_turn(geometry, dense, step);
}

template class SingularityWatch<double>;
template class SingularityWatch<long double>;

}  // namespace leafwise::integrator
