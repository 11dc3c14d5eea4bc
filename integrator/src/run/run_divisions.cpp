// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "run/run.hpp"

namespace leafwise::integrator {
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
bool Run<Real>::is_before_goal(Real size) const {
  const Real slack = 1 + static_cast<Real>(1e-10);
  return std::abs(settings_.to - place(step_.from, parameter_)) > std::abs(size) * slack;
}

/// Over a place where a divisor vanishes, in one step. False: there is none, or not from here.
template <typename Real>
bool Run<Real>::pass_division() {
  const Real left = settings_.to - place(step_.from, parameter_);
  const bool is_fixed = settings_.control == Control::fixed;
  const Real grid = is_fixed ? std::abs(*settings_.step) : Real{0};
  if (!passage_.cross(geometry_, step_, direction_, grid)) return false;
  const Real meets = step_.from[*problem_.independent] + passage_.share() * step_.size;
  is_cut_ = !is_before_goal(step_.size);
  if (is_cut_) {
    if (std::abs(left) <
        static_cast<Real>(short_of_place) * std::abs(passage_.share() * step_.size)) {
      return false;
    }
    passage_.cut(step_, left);
    step_.to[*problem_.independent] = settings_.to;
  }
  is_passage_ = true;
  dense_.begin(geometry_, passage_, step_);
  const Real size = step_.size;
  Real last_theta = 1;
  if (write_events(last_theta, is_cut_)) {
    if (last_theta >= passage_.share()) report_.passed.push_back({passage_.divisor(), meets});
    write_rows(last_theta, is_cut_);
    if (!is_over_) {
      accept(is_cut_);
      sheets_.start(geometry_, step_.from);
      passage_.start(step_.from);
      next_size_ = is_fixed ? direction_ * grid : size / 2;
    }
    is_passage_ = false;
    return true;
  }
  is_passage_ = false;
  return false;
}

/// A step that has met a singular point at θ, where a divisor vanishes, goes only near to it.
/// False: it has met something else, or no passage is to be hoped for.
template <typename Real>
bool Run<Real>::come_nearer_to_division(Real theta) {
  if (!passage_.exists()) return false;
  const std::optional<Real> known = passage_.distance(step_, direction_);
  const bool is_within =
      known && std::abs(*known) <= static_cast<Real>(within_step) * std::abs(step_.size);
  if (!is_within && !passage_.met(step_)) return false;
  const Real met = is_within ? known.value_or(0) : theta * step_.size;
  if (!passage_.was_tried() && pass_division()) return true;
  const Real least = static_cast<Real>(nearest) * std::abs(parameter_);
  if (settings_.control == Control::fixed || !(std::abs(met) > least)) return false;
  refuse_attempt(StepStatus::no_field);
  next_size_ = static_cast<Real>(approach) * met;
  return true;
}

template class Run<double>;
template class Run<long double>;

}  // namespace leafwise::integrator
