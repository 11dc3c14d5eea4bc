// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/sheet_normals.hpp"

#include <algorithm>
#include <cmath>

#include "linear/dense.hpp"
#include "linear/fixed_numbers.hpp"

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

}  // namespace

template <typename Real>
SheetNormals<Real>::SheetNormals(const SmoothMap<Real>* equations,
                                 std::size_t codimension,
                                 std::size_t dimension)
    : equations_(equations != nullptr && codimension > 0 ? equations->clone() : nullptr),
      m_(dimension),
      c_(equations_ ? codimension : 0),
      choice_(equations_ ? equations_->outputs() : 0, c_),
      rows_(c_, m_),
      values_(equations_ ? equations_->outputs() : 0) {
  for (detail::Directions<Real>* normals : {&at_a_, &at_b_}) {
    normals->directions.resize(c_ * m_);
    normals->lengths.resize(c_);
  }
  Frame sample = frame();
  std::vector<Real> point(m_);
  for (int i = 0; i < detail::sample_count && equations_; ++i) {
    detail::fill_with_sample(std::span<Real>(point), i);
    differentiate(point, sample);
    rows_.see(sample.jacobian);
  }
}

template <typename Real>
void SheetNormals<Real>::differentiate(std::span<const Real> point, Frame& frame) {
  equations_->jacobian(point, values_, frame.jacobian);
}

template <typename Real>
void SheetNormals<Real>::start(const Frame& frame) {
  if (!choice_.exists()) renew_choice(frame);
}

template <typename Real>
void SheetNormals<Real>::renew_choice(const Frame& frame) {
  if (!detail::all_finite(std::span<const Real>(frame.jacobian))) return;
  detail::RowChoice<Real> better = choice_;
  if (!better.choose(frame.jacobian, m_)) return;
  choice_ = better;
  choice_.set_quality(orthonormalise(frame, at_b_));
}

template <typename Real>
Real SheetNormals<Real>::orthonormalise(const Frame& frame, detail::Directions<Real>& normals) {
  return rows_.find(frame.jacobian, choice_.rows(), normals);
}

template <typename Real>
Real SheetNormals<Real>::compare(const Frame& a, const Frame& b) {
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
bool SheetNormals<Real>::is_calm(const Frame& a, const Frame& b) {
  return compare(a, b) > static_cast<Real>(calm_step);
}

template <typename Real>
bool SheetNormals<Real>::is_same(const Frame& a, const Frame& b) {
  if (!(compare(a, b) > static_cast<Real>(calm_part))) return false;
  const Real most = static_cast<Real>(most_change);
  for (std::size_t i = 0; i < c_; ++i) {
    if (!(std::abs(at_a_.lengths[i] - at_b_.lengths[i]) < most * at_b_.lengths[i])) return false;
  }
  return true;
}

/// By the rows in use or, where these lose their rank though M does not, by those best at b.
template <typename Real>
bool SheetNormals<Real>::is_short(const Frame& a, const Frame& b) {
  if (compare(a, b) > static_cast<Real>(calm_part)) return true;
  if (choice_.is_all()) return false;
  renew_choice(b);
  return compare(a, b) > static_cast<Real>(calm_part);
}

template class SheetNormals<double>;
template class SheetNormals<long double>;

}  // namespace leafwise::integrator
