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

/// A place is looked for beyond where the terms are small enough.
constexpr double foresight = 1.5;
/// Of the way to a place that could not be passed, for the next step; from farther away terms do
/// not get small, from nearer they are rounding. So often at most: it may be none.
constexpr double approach = 0.5;
constexpr std::int64_t most_approaches = 6;
/// Of the way from where a place was tried last: it is tried again.
constexpr double nearer = 0.7;
/// Of the distance: so near to the place a projection would lose its way.
constexpr double too_near = 0.25;

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
  if (passes_) watches_ = detail::rank_watches(problem);
  if (passes_ && problem.equations) {
    check_.emplace(problem);
    error_.resize(problem.dimension());
    front_.resize(problem.dimension());
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
bool SingularPassage<Real>::has_crossing() {
  constexpr int corrections = 6;
  constexpr double farthest_off = 0.3;
  constexpr double settled = 1e-9;
  // Of the way, where it is looked at in front of the place: near it the lowest order shows.
  constexpr Real near = 0.25;
  if (!check_) return false;
  Real way = distance_;
  for (int i = 0;; ++i) {
    detail::sum_terms<Real>(*series_, highest_degree, way, point_);
    detail::sum_terms<Real>(*series_, highest_degree, (1 - near) * way, front_);
    detail::sum_terms<Real>(*series_, highest_degree, (1 - near / 2) * way, direction_);
    check_->look(front_, direction_, point_);
    const std::optional<Real> share = check_->nearest();
    if (!share || !(std::abs(*share - 1) <= static_cast<Real>(farthest_off))) return false;
    if (i == corrections || std::abs(*share - 1) <= static_cast<Real>(settled)) break;
    way *= 1 + near * (*share - 1);
  }
  distance_ = way;
  estimate_error(way);
  return check_->is_crossing(error_);
}

template <typename Real>
void SingularPassage<Real>::start(std::span<const Real> z) {
  for (auto& watch : watches_) watch.start(z);
  ahead_ = 0;
  approaches_ = 0;
  was_tried_ = false;
}

template <typename Real>
void SingularPassage<Real>::advance(std::span<const Real> z, Real size) {
  for (auto& watch : watches_) watch.advance(z, size);
  was_tried_ = false;
  ahead_ = std::max(0.0, ahead_ - std::abs(static_cast<double>(size)));
  const bool is_behind =
      std::ranges::all_of(watches_, [](const auto& watch) { return watch.has_turned_away(); });
  if (is_behind) approaches_ = 0;
}

template <typename Real>
Real SingularPassage<Real>::longest_step() const {
  const bool is_shorter = exists() && was_tried_ && ahead_ > 0 && approaches_ <= most_approaches;
  return is_shorter ? static_cast<Real>(approach * ahead_) : std::numeric_limits<Real>::max();
}

template <typename Real>
bool SingularPassage<Real>::comes_too_near(std::span<const Real> z) {
  return std::ranges::any_of(watches_, [&](auto& watch) { return watch.comes_too_near(z); });
}

template <typename Real>
bool SingularPassage<Real>::comes_nearer() const {
  return std::ranges::any_of(watches_, [](const auto& watch) { return watch.comes_nearer(); });
}

template <typename Real>
bool SingularPassage<Real>::is_ahead(Real size) const {
  if (was_tried_) return false;
  // What was seen once is there, whatever ranks do on the way.
  if (ahead_ > 0) return ahead_ <= nearer * seen_;
  return std::ranges::any_of(watches_, [&](const auto& watch) { return watch.is_ahead(size); });
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
  this->forget_rounding_of_end();
  if (this->has_no_defect(step)) return true;
  this->note_rounding_of_end(geometry, step);
  return this->has_no_defect(step);
}

/// Where terms are only just small enough, slopes may not be: an end nearer to the place has better
/// ones.
template <typename Real>
bool SingularPassage<Real>::land_behind(Geometry<Real>& geometry, Step<Real>& step, Real grid) {
  constexpr std::array<double, 3> shares = {0.6, 0.3, 0};
  if (land(geometry, step)) return true;
  if (grid > 0) return false;
  const Real nearest = static_cast<Real>(least_ratio) * distance_;
  const Real rest = size_ - nearest;
  for (const double share : shares) {
    size_ = nearest + static_cast<Real>(share) * rest;
    if (this->find_degree(step) && land(geometry, step)) return true;
  }
  return false;
}

template <typename Real>
bool SingularPassage<Real>::cross(Geometry<Real>& geometry,
                                  Step<Real>& step,
                                  Real direction,
                                  Real grid) {
  if (!exists()) return false;
  was_tried_ = true;
  for (auto& watch : watches_) watch.note_try();
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
    seen_ = ahead_;
    const bool is_beyond =
        std::abs(*longest) >= static_cast<Real>(least_ratio) * std::abs(distance_);
    const bool is_made = is_beyond && choose_end(*longest, grid) && this->find_degree(step) &&
                         has_crossing() && land_behind(geometry, step, grid);
    if (is_made) return true;
    if (!is_rounding()) return false;
  }
  return false;
}

template <typename Real>
Real SingularPassage<Real>::at_place(std::size_t coordinate) const {
  Real sum = 0;
  for (std::size_t d = degree_ + 1; d-- > 0;) {
    sum = sum * distance_ + series_->coefficient(d)[coordinate];
  }
  return sum;
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
std::size_t SingularPassage<Real>::memory_size() const noexcept {
  std::size_t size = passes_ ? own_memory : 0;
  for (const auto& watch : watches_) size += watch.memory_size();
  return size;
}

template <typename Real>
void SingularPassage<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  if (!exists()) return;
  memory.push_back(std::bit_cast<std::int64_t>(ahead_));
  memory.push_back(std::bit_cast<std::int64_t>(seen_));
  memory.push_back(was_tried_ ? 1 : 0);
  memory.push_back(has_opening_ ? 1 : 0);
  memory.push_back(approaches_);
  for (const auto& watch : watches_) watch.append_memory(memory);
}

template <typename Real>
void SingularPassage<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.size() != memory_size()) {
    throw InvalidInput(Mistake{"this memory is not of a run that passes", {}, {}, {}});
  }
  if (!exists()) return;
  ahead_ = std::bit_cast<double>(memory[0]);
  seen_ = std::bit_cast<double>(memory[1]);
  was_tried_ = memory[2] != 0;
  has_opening_ = memory[3] != 0;
  approaches_ = memory[4];
  std::size_t next = own_memory;
  for (auto& watch : watches_) {
    watch.restore(memory.subspan(next));
    next += watch.memory_size();
  }
}

template class SingularPassage<double>;
template class SingularPassage<long double>;

}  // namespace leafwise::integrator
