// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/sheet_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator {
namespace {

/// Cosines of the angles by which normals may turn. Straight through a narrow place they turn
/// round; beside it, from one asymptote to the other, by less than 90 degrees.
constexpr double calm_step = 0.3;
constexpr double calm_part = 0.7;
/// Of a normal's length, across the way of a projection. Between two sheets it goes to 0.
constexpr double most_change = 0.3;
/// Below this share of itself, a row adds nothing to those before it but round-off.
constexpr double least_share = 1e-10;
/// How far the end was projected, relative to the step's way, that normals are compared across.
constexpr double worth_comparing = 1e-9;
/// A narrow place may be 2^-30 of a step.
constexpr int most_halvings = 30;
constexpr int most_parts = 300;

}  // namespace

template <typename Real>
SheetWatch<Real>::SheetWatch(const ManifoldProblem<Real>& problem)
    : equations_(problem.equations && problem.codimension > 0 ? problem.equations->clone()
                                                              : nullptr),
      m_(problem.dimension()),
      c_(equations_ ? problem.codimension : 0),
      choice_(equations_ ? equations_->outputs() : 0, c_),
      rows_(c_, m_),
      values_(equations_ ? equations_->outputs() : 0),
      point_(m_) {
  for (detail::Directions<Real>* normals : {&at_a_, &at_b_}) {
    normals->directions.resize(c_ * m_);
    normals->lengths.resize(c_);
  }
  for (Frame* frame : {&from_, &to_, &other_}) frame->jacobian.resize(values_.size() * m_);
  for (int i = 0; i < detail::sample_count && equations_; ++i) {
    detail::fill_with_sample(std::span<Real>(point_), i);
    equations_->jacobian(point_, values_, other_.jacobian);
    rows_.see(other_.jacobian);
  }
}

template <typename Real>
void SheetWatch<Real>::differentiate(Geometry<Real>& geometry,
                                     std::span<const Real> point,
                                     Frame& frame) {
  equations_->jacobian(point, values_, frame.jacobian);
  ++geometry.counters().jacobians;
}

template <typename Real>
void SheetWatch<Real>::start(Geometry<Real>& geometry, std::span<const Real> point) {
  if (!equations_) return;
  differentiate(geometry, point, from_);
  if (!choice_.exists()) renew_choice(from_);
}

template <typename Real>
void SheetWatch<Real>::renew_choice(const Frame& frame) {
  if (!detail::all_finite(std::span<const Real>(frame.jacobian))) return;
  detail::RowChoice<Real> better = choice_;
  if (!better.choose(frame.jacobian, m_)) return;
  choice_ = better;
  choice_.set_quality(orthonormalise(frame, at_b_));
}

template <typename Real>
Real SheetWatch<Real>::orthonormalise(const Frame& frame, detail::Directions<Real>& normals) {
  return rows_.find(frame.jacobian, choice_.rows(), normals);
}

template <typename Real>
Real SheetWatch<Real>::compare(const Frame& a, const Frame& b) {
  const Real share = std::min(orthonormalise(a, at_a_), orthonormalise(b, at_b_));
  if (!(share > static_cast<Real>(least_share))) return -1;
  Real least = 1;
  for (std::size_t i = 0; i < c_; ++i) {
    const std::size_t row = i * m_;
    least = std::min(least, detail::dot(&at_a_.directions[row], &at_b_.directions[row], m_));
  }
  return least;
}

template <typename Real>
bool SheetWatch<Real>::is_same(const Frame& a, const Frame& b) {
  if (!(compare(a, b) > static_cast<Real>(calm_part))) return false;
  const Real most = static_cast<Real>(most_change);
  for (std::size_t i = 0; i < c_; ++i) {
    if (!(std::abs(at_a_.lengths[i] - at_b_.lengths[i]) < most * at_b_.lengths[i])) return false;
  }
  return true;
}

/// Also across the way that the end was projected: where normals change there, another sheet may be
/// as near.
template <typename Real>
bool SheetWatch<Real>::is_calm(Geometry<Real>& geometry, const Step<Real>& step) {
  if (!(compare(from_, to_) > static_cast<Real>(calm_step))) return false;
  Real way = 0;
  Real moved = 0;
  for (std::size_t i = 0; i < m_; ++i) {
    way += (step.to[i] - step.from[i]) * (step.to[i] - step.from[i]);
    moved += step.moved[i] * step.moved[i];
    point_[i] = step.to[i] - step.moved[i];
  }
  const Real share = static_cast<Real>(worth_comparing);
  if (!(moved > share * share * way)) return true;
  differentiate(geometry, point_, other_);
  return is_same(other_, to_);
}

/// By the rows in use or, where these lose their rank though M does not, by those best at b.
template <typename Real>
bool SheetWatch<Real>::is_short(const Frame& a, const Frame& b) {
  if (compare(a, b) > static_cast<Real>(calm_part)) return true;
  if (choice_.is_all()) return false;
  renew_choice(b);
  return compare(a, b) > static_cast<Real>(calm_part);
}

template <typename Real>
bool SheetWatch<Real>::look(Geometry<Real>& geometry,
                            DenseOutput<Real>& dense,
                            Real theta,
                            Frame& frame) {
  if (!dense.point(theta, point_)) return false;
  frame.theta = theta;
  differentiate(geometry, point_, frame);
  dense.polynomial().value(theta, point_);
  differentiate(geometry, point_, other_);
  return is_same(other_, frame);
}

template <typename Real>
bool SheetWatch<Real>::follow(Geometry<Real>& geometry, DenseOutput<Real>& dense) {
  std::vector<Frame> ahead = {to_};
  ahead.front().theta = 1;
  Frame here = from_;
  here.theta = 0;
  Frame middle = from_;
  for (int parts = 0; parts < most_parts; ++parts) {
    if (ahead.size() > most_halvings) return false;
    const Real theta = (here.theta + ahead.back().theta) / 2;
    if (!look(geometry, dense, theta, middle)) return false;
    if (is_short(here, middle) && is_short(middle, ahead.back())) {
      std::swap(here, ahead.back());
      ahead.pop_back();
      if (ahead.empty()) return true;
    } else {
      ahead.push_back(middle);
    }
  }
  return false;
}

/// The middle as the method has it, which the polynomial does not go through.
template <typename Real>
bool SheetWatch<Real>::has_middle_on_sheet(Geometry<Real>& geometry,
                                           DenseOutput<Real>& dense,
                                           const Step<Real>& step) {
  const Real calm = static_cast<Real>(calm_step);
  differentiate(geometry, step.middle, other_);
  if (compare(from_, other_) > calm && compare(other_, to_) > calm) return true;
  const Frame middle = other_;
  Frame followed = from_;
  return look(geometry, dense, Real{1} / 2, followed) && is_short(followed, middle) &&
         follow(geometry, dense);
}

template <typename Real>
bool SheetWatch<Real>::stays(Geometry<Real>& geometry,
                             DenseOutput<Real>& dense,
                             const Step<Real>& step,
                             bool has_middle) {
  if (!equations_) return true;
  differentiate(geometry, step.to, to_);
  if (has_middle && !has_middle_on_sheet(geometry, dense, step)) return false;
  return is_calm(geometry, step) || follow(geometry, dense);
}

template <typename Real>
bool SheetWatch<Real>::is_on(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real theta) {
  if (!equations_) return true;
  Frame there = from_;
  return look(geometry, dense, theta, there) &&
         compare(from_, there) > static_cast<Real>(calm_step);
}

template class SheetWatch<double>;
template class SheetWatch<long double>;

}  // namespace leafwise::integrator
