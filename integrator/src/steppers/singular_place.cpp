// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "steppers/singular_passage.hpp"

// Where a place is on a series, and where behind it a step may end.
namespace leafwise::integrator {
namespace {

/// Of the quality at the start: what is more is no place, and steps of the method do.
constexpr double deep_share = 0.05;
/// Of the way to the place, for the end of the step: not without need later.
constexpr double usual_ratio = 1.5;
constexpr double largest_ratio = 3.0;
/// Of the quality at the start, that there has to be at the end. Where levels are not told apart it
/// may grow like the third power of the way from the place.
constexpr double least_quality = 1e-3;
constexpr double golden = 0.6180339887498949;

}  // namespace

template <typename Real>
Real SingularPassage<Real>::quality_at(Real way) {
  detail::sum_terms<Real>(*series_, highest_degree, way, point_);
  return watch_->at(point_);
}

/// How far the terms get small, as if the place were where they usually are of most use.
template <typename Real>
std::optional<Real> SingularPassage<Real>::farthest(const Step<Real>& step, Real direction) {
  constexpr std::size_t last_terms = 3;
  constexpr double shorter = 0.93;
  constexpr int most_tries = 40;
  Real speed = 0;  // the largest root of a term's size: the inverse of a radius
  for (std::size_t d = highest_degree - last_terms; d <= highest_degree; ++d) {
    for (std::size_t j = 0; j < point_.size(); ++j) {
      const Real size = std::abs(series_->coefficient(0)[j]) + std::abs(series_->coefficient(1)[j]);
      if (!(size > 0)) continue;
      const Real term = std::abs(series_->coefficient(d)[j]) / size;
      speed = std::max(speed, std::pow(term, 1 / static_cast<Real>(d)));
    }
  }
  if (!(speed > 0) || !std::isfinite(speed)) return std::nullopt;
  size_ = direction / speed;
  for (int i = 0; i < most_tries; ++i, size_ *= static_cast<Real>(shorter)) {
    distance_ = size_ / static_cast<Real>(usual_ratio);
    if (this->find_degree(step)) return size_;
  }
  return std::nullopt;
}

/// Of the lowest level that has one: higher ones lose rank with it.
template <typename Real>
bool SingularPassage<Real>::find_place(Real longest) {
  for (auto& watch : watches_) {
    watch_ = &watch;
    if (find_place_by(longest)) return true;
  }
  return false;
}

/// The first place on the way where the rank goes to 0, into distance_.
template <typename Real>
bool SingularPassage<Real>::find_place_by(Real longest) {
  for (std::size_t i = 0; i <= sample_count; ++i) {
    samples_[i] = quality_at(longest * static_cast<Real>(i) / sample_count);
  }
  const Real deep = static_cast<Real>(deep_share) * samples_[0];
  for (std::size_t i = 1; i < sample_count; ++i) {
    if (!(samples_[i] <= samples_[i - 1] && samples_[i] <= samples_[i + 1])) continue;
    distance_ = longest * static_cast<Real>(i) / sample_count;
    at_place_ = samples_[i];
    narrow(longest * static_cast<Real>(i - 1) / sample_count,
           longest * static_cast<Real>(i + 1) / sample_count);
    if (at_place_ <= deep) return true;
  }
  return false;
}

template <typename Real>
void SingularPassage<Real>::narrow(Real low, Real high) {
  constexpr int most_steps = 40;
  // A quality that goes to 0 does so like the way to the place: it has shrunk by then. One that is
  // least somewhere has not.
  constexpr int first_steps = 6;
  constexpr double shrunk = 0.5;
  // Of the way to it: the gradients say the rest.
  constexpr double near_enough = 1e-3;
  const Real seen = at_place_;
  const Real deep = static_cast<Real>(deep_share) * samples_[0];
  Real first = high - static_cast<Real>(golden) * (high - low);
  Real second = low + static_cast<Real>(golden) * (high - low);
  Real at_first = quality_at(first);
  Real at_second = quality_at(second);
  for (int i = 0; i < most_steps && at_place_ > 0; ++i) {
    if (i == first_steps && at_place_ > std::max(deep, static_cast<Real>(shrunk) * seen)) return;
    const bool is_narrow =
        std::abs(high - low) <= static_cast<Real>(near_enough) * std::abs(distance_);
    if (is_narrow && at_place_ <= deep) return;
    // Each point is one of the next two.
    const bool is_first = at_first < at_second;
    if (is_first ? at_first < at_place_ : at_second < at_place_) {
      at_place_ = is_first ? at_first : at_second;
      distance_ = is_first ? first : second;
    }
    if (is_first) {
      high = second;
      second = first;
      at_second = at_first;
      first = high - static_cast<Real>(golden) * (high - low);
      at_first = quality_at(first);
    } else {
      low = first;
      first = second;
      at_first = at_second;
      second = low + static_cast<Real>(golden) * (high - low);
      at_second = quality_at(second);
    }
  }
}

/// Behind the place, where the quality is best, not far. False: it is nowhere good.
template <typename Real>
bool SingularPassage<Real>::choose_end(Real longest, Real grid) {
  const Real enough = static_cast<Real>(least_quality) * samples_[0];
  const Real first = static_cast<Real>(least_ratio) * distance_;
  if (grid > 0) {
    size_ = std::copysign(grid * std::ceil(std::abs(first) / grid), distance_);
    return std::abs(size_) <= std::abs(longest) && quality_at(size_) > enough;
  }
  constexpr std::size_t looked_at = 8;
  Real last = static_cast<Real>(largest_ratio) * distance_;
  if (std::abs(last) > std::abs(longest)) last = longest;
  Real best = 0;
  for (std::size_t i = 0; i <= looked_at; ++i) {
    const Real way = first + (last - first) * static_cast<Real>(i) / looked_at;
    const Real quality = quality_at(way);
    const bool is_usual = std::abs(way) <= static_cast<Real>(usual_ratio) * std::abs(distance_);
    // Beyond the usual end it is worth the terms only if it is much better.
    if (!(quality > (is_usual ? 1 : 2) * best)) continue;
    best = quality;
    size_ = way;
  }
  return best > enough;
}

/// Whether the place itself ends the series: what the start is rounded by grows with the inverse of
/// the way to it. From farther away it is what the curve has elsewhere.
template <typename Real>
bool SingularPassage<Real>::is_rounding() const {
  constexpr std::size_t apart = 4;
  constexpr double same = 1.3;
  std::array<Real, 2> sizes = {0, 0};
  for (std::size_t j = 0; j < point_.size(); ++j) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Real term = std::abs(series_->coefficient(highest_degree - i * apart)[j]);
      sizes[i] = std::max(sizes[i], term / limits_.whole[j]);
    }
  }
  const Real radius = std::pow(sizes[1] / sizes[0], 1 / static_cast<Real>(apart));
  return radius < static_cast<Real>(same) * std::abs(distance_);
}

template class SingularPassage<double>;
template class SingularPassage<long double>;

}  // namespace leafwise::integrator
