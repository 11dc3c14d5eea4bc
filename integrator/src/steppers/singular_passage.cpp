// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/singular_passage.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// A place so many steps ahead is looked for.
constexpr double reach = 25;
/// Of the largest quality met: above it no place is expected.
constexpr double near_share = 0.7;
/// Tried again where the quality is smaller by this factor.
constexpr double nearer = 0.7;
/// Towards a place the quality falls like a power of the way to it, so that what it says of this
/// way gets shorter by a share of the step; where it is only least somewhere, longer. What is
/// missed so is met by steps, or makes them fail.
constexpr double least_gain = 0.25;
/// Of the largest quality met: below it a place is looked for all the same.
constexpr double deep_share_of_largest = 0.1;
/// Of the quality at the start of a step: one that ends below it has come too near in one go.
constexpr double too_steep = 0.2;
/// Of the quality at the start: what is more is no place, and steps of the method do.
constexpr double deep_share = 0.05;
/// Of the way to the place, for the end of the step: not sooner, and not without need later.
constexpr double least_ratio = 1.15;
constexpr double usual_ratio = 1.5;
constexpr double largest_ratio = 3.0;
/// A place is looked for beyond where the terms are small enough.
constexpr double foresight = 1.5;
/// Of the quality at the start, that there has to be at the end. It may grow like the third power
/// of the way from the place, where hidden equations lose rank with those they come from.
constexpr double least_quality = 1e-3;
/// Of the way to a place that could not be passed, for the next step; from farther away terms do
/// not get small, from nearer they are rounding. So often at most: it may be none.
constexpr double approach = 0.5;
constexpr std::int64_t most_approaches = 6;
/// Of the distance: so near to the place a projection would lose its way.
constexpr double too_near = 0.25;
constexpr double golden = 0.6180339887498949;

}  // namespace

template <typename Real>
SingularPassage<Real>::SingularPassage(const ManifoldProblem<Real>& problem,
                                       bool passes,
                                       std::span<const Real> opening,
                                       Parameter parameter,
                                       const Tolerance<Real>& tolerance)
    : SeriesPassage<Real>(problem, parameter, tolerance, SeriesPassage<Real>::Against::size),
      passes_(passes && problem.distribution->highest_taylor_degree() >= highest_degree),
      opening_(opening.begin(), opening.end()),
      direction_(problem.dimension()),
      has_opening_(passes_ && !opening.empty()) {
  if (passes_) rank_.emplace(problem);
  if (passes_ && problem.equations) {
    check_.emplace(problem);
    error_.resize(problem.dimension());
  }
  if (!has_opening_) return;
  series_.emplace(problem, parameter, highest_degree);
  series_->set(opening_);
}

/// What the sum of all terms may be off: by those that are left out, and by rounding.
template <typename Real>
void SingularPassage<Real>::estimate_error(Real way) {
  constexpr std::size_t last_terms = 3;
  constexpr double tail = 2;       // what follows the last terms, in units of them
  constexpr double roundings = 4;  // in units of what another one of the start does
  std::ranges::fill(error_, Real{0});
  Real power = 1;
  for (std::size_t d = 0; d <= highest_degree; ++d, power *= std::abs(way)) {
    const std::span<const Real> term = series_->coefficient(d);
    const std::span<const Real> other = rounded_->coefficient(d);
    const Real share = d + last_terms > highest_degree ? static_cast<Real>(tail) : Real{0};
    for (std::size_t j = 0; j < error_.size(); ++j) {
      error_[j] += power * (share * std::abs(term[j]) +
                            static_cast<Real>(roundings) * std::abs(term[j] - other[j]));
    }
  }
}

/// Whether ways cross in the place, as far as the series is accurate there: ways that only come
/// near each other are left to steps of the method, which follow their own or stop.
template <typename Real>
bool SingularPassage<Real>::has_crossing(const Step<Real>& step) {
  constexpr int corrections = 3;
  constexpr double farthest_off = 0.3;
  if (!check_) return false;
  Real way = distance_;
  for (int i = 0;; ++i) {
    detail::sum_terms<Real>(*series_, highest_degree, way, point_);
    detail::sum_terms<Real>(*series_, highest_degree, way / 2, direction_);
    check_->look(step.from, direction_, point_);
    const std::optional<Real> share = check_->nearest();
    if (!share || !(std::abs(*share - 1) <= static_cast<Real>(farthest_off))) return false;
    if (i == corrections) break;
    way *= *share;
  }
  estimate_error(way);
  return check_->is_crossing(error_);
}

