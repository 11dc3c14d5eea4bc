// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/crossing_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// A row that has kept less of its length than this is one that vanishes in the place.
constexpr double lost = 0.2;
/// Of a row that once had length 1: nothing.
constexpr double nothing = 1e-10;
/// Of the way to the place, or of a coordinate's size, that the series may be off there: otherwise
/// it says nothing of it.
constexpr double most_error = 1e-5;
/// Of the longest way of a coordinate: one that stays 0 is no smaller than that.
constexpr double least_size = 1e-6;
/// How often what is seen of rounding: it is seen in a few samples.
constexpr double roundings = 32;
/// Half of the way from the place, a gradient that grows like the way has this share of the one in
/// front. Where ways touch it has a quarter or less, and the second order says nothing of them.
constexpr double least_half = 0.3;
constexpr double most_half = 0.7;
constexpr std::size_t samples = 4;

}  // namespace

template <typename Real>
CrossingCheck<Real>::CrossingCheck(const ManifoldProblem<Real>& problem)
    : equations_(problem.equations->clone()),
      m_(problem.dimension()),
      k_(equations_->outputs()),
      width_(3 * m_ + 2),
      levels_(k_, 0),
      table_(k_ * width_),
      values_(k_),
      jacobian_(k_ * m_),
      point_(m_),
      place_(m_),
      way_(m_),
      states_(k_) {
  for (std::size_t i = 0; i < std::min(k_, problem.origins.size()); ++i) {
    levels_[i] = problem.origins[i].level;
  }
}

/// Rows in units of their longer gradient.
template <typename Real>
void CrossingCheck<Real>::fill(std::span<const Real> from,
                               std::span<const Real> half,
                               std::span<const Real> place) {
  const std::array<std::span<const Real>, 3> points = {half, from, place};
  const std::array<std::size_t, 3> columns = {2 * m_, m_, 0};
  for (std::size_t k = 0; k < points.size(); ++k) {
    equations_->jacobian(points[k], values_, jacobian_);
    for (std::size_t i = 0; i < k_; ++i) {
      std::copy_n(jacobian_.data() + i * m_, m_, row(i) + columns[k]);
    }
  }
  for (std::size_t i = 0; i < k_; ++i) {
    row(i)[width_ - 2] = values_[i];
    row(i)[width_ - 1] = 0;
  }
  add_rounding(from, place);
  for (std::size_t i = 0; i < k_; ++i) {
    Real* own = row(i);
    const Real longer =
        std::sqrt(std::max(detail::dot(own, own, m_), detail::dot(own + m_, own + m_, m_)));
    states_[i] = longer > 0 ? State::waiting : State::out;
    if (!(longer > 0)) continue;
    for (std::size_t j = 0; j < width_; ++j) own[j] /= longer;
  }
}

/// What the values change by when the last digits do. A coordinate that passes 0 in the place has
/// those of its way.
template <typename Real>
void CrossingCheck<Real>::add_rounding(std::span<const Real> from, std::span<const Real> place) {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  std::vector<Real> changed(k_);
  for (std::size_t k = 0; k < samples; ++k) {
    for (std::size_t j = 0; j < m_; ++j) {
      const auto digits = static_cast<Real>((k + 1) * (j + 1) % 5) - 2;
      point_[j] = place[j] + digits * epsilon * std::max(std::abs(place[j]), std::abs(from[j]));
    }
    equations_->value(point_, changed);
    for (std::size_t i = 0; i < k_; ++i) {
      Real& seen = row(i)[width_ - 1];
      seen = std::max(seen, std::abs(changed[i] - values_[i]));
    }
  }
}

template <typename Real>
Real CrossingCheck<Real>::length(std::size_t i, Point point) {
  const Real* own = row(i) + static_cast<std::size_t>(point) * m_;
  return std::sqrt(detail::dot(own, own, m_));
}

/// The part that a pivot has in another row is taken out of it, in all three points: what is left
/// is one combination of equations.
template <typename Real>
void CrossingCheck<Real>::reduce(std::size_t i, std::size_t pivot) {
  const Real* own = row(pivot);
  Real* other = row(i);
  const Real part = detail::dot(own, other, m_) / detail::dot(own, own, m_);
  for (std::size_t j = 0; j + 1 < width_; ++j) other[j] -= part * own[j];
  other[width_ - 1] += std::abs(part) * own[width_ - 1];
}

/// Of rows that have kept their length the longest; k_: there is none.
template <typename Real>
std::size_t CrossingCheck<Real>::next_pivot() {
  std::size_t best = k_;
  Real longest = static_cast<Real>(nothing);
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] != State::open) continue;
    const Real here = length(i, Point::place);
    if (!(here > longest) || here <= static_cast<Real>(lost) * length(i, Point::front)) continue;
    best = i;
    longest = here;
  }
  return best;
}

template <typename Real>
bool CrossingCheck<Real>::finish_level(std::size_t level) {
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] != State::waiting || levels_[i] != level) continue;
    for (const std::size_t pivot : pivots_) reduce(i, pivot);
    states_[i] = State::open;
  }
  for (std::size_t pivot = next_pivot(); pivot < k_; pivot = next_pivot()) {
    states_[pivot] = State::kept;
    pivots_.push_back(pivot);
    for (std::size_t i = 0; i < k_; ++i) {
      if (states_[i] == State::open) reduce(i, pivot);
    }
  }
  bool has_lost = false;
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] != State::open) continue;
    const bool is_left = length(i, Point::front) > static_cast<Real>(nothing);
    states_[i] = is_left ? State::lost : State::out;
    has_lost = has_lost || is_left;
  }
  return has_lost;
}

