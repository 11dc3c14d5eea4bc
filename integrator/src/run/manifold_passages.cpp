// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "run/manifold_walker.hpp"

// Steps that are series, over places where the equations give no direction.
namespace leafwise::integrator::detail {
namespace {

/// A goal nearer than this share of the way to the place is come to by steps of the method.
constexpr double short_of_place = 0.8;
/// Of the way to a place that a step has met, for the next step towards it.
constexpr double approach = 0.5;
/// Of the way since the start: nearer to the place no series is expected to show more.
constexpr double nearest = 1e-6;

}  // namespace

template <typename Real>
Real ManifoldWalker<Real>::grid() const {
  const bool is_fixed = this->settings_.control == Control::fixed;
  return is_fixed ? std::abs(*this->settings_.step) : Real{0};
}

/// What a passage has made becomes the step, up to the goal.
template <typename Real>
bool ManifoldWalker<Real>::make_passage(SeriesPassage<Real>& passage) {
  const Real left = this->settings_.to - place_of_start();
  const bool knows_goal = this->settings_.scale == Scale::parameter ||
                          this->settings_.parameter == Parameter::independent;
  is_cut_ = knows_goal && !is_before_goal(step_.size);
  if (is_cut_) {
    const Real way = std::abs(passage.share() * step_.size);
    if (std::abs(left) < static_cast<Real>(short_of_place) * way) return false;
    passage.cut(step_, left);
    if (this->settings_.scale == Scale::independent) {
      step_.to[*problem_.independent] = this->settings_.to;
    }
  }
  is_passage_ = true;
  made_by_ = &passage;
  is_at_goal_ = is_cut_;
  dense_.begin(geometry_, passage, step_);
  return true;
}

/// After a passage everything is watched from here anew.
template <typename Real>
void ManifoldWalker<Real>::leave_passage() {
  sheets_.start(geometry_, step_.from);
  passage_.start(step_.from);
  singular_passage_.start(step_.from);
  const bool is_fixed = this->settings_.control == Control::fixed;
  next_size_ = is_fixed ? this->direction_ * std::abs(*this->settings_.step) : this->last_size_ / 2;
}

/// The first step of a run that starts in a singular place.
template <typename Real>
bool ManifoldWalker<Real>::open() {
  if (singular_passage_.open(geometry_, step_, this->direction_, grid()) &&
      make_passage(singular_passage_)) {
    return true;
  }
  singular_ = SingularPoint<Real>{step_.from, watch_.quality()};
  (void)this->end_with(Reason::singular_distribution,
                       "the start is singular, and no series leads away from it");
  return false;
}

template <typename Real>
bool ManifoldWalker<Real>::pass_singular_point() {
  if (!singular_passage_.cross(geometry_, step_, this->direction_, grid())) return false;
  passed_at_ = problem_.independent ? singular_passage_.at_place(*problem_.independent)
                                    : this->parameter_ + singular_passage_.share() * step_.size;
  return make_passage(singular_passage_);
}

/// Where steps fail again and again, and a place is near.
template <typename Real>
bool ManifoldWalker<Real>::rescue() {
  return singular_passage_.exists() && is_retry_ && singular_passage_.comes_nearer() &&
         !singular_passage_.was_tried() && pass_singular_point();
}

/// A step that has met a singular point at θ goes only near to it, and from there over it.
template <typename Real>
std::optional<Advance> ManifoldWalker<Real>::come_nearer_to_singular_point(Real theta) {
  if (!singular_passage_.exists()) return std::nullopt;
  if (!singular_passage_.was_tried() && pass_singular_point()) return Advance::made;
  return end_short_of(theta * step_.size, static_cast<Real>(approach));
}

/// A step that has met a place is made again, over that share of the way to it. None: no step can
/// come nearer to be of use.
template <typename Real>
std::optional<Advance> ManifoldWalker<Real>::end_short_of(Real place, Real share) {
  const Real least = static_cast<Real>(nearest) * std::abs(this->parameter_);
  if (this->settings_.control == Control::fixed || !(std::abs(place) > least)) return std::nullopt;
  refuse_attempt(StepStatus::no_field);
  next_size_ = share * place;
  return Advance::refused;
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
