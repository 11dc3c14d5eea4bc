// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "run/manifold_walker.hpp"

namespace leafwise::integrator::detail {
namespace {

/// A goal nearer than this share of the way to the place is come to by steps of the method.
constexpr double short_of_place = 0.8;
/// Of the way to the place, for the next step towards it.
constexpr double approach = 0.75;
/// A place farther than this, in steps, is not what a step has met.
constexpr double within_step = 1.5;
/// Of the way since the start: nearer to the place no series is expected to show more.
constexpr double nearest = 1e-6;

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
  const Real left = this->settings_.to - place_of_start();
  const bool is_fixed = this->settings_.control == Control::fixed;
  const Real grid = is_fixed ? std::abs(*this->settings_.step) : Real{0};
  if (!passage_.cross(geometry_, step_, this->direction_, grid)) return false;
  passed_at_ = step_.from[*problem_.independent] + passage_.share() * step_.size;
  is_cut_ = !is_before_goal(step_.size);
  if (is_cut_) {
    if (std::abs(left) <
        static_cast<Real>(short_of_place) * std::abs(passage_.share() * step_.size)) {
      return false;
    }
    passage_.cut(step_, left);
    step_.to[*problem_.independent] = this->settings_.to;
  }
  is_passage_ = true;
  is_at_goal_ = is_cut_;
  dense_.begin(geometry_, passage_, step_);
  return true;
}

template <typename Real>
void ManifoldWalker<Real>::come_to(Real share) {
  if (is_passage_ && share >= passage_.share()) {
    passed_.push_back({passage_.divisor(), passed_at_});
  }
}

/// After a passage everything is watched from here anew.
template <typename Real>
void ManifoldWalker<Real>::leave_division() {
  sheets_.start(geometry_, step_.from);
  passage_.start(step_.from);
  const bool is_fixed = this->settings_.control == Control::fixed;
  next_size_ = is_fixed ? this->direction_ * std::abs(*this->settings_.step) : this->last_size_ / 2;
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
  const Real least = static_cast<Real>(nearest) * std::abs(this->parameter_);
  if (this->settings_.control == Control::fixed || !(std::abs(met) > least)) return std::nullopt;
  refuse_attempt(StepStatus::no_field);
  next_size_ = static_cast<Real>(approach) * met;
  return Advance::refused;
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
