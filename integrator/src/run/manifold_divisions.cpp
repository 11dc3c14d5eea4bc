// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "run/manifold_walker.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Of the way to the place, for the next step towards it.
constexpr double approach = 0.75;
/// A place farther than this, in steps, is not what a step has met.
constexpr double within_step = 1.5;

}  // namespace

/// Whether the goal is not come to by a step of that size.
template <typename Real>
bool ManifoldWalker<Real>::is_before_goal(Real size) const {
  const Real slack = 1 + static_cast<Real>(1e-10);
  return std::abs(this->settings_.to - place_of_start()) > std::abs(size) * slack;
}

/// Over a place where a divisor vanishes, in one step. False: there is none, or not from here.
template <typename Real>
bool ManifoldWalker<Real>::pass_division() {
  if (!passage_.cross(geometry_, step_, this->direction_, grid())) return false;
  passed_at_ = step_.from[*problem_.independent] + passage_.share() * step_.size;
  return make_passage(passage_);
}

template <typename Real>
void ManifoldWalker<Real>::come_to(Real share) {
  if (!is_passage_ || share < made_by_->share()) return;
  if (made_by_ == &passage_) {
    passed_.push_back({passage_.divisor(), passed_at_});
  } else if (made_by_->share() > 0) {
    passed_singular_.push_back(passed_at_);
  }
}

/// A step that has met a singular point at θ, where a divisor vanishes, goes only near to it.
/// None: it has met something else, or no passage is to be hoped for.
template <typename Real>
std::optional<Advance> ManifoldWalker<Real>::come_nearer_to_division(Real theta) {
  if (!passage_.exists()) return std::nullopt;
  const std::optional<Real> known = passage_.distance(step_, this->direction_);
  const bool is_within =
      known && std::abs(*known) <= static_cast<Real>(within_step) * std::abs(step_.size);
  if (!is_within && !passage_.met(step_)) return std::nullopt;
  const Real met = is_within ? known.value_or(0) : theta * step_.size;
  if (!passage_.was_tried() && pass_division()) return Advance::made;
  return end_short_of(met, static_cast<Real>(approach));
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
