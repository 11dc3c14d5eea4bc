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
/// Of the way to the place, that the series may be off there: otherwise it says nothing of it.
constexpr double most_error = 1e-5;
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
      c_(problem.codimension),
      width_(3 * m_ + 2),
      table_(k_ * width_),
      values_(k_),
      jacobian_(k_ * m_),
      point_(m_),
      way_(m_),
      is_done_(k_) {}

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
    is_done_[i] = longer > 0 ? 0 : 1;
    if (is_done_[i] != 0) continue;
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
Real CrossingCheck<Real>::kept(std::size_t i) {
  if (is_done_[i] != 0) return -1;
  const Real* own = row(i);
  const Real here = std::sqrt(detail::dot(own, own, m_));
  const Real before = std::sqrt(detail::dot(own + m_, own + m_, m_));
  if (!(std::max(here, before) > static_cast<Real>(nothing))) return -1;
  return here / std::max(before, static_cast<Real>(nothing));
}

template <typename Real>
void CrossingCheck<Real>::eliminate(std::size_t pivot) {
  const Real* own = row(pivot);
  const Real square = detail::dot(own, own, m_);
  is_done_[pivot] = 1;
  for (std::size_t i = 0; i < k_; ++i) {
    if (is_done_[i] != 0) continue;
    Real* other = row(i);
    const Real part = detail::dot(own, other, m_) / square;
    for (std::size_t j = 0; j + 1 < width_; ++j) other[j] -= part * own[j];
    other[width_ - 1] += std::abs(part) * own[width_ - 1];
  }
}

template <typename Real>
bool CrossingCheck<Real>::is_lost(std::size_t i) {
  const Real share = kept(i);
  return share >= 0 && share <= static_cast<Real>(lost);
}

template <typename Real>
void CrossingCheck<Real>::look(std::span<const Real> from,
                               std::span<const Real> half,
                               std::span<const Real> place) {
  fill(from, half, place);
  for (std::size_t j = 0; j < m_; ++j) way_[j] = place[j] - from[j];
  for (std::size_t found = 0; found < c_; ++found) {
    std::size_t best = k_;
    Real most = static_cast<Real>(lost);
    for (std::size_t i = 0; i < k_; ++i) {
      const Real share = kept(i);
      if (share > most) best = i;
      most = std::max(most, share);
    }
    if (best == k_) return;
    eliminate(best);
  }
}

template <typename Real>
std::optional<Real> CrossingCheck<Real>::nearest() {
  std::size_t best = k_;
  for (std::size_t i = 0; i < k_; ++i) {
    if (is_lost(i) && !grows_towards(i) && (best == k_ || kept(i) < kept(best))) best = i;
  }
  if (best == k_) return std::nullopt;
  const Real* here = row(best);
  const Real* before = here + m_;
  Real along = 0;
  Real square = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    const Real change = before[j] - here[j];
    along += before[j] * change;
    square += change * change;
  }
  return along / square;
}

/// Whether the gradient of the combination grows like the way from the place: that is its second
/// order.
template <typename Real>
bool CrossingCheck<Real>::is_linear(std::size_t i) {
  const Real* own = row(i);
  const Real before = std::sqrt(detail::dot(own + m_, own + m_, m_));
  const Real between = std::sqrt(detail::dot(own + 2 * m_, own + 2 * m_, m_));
  return between >= static_cast<Real>(least_half) * before &&
         between <= static_cast<Real>(most_half) * before;
}

/// What has a pole in the place, as combined lines do, is longer on the way than in front.
template <typename Real>
bool CrossingCheck<Real>::grows_towards(std::size_t i) {
  const Real* own = row(i);
  return detail::dot(own + 2 * m_, own + 2 * m_, m_) > detail::dot(own + m_, own + m_, m_);
}

/// @pre is_linear
template <typename Real>
typename CrossingCheck<Real>::Verdict CrossingCheck<Real>::verdict(std::size_t i,
                                                                   std::span<const Real> error) {
  const Real* own = row(i);
  Real first = 0;   // what an error does by the gradient that is left …
  Real second = 0;  // … and by the one in front, on the whole way
  Real way = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    first += std::abs(own[j]) * error[j];
    second += std::abs(own[m_ + j]) * error[j];
    way += std::abs(own[m_ + j] * way_[j]);
  }
  if (!(second <= static_cast<Real>(most_error) * way)) return Verdict::none;
  const Real rounding = static_cast<Real>(roundings) * own[width_ - 1];
  const Real most = first + (way > 0 ? second * second / way : Real{0}) + rounding;
  return std::abs(own[width_ - 2]) <= most ? Verdict::crossing : Verdict::apart;
}

/// What is combined with a pole in the place is no witness.
template <typename Real>
bool CrossingCheck<Real>::is_crossing(std::span<const Real> error) {
  bool is_seen = false;
  for (std::size_t i = 0; i < k_; ++i) {
    if (!is_lost(i)) continue;
    if (grows_towards(i)) continue;
    if (!is_linear(i)) return false;
    const Verdict own = verdict(i, error);
    if (own != Verdict::crossing) return false;
    is_seen = true;
  }
  return is_seen;
}

template class CrossingCheck<double>;
template class CrossingCheck<long double>;

}  // namespace leafwise::integrator