template <typename Real>
void CrossingCheck<Real>::look(std::span<const Real> from,
                               std::span<const Real> half,
                               std::span<const Real> place) {
  fill(from, half, place);
  std::ranges::copy(place, place_.begin());
  for (std::size_t j = 0; j < m_; ++j) way_[j] = place[j] - from[j];
  pivots_.clear();
  const std::size_t levels = 1 + *std::ranges::max_element(levels_);
  for (std::size_t level = 0; level < levels; ++level) {
    if (finish_level(level)) return;
  }
}

template <typename Real>
std::optional<Real> CrossingCheck<Real>::nearest() {
  std::size_t best = k_;
  Real least = 1;
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] != State::lost) continue;
    const Real share = length(i, Point::place) / length(i, Point::front);
    if (share < least) best = i;
    least = std::min(least, share);
  }
  if (best == k_) return std::nullopt;
  const Real* here = row(best);
  const Real* before = here + m_;
  const Real* between = before + m_;
  // Across the sheets: what kept rows have there is not lost. Pivots are orthogonal in the place.
  std::copy_n(before, m_, point_.begin());
  for (const std::size_t pivot : pivots_) {
    const Real* kept = row(pivot);
    const Real part = detail::dot(point_.data(), kept, m_) / detail::dot(kept, kept, m_);
    detail::add_multiple(-part, kept, point_.data(), m_);
  }
  // Newton's step with the slope of the parabola through all three.
  const Real in_front = detail::dot(before, point_.data(), m_);
  const Real half_way = detail::dot(between, point_.data(), m_);
  const Real left = detail::dot(here, point_.data(), m_);
  return 1 - left / (in_front - 4 * half_way + 3 * left);
}

/// What gradients of lost rows have in one point that those of kept rows, and of lost ones before
/// them, have not: by Gram and Schmidt.
template <typename Real>
std::vector<Real> CrossingCheck<Real>::own_parts(Point point) {
  std::vector<std::size_t> rows = pivots_;
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] == State::lost) rows.push_back(i);
  }
  std::vector<Real> basis(rows.size() * m_);
  std::vector<Real> parts;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    Real* own = basis.data() + n * m_;
    std::copy_n(row(rows[n]) + static_cast<std::size_t>(point) * m_, m_, own);
    for (std::size_t k = 0; k < n; ++k) {
      const Real* other = basis.data() + k * m_;
      detail::add_multiple(-detail::dot(own, other, m_), other, own, m_);
    }
    const Real rest = std::sqrt(detail::dot(own, own, m_));
    if (n >= pivots_.size()) parts.push_back(rest);
    for (std::size_t j = 0; j < m_ && rest > 0; ++j) own[j] /= rest;
  }
  return parts;
}

/// Whether what is lost grows like the way from the place: that is its second order, and says that
/// ways part at an angle.
template <typename Real>
bool CrossingCheck<Real>::is_transversal() {
  const std::vector<Real> front = own_parts(Point::front);
  const std::vector<Real> half = own_parts(Point::half);
  for (std::size_t i = 0; i < front.size(); ++i) {
    const bool is_linear = half[i] >= static_cast<Real>(least_half) * front[i] &&
                           half[i] <= static_cast<Real>(most_half) * front[i];
    if (!is_linear) return false;
  }
  return !front.empty();
}

/// Whether the combination is 0 in the place, to the second order, as far as can be told.
/// @pre is_transversal
template <typename Real>
bool CrossingCheck<Real>::is_explained(std::size_t i, std::span<const Real> error) {
  const Real* own = row(i);
  Real first = 0;   // what an error does by the gradient that is left …
  Real second = 0;  // … and by the one in front, on the whole way
  Real way = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    first += std::abs(own[j]) * error[j];
    second += std::abs(own[m_ + j]) * error[j];
    way += std::abs(own[m_ + j] * way_[j]);
  }
  if (!(second <= static_cast<Real>(most_error) * way)) return false;
  const Real rounding = static_cast<Real>(roundings) * own[width_ - 1];
  const Real most = first + (way > 0 ? second * second / way : Real{0}) + rounding;
  return std::abs(own[width_ - 2]) <= most;
}

/// Whether an equation of the levels that were looked at depends on the coordinate.
template <typename Real>
bool CrossingCheck<Real>::takes_part(std::size_t coordinate) {
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] != State::kept && states_[i] != State::lost) continue;
    const Real* own = row(i) + coordinate;
    if (std::max(std::abs(own[0]), std::abs(own[m_])) > static_cast<Real>(nothing)) return true;
  }
  return false;
}

/// Whether the series knows the place: all coordinates that these equations depend on, since what
/// is eliminated brings its errors along.
template <typename Real>
bool CrossingCheck<Real>::knows_place(std::span<const Real> error) {
  std::vector<bool> takes(m_);
  Real longest = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    takes[j] = takes_part(j);
    if (takes[j]) longest = std::max(longest, std::abs(way_[j]));
  }
  for (std::size_t j = 0; j < m_; ++j) {
    const Real size =
        std::max({std::abs(place_[j]), std::abs(way_[j]), static_cast<Real>(least_size) * longest});
    if (takes[j] && !(error[j] <= static_cast<Real>(most_error) * size)) return false;
  }
  return true;
}

template <typename Real>
bool CrossingCheck<Real>::is_crossing(std::span<const Real> error) {
  if (!knows_place(error)) return false;
  if (!is_transversal()) return false;
  for (std::size_t i = 0; i < k_; ++i) {
    if (states_[i] == State::lost && !is_explained(i, error)) return false;
  }
  return true;
}

template class CrossingCheck<double>;
template class CrossingCheck<long double>;

}  // namespace leafwise::integrator