template <typename Real>
void SingularPassage<Real>::start(std::span<const Real> z) {
  if (!exists()) return;
  now_ = static_cast<double>(rank_->see(z));
  before_ = now_;
  largest_ = std::max(largest_, now_);
  in_vain_ = 0;
  last_size_ = 0;
  rate_ = 0;
  last_rate_ = 0;
  ahead_ = 0;
  approaches_ = 0;
  was_tried_ = false;
}

template <typename Real>
void SingularPassage<Real>::advance(std::span<const Real> z, Real size) {
  if (!exists()) return;
  before_ = now_;
  now_ = static_cast<double>(rank_->see(z));
  largest_ = std::max(largest_, now_);
  last_size_ = static_cast<double>(size);
  last_rate_ = rate_;
  rate_ = (before_ - now_) / std::abs(last_size_);
  was_tried_ = false;
  ahead_ = std::max(0.0, ahead_ - std::abs(last_size_));
  if (!(nearer * now_ > in_vain_)) return;
  in_vain_ = 0;
  approaches_ = 0;
}

template <typename Real>
Real SingularPassage<Real>::longest_step() const {
  const bool is_shorter = exists() && was_tried_ && ahead_ > 0 && approaches_ <= most_approaches;
  return is_shorter ? static_cast<Real>(approach * ahead_) : std::numeric_limits<Real>::max();
}

template <typename Real>
bool SingularPassage<Real>::comes_too_near(std::span<const Real> z) {
  return exists() && rank_->at(z) < static_cast<Real>(too_steep * now_);
}

template <typename Real>
bool SingularPassage<Real>::is_ahead(Real size) const {
  if (!exists() || was_tried_ || last_size_ == 0) return false;
  const double fall = before_ - now_;
  if (!(fall > 0) || now_ > near_share * largest_) return false;
  const bool is_deep = ahead_ > 0 || now_ <= deep_share_of_largest * largest_;
  const double way = now_ / rate_;
  const double gain = last_rate_ > 0 ? before_ / last_rate_ - way : 0.0;
  if (!is_deep && gain < least_gain * std::abs(last_size_)) return false;
  if (in_vain_ > 0 && now_ > nearer * in_vain_) return false;
  return way <= reach * std::abs(static_cast<double>(size));
}

