// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "run/manifold_walker.hpp"
#include "run/run_limits.hpp"

namespace leafwise::integrator::detail {

/// After a step that had to be shorter than planned, the next ones grow again by factors: near an
/// end of the solution, where none succeeds at once, all shorter ones would be tried each time.
template <typename Real>
Real ManifoldWalker<Real>::planned_size() {
  constexpr double growth = 2;
  constexpr double growth_of_advice = 10;
  Real size = std::abs(next_size_);
  if (this->settings_.control == Control::fixed && !is_retry_) {
    size = std::min(std::abs(*this->settings_.step), static_cast<Real>(growth) * size);
  }
  if (this->settings_.control == Control::pi && !is_retry_) {
    const Real advice = stepper_->advised_size(geometry_, step_);
    const Real most = steps_ > 0 ? static_cast<Real>(growth_of_advice) * size : advice;
    if (advice > 0) size = std::min(advice, most);
  }
  if (this->settings_.control == Control::pi) {
    size = std::min(size, singular_passage_.longest_step());
  }
  return this->direction_ * std::min(size, this->settings_.largest_step);
}

template <typename Real>
Real ManifoldWalker<Real>::cut_to_goal(Real size) {
  is_cut_ = false;
  const bool is_known = this->settings_.scale == Scale::parameter ||
                        this->settings_.parameter == Parameter::independent;
  if (!is_known) return size;
  const Real left = this->settings_.to - place_of_start();
  // A rest that comes from rounding alone is not left for another step.
  const Real slack = 1 + static_cast<Real>(1e-10);
  if (std::abs(left) > std::abs(size) * slack) return size;
  is_cut_ = true;
  return left;
}

/// Also where the independent variable stops while others still change: towards a fold or a pole
/// steps get smaller for ever. It may begin or pass at 0, where its numbers are as small as one
/// likes; then the way since the start decides.
template <typename Real>
bool ManifoldWalker<Real>::is_too_small(Real size) const {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  const bool is_time = this->settings_.parameter == Parameter::independent && problem_.independent;
  if (is_time && !is_cut_) {
    constexpr double share_at_zero = 1e-4;
    const Real roundings = 64;  // of which a rounding is more than a percent
    const Real time = std::max(std::abs(step_.from[*problem_.independent]),
                               static_cast<Real>(share_at_zero) * std::abs(this->parameter_));
    if (!(std::abs(size) > roundings * epsilon * time)) return true;
  }
  // Each coordinate has its own unit: a step is too small if none of them changes. Time, which may
  // begin at 0, has the way to go.
  constexpr double share_of_way = 1e-10;
  const auto changes = [&](std::size_t j) {
    const bool is_own = is_time && j == *problem_.independent;
    const Real least =
        is_own ? static_cast<Real>(share_of_way) * std::abs(this->settings_.to - place_of_start())
               : tolerance_.absolute[j];
    const Real unit = std::max(std::abs(step_.from[j]), least);
    return std::abs(size * step_.from_field[j]) > 4 * epsilon * unit;
  };
  for (std::size_t i = 0; i < step_.from.size(); ++i) {
    if (changes(i)) return false;
  }
  return true;
}

template <typename Real>
void ManifoldWalker<Real>::end_too_small() {
  const bool has_no_field =
      last_failure_ == StepStatus::no_field || last_failure_ == StepStatus::rank_lost;
  singular_ = watch_.predict(geometry_, step_, this->direction_);
  if (!singular_ && (watch_.is_near() || (is_retry_ && has_no_field))) {
    singular_ = SingularPoint<Real>{step_.from, watch_.quality()};
  }
  if (singular_) {
    (void)this->end_with(
        Reason::singular_distribution,
        "the distribution stops being one-dimensional, and steps became too small");
  } else {
    std::string message = "steps became as small as round-off";
    if (last_failure_ == StepStatus::no_stages) {
      message += ": Newton's iteration for the implicit stages does not converge";
    }
    (void)this->end_with(Reason::step_too_small, message);
  }
}

template <typename Real>
void ManifoldWalker<Real>::refuse_attempt(StepStatus status) {
  ++failed_;
  last_failure_ = status;
  is_retry_ = true;
  next_size_ = step_.size * controller_.factor_after_failure();
}

/// One attempt and, if its error is small enough, `to_field`.
template <typename Real>
bool ManifoldWalker<Real>::attempt() {
  step_.size = cut_to_goal(planned_size());
  const Real planned = is_cut_ ? next_size_ : step_.size;
  // Towards a pole others go on changing where steps are lost in the rounding of t.
  constexpr int most_standing = 1000;
  if (is_too_small(step_.size) || standing_ > most_standing) {
    end_too_small();
    return false;
  }
  attempts_ += stepper_->traits().is_doubled ? 2 : 1;  // halves count as steps
  step_.least_quality = 1;
  step_.evaluations = 0;
  StepStatus status = stepper_->attempt(geometry_, step_);
  if (status != StepStatus::good) {
    refuse_attempt(status);
    return false;
  }
  if (this->settings_.is_tangent && step_.is_projected_far()) {
    refuse_attempt(StepStatus::no_projection);
    return false;
  }
  const auto decision = controller_.decide(controller_.measure(step_));
  if (!decision.is_accepted) {
    ++rejected_;
    is_retry_ = true;
    last_failure_ = StepStatus::good;
    next_size_ = step_.size * decision.factor;
    return false;
  }
  status = step_.complete(geometry_);
  if (status != StepStatus::good) {
    refuse_attempt(status);
    return false;
  }
  if (this->settings_.control == Control::pi && singular_passage_.comes_too_near(step_.to)) {
    refuse_attempt(StepStatus::rank_lost);
    return false;
  }
  // A step that was cut says little about the size of the next one.
  next_size_ = step_.size * decision.factor;
  if (is_cut_ && std::abs(next_size_) < std::abs(planned)) next_size_ = planned;
  return true;
}

/// Whether `_s` at the end of the step is a number. Its length is looked at only where a bound on
/// it comes near the largest one.
template <typename Real>
bool ManifoldWalker<Real>::has_finite_length() {
  Real bound = this->arclength_;
  for (std::size_t i = 0; i < step_.from.size(); ++i) {
    bound += std::abs(step_.from[i]) + std::abs(step_.to[i]) +
             std::abs(step_.size) * (std::abs(step_.from_field[i]) + std::abs(step_.to_field[i]));
  }
  // |p'| of the cubic through both ends is at most six times this.
  if (6 * bound < std::numeric_limits<Real>::max()) return true;
  return std::isfinite(this->arclength_ + length(Real{1}));
}

/// Whether a step that meets a singular point is long enough to be told from the point.
template <typename Real>
bool ManifoldWalker<Real>::may_be_shorter() const {
  constexpr double shortest = 1e-8;  // of the size of the point
  Real speed = 0;
  Real size = 1;
  for (std::size_t i = 0; i < step_.from.size(); ++i) {
    speed += step_.from_field[i] * step_.from_field[i];
    size += step_.from[i] * step_.from[i];
  }
  return std::abs(step_.size) * std::sqrt(speed) > static_cast<Real>(shortest) * std::sqrt(size);
}

template <typename Real>
bool ManifoldWalker<Real>::stays_on_sheet() {
  return sheets_.stays(geometry_, dense_, step_, has_halves());
}

template <typename Real>
bool ManifoldWalker<Real>::has_halves() const {
  return stepper_->traits().is_doubled && !is_passage_ && !is_begin_;
}

template <typename Real>
Advance ManifoldWalker<Real>::advance() {
  const bool may_be_stopped =
      this->settings_.rows == Rows::requested && this->settings_.at.size() >= rows_between_looks;
  if (may_be_stopped) {
    before_ = {};
    save_steps(before_);
  }
  const Advance how = make_step();
  is_under_way_ = may_be_stopped && how == Advance::made;
  return how;
}

template <typename Real>
Advance ManifoldWalker<Real>::make_step() {
  is_passage_ = false;
  is_begin_ = false;
  if (singular_passage_.has_opening()) return open() ? Advance::made : Advance::ended;
  if (!has_begun_) return advance_from_singular_start();
  if (passage_.is_ahead(next_size_) && pass_division()) return Advance::made;
  if (singular_passage_.is_ahead(next_size_) && pass_singular_point()) return Advance::made;
  return step_by_method();
}

template <typename Real>
Advance ManifoldWalker<Real>::step_by_method() {
  if (!attempt()) {
    if (!this->end_ && rescue()) return Advance::made;
    return this->end_ ? Advance::ended : Advance::refused;
  }
  dense_.begin(geometry_, *stepper_, step_);
  if (!has_finite_length()) {
    refuse_attempt(StepStatus::no_field);
    return Advance::refused;
  }
  std::optional<Real> theta = watch_.find(geometry_, dense_, step_);
  if (!theta) theta = passage_.met(step_);
  if (theta) {
    if (const auto how = come_nearer_to_division(*theta)) return *how;
    if (const auto how = come_nearer_to_singular_point(*theta)) return *how;
    // Where normals turn as well, a step past a narrow place may only look as if it met one:
    // shorter ones tell. At folds they do not turn.
    if (may_be_shorter() && !stays_on_sheet()) {
      refuse_attempt(StepStatus::no_field);
      return Advance::refused;
    }
    // A step so coarse that none of it is a row says little about where the end is.
    const std::optional<Real> last_row = last_row_before(*theta);
    if (!last_row && this->settings_.control == Control::pi && may_be_shorter()) {
      refuse_attempt(StepStatus::no_field);
      return Advance::refused;
    }
    end_at_singular_point(*theta, last_row);
    return Advance::ended;
  }
  dense_.be_strict();
  const Arrival arrival = arrive();
  if (arrival == Arrival::failed || !stays_on_sheet()) {
    refuse_attempt(StepStatus::no_projection);
    return Advance::refused;
  }
  is_at_goal_ = arrival == Arrival::there;
  return Advance::made;
}

template <typename Real>
void ManifoldWalker<Real>::refuse() {
  is_under_way_ = false;
  // A passage is not tried again from here: steps of the method are.
  if (!is_passage_ && !is_begin_) refuse_attempt(StepStatus::no_projection);
}

template <typename Real>
void ManifoldWalker<Real>::accept(bool is_last) {
  const std::uint64_t parts = has_halves() ? 2 : 1;
  steps_ += parts;
  this->arclength_ = this->arclength_ + length(Real{1});
  // At the goal exactly: sums of sizes round.
  const bool is_at_goal = is_last && this->settings_.scale == Scale::parameter;
  this->parameter_ = is_at_goal ? this->settings_.to : this->parameter_ + step_.size;
  this->last_size_ = step_.size;
  if (this->settings_.parameter == Parameter::independent && problem_.independent) {
    const std::size_t x = *problem_.independent;
    standing_ = step_.to[x] == step_.from[x] ? standing_ + 1 : 0;
  }
  watch_.advance(step_);
  if (!is_passage_ && !is_begin_) sheets_.advance();
  passage_.advance(step_.to, step_.size);
  singular_passage_.advance(step_.to, step_.size);
  geometry_.follow(step_.to, step_.to_field);
  step_.advance();
  is_retry_ = false;
  if (is_passage_ || is_begin_) leave_passage();
  settled_passages_ = passed_.size();
  settled_singular_ = passed_singular_.size();
  is_under_way_ = false;
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