template <typename Real>
Real SingularPassage<Real>::quality_at(Real way) {
  detail::sum_terms<Real>(*series_, highest_degree, way, point_);
  return rank_->at(point_);
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

/// The first place on the way where the quality goes to 0, into distance_.
template <typename Real>
bool SingularPassage<Real>::find_place(Real longest) {
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
  const Real seen = at_place_;
  const Real deep = static_cast<Real>(deep_share) * samples_[0];
  Real first = high - static_cast<Real>(golden) * (high - low);
  Real second = low + static_cast<Real>(golden) * (high - low);
  Real at_first = quality_at(first);
  Real at_second = quality_at(second);
  for (int i = 0; i < most_steps && at_place_ > 0; ++i) {
    if (i == first_steps && at_place_ > std::max(deep, static_cast<Real>(shrunk) * seen)) return;
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

/// Before, in and behind the place. Where rows of df are dependent the equations say less of the
/// curve, but what it is off they show, to the second order.
template <typename Real>
bool SingularPassage<Real>::satisfies_equations(Geometry<Real>& geometry) {
  if (!problem_->equations) return true;
  Real limit = 0;
  for (const Real one : limits_.whole) limit = std::max(limit, one);
  constexpr std::array<double, 7> shares = {0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  for (std::size_t i = 0; i <= shares.size(); ++i) {
    const Real way = i < shares.size() ? static_cast<Real>(shares[i]) * size_ : distance_;
    detail::sum_terms<Real>(*series_, degree_, way, point_);
    if (!(geometry.residual(point_) <= limit)) return false;
  }
  return true;
}

template <typename Real>
bool SingularPassage<Real>::land(Geometry<Real>& geometry, Step<Real>& step) {
  if (!satisfies_equations(geometry) || !this->arrive(geometry, step)) return false;
  this->differentiate_sum(direction_);
  const Real along = detail::dot<Real>(direction_, step.to_field);
  if (parameter_ == Parameter::arclength && along < 0) {
    // The sign of a determinant may change in the place, the way of the run does not.
    const bool has_x = problem_->independent.has_value();
    const int sign = has_x && direction_[*problem_->independent] < 0 ? -1 : 1;
    if (geometry.orient(step.to, direction_, sign) != FieldStatus::good) return false;
    step.has_to_field = false;
    if (step.complete(geometry) != StepStatus::good) return false;
  }
  return this->has_no_defect(step);
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

template <typename Real>
bool SingularPassage<Real>::cross(Geometry<Real>& geometry,
                                  Step<Real>& step,
                                  Real direction,
                                  Real grid) {
  if (!exists()) return false;
  was_tried_ = true;
  in_vain_ = now_;
  ahead_ = 0;
  if (!this->expand_series(step)) return false;
  this->note_rounding(geometry, step);
  // Where nothing is gained by coming nearer, more is let pass: otherwise the place ends the run.
  constexpr double looser = 8;
  constexpr double loosest = 512;
  for (loose_ = 1; loose_ <= static_cast<Real>(loosest); loose_ *= static_cast<Real>(looser)) {
    const std::optional<Real> longest = farthest(step, direction);
    if (!longest || !find_place(static_cast<Real>(foresight) * *longest)) return false;
    if (ahead_ == 0) ++approaches_;
    ahead_ = static_cast<double>(std::abs(distance_));
    const bool is_beyond =
        std::abs(*longest) >= static_cast<Real>(least_ratio) * std::abs(distance_);
    const bool is_made = is_beyond && choose_end(*longest, grid) && this->find_degree(step) &&
                         has_crossing(step) && land(geometry, step);
    if (is_made) return true;
    if (!is_rounding()) return false;
  }
  return false;
}

template <typename Real>
bool SingularPassage<Real>::complete(Real theta, std::span<Real> /*z*/) {
  const Real near = static_cast<Real>(too_near) * (distance_ == 0 ? size_ : distance_);
  return std::abs(theta * size_ - distance_) > std::abs(near);
}

template <typename Real>
void SingularPassage<Real>::begin(std::span<Real> field) const {
  std::ranges::copy(series_->coefficient(1), field.begin());
}

/// How far the given terms say all, and what points may be off there.
template <typename Real>
Real SingularPassage<Real>::reach_of_opening(Real direction) {
  constexpr std::size_t last_terms = 3;
  const std::size_t m = point_.size();
  Real norm = 0;
  for (const std::size_t d : {std::size_t{0}, std::size_t{1}}) {
    for (const Real one : series_->coefficient(d)) norm = std::max(norm, std::abs(one));
  }
  loose_ = 1;
  Real way = std::numeric_limits<Real>::max();
  for (std::size_t j = 0; j < m; ++j) {
    const Real size =
        std::max(std::abs(series_->coefficient(0)[j]), static_cast<Real>(1e-3) * norm);
    limits_.whole[j] = shares_[j] * size;
    for (std::size_t d = highest_degree - last_terms; d <= highest_degree; ++d) {
      const Real term = std::abs(series_->coefficient(d)[j]);
      if (!(term > 0)) continue;
      way = std::min(way, std::pow(limits_.whole[j] / 16 / term, 1 / static_cast<Real>(d)));
    }
  }
  degree_ = highest_degree;
  distance_ = 0;
  return direction * way;
}

template <typename Real>
bool SingularPassage<Real>::open(Geometry<Real>& geometry,
                                 Step<Real>& step,
                                 Real direction,
                                 Real grid) {
  constexpr int most_tries = 24;
  constexpr double shorter = 0.75;
  has_opening_ = false;
  const Real longest = reach_of_opening(direction);
  if (!std::isfinite(longest)) return false;
  for (int i = 0; i < most_tries; ++i) {
    size_ = longest * std::pow(static_cast<Real>(shorter), static_cast<Real>(i));
    if (grid > 0) size_ = direction * grid * std::floor(std::abs(size_) / grid);
    if (size_ == 0) return false;
    if (land(geometry, step)) return true;
  }
  return false;
}

template <typename Real>
void SingularPassage<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  if (!exists()) return;
  for (const double number :
       {now_, before_, largest_, in_vain_, last_size_, rate_, last_rate_, ahead_}) {
    memory.push_back(std::bit_cast<std::int64_t>(number));
  }
  rank_->append_memory(memory);
  memory.push_back(was_tried_ ? 1 : 0);
  memory.push_back(has_opening_ ? 1 : 0);
  memory.push_back(approaches_);
}

template <typename Real>
void SingularPassage<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.size() != memory_size()) {
    throw InvalidInput(Mistake{"this memory is not of a run that passes", {}, {}, {}});
  }
  if (!exists()) return;
  std::size_t next = 0;
  for (double* number :
       {&now_, &before_, &largest_, &in_vain_, &last_size_, &rate_, &last_rate_, &ahead_}) {
    *number = std::bit_cast<double>(memory[next++]);
  }
  rank_->restore(memory.subspan(next));
  next += rank_->memory_size();
  was_tried_ = memory[next] != 0;
  has_opening_ = memory[next + 1] != 0;
  approaches_ = memory[next + 2];
}

template class SingularPassage<double>;
template class SingularPassage<long double>;

}  // namespace leafwise::integrator
