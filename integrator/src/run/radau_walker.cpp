// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/radau_walker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "linear/small_vectors.hpp"
#include "steppers/length_of.hpp"

namespace leafwise::integrator::detail {
namespace {

/// The first step's share of the way: steps grow eightfold, so that it is found in a few.
constexpr double first_share = 1e-6;

template <typename Real>
bool is_positive(Real value) {
  return value > 0 && value < std::numeric_limits<Real>::infinity();
}

/// Visits all of a state in one order, for writing and for reading.
template <typename State, typename Visitor>
void visit_numbers(State& state, Visitor&& visit) {
  for (auto* number : {&state.t,
                       &state.next_step,
                       &state.last_step,
                       &state.accepted_step,
                       &state.accepted_error,
                       &state.newton_factor,
                       &state.contraction,
                       &state.proposed_step,
                       &state.factorized_step}) {
    visit(*number);
  }
  for (auto* list : {&state.y,
                     &state.end,
                     &state.differences,
                     &state.linearised_point,
                     &state.factorized_point}) {
    for (auto& number : *list) visit(number);
  }
}

template <typename State, typename Visitor>
void visit_flags(State& state, Visitor&& visit) {
  for (auto* flag : {&state.is_settled,
                     &state.is_first,
                     &state.after_rejection,
                     &state.keeps_factors,
                     &state.keeps_derivative,
                     &state.has_derivative_of_end}) {
    visit(*flag);
  }
}

}  // namespace

template <typename Real>
void RadauWalker<Real>::refuse_with(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

template <typename Real>
RadauWalker<Real>::RadauWalker(const Settings<Real>& settings, RowShape shape, std::size_t measured)
    : Walker<Real>(settings, std::move(shape)), measured_(measured) {
  check_settings();
}

template <typename Real>
void RadauWalker<Real>::check_settings() const {
  const Settings<Real>& settings = this->settings_;
  if (!is_positive(settings.relative_tolerance) || !is_positive(settings.absolute_tolerance)) {
    refuse_with("a tolerance is not positive", "positive tolerances");
  }
  if (settings.tolerance) {
    refuse_with("this method has no tolerances by component", "one relative, one absolute");
  }
  if (settings.step && !is_positive(*settings.step)) {
    refuse_with("the first step is not positive", "its size, without a sign");
  }
  const bool is_fixed = settings.control == Control::fixed;
  if (is_fixed && !settings.step) refuse_with("fixed steps need a size", "step");
  if (!is_fixed && settings.control != Control::pi) {
    refuse_with("this method has a step control of its own", "control 'pi' or 'fixed'");
  }
  if (settings.scale != Scale::independent || settings.parameter != Parameter::independent) {
    refuse_with("this method steps in the independent variable", "an end given by it");
  }
  if (!std::isfinite(settings.to)) {
    refuse_with("the goal is not finite", "a value of the variable");
  }
}

template <typename Real>
void RadauWalker<Real>::use(std::unique_ptr<RadauStepper<Real>> stepper) {
  stepper_ = std::move(stepper);
  const std::size_t size = stepper_->y().size();
  from_.resize(1 + size);
  to_.resize(1 + size);
  slope_.resize(size);
}

template <typename Real>
void RadauWalker<Real>::take_ends() {
  to_[0] = stepper_->t();
  std::copy(stepper_->y().begin(), stepper_->y().end(), to_.begin() + 1);
}

template <typename Real>
void RadauWalker<Real>::start_at(std::span<const Real> point) {
  const Real way = this->settings_.to - point[0];
  this->direction_ = way < 0 ? Real{-1} : Real{1};
  const Real first =
      this->settings_.step ? *this->settings_.step : static_cast<Real>(first_share) * std::abs(way);
  const bool is_defined = stepper_->start(
      point[0], point.subspan(1), this->direction_ * std::min(first, this->settings_.largest_step));
  take_ends();
  from_ = to_;
  if (is_defined) return;
  (void)this->end_with(Reason::step_too_small, "the functions have no values at the start");
}

template <typename Real>
void RadauWalker<Real>::append_numbers(std::vector<Real>& numbers) const {
  save_own(numbers);
  const RadauState<Real>& state = stepper_->state();
  visit_numbers(state, [&](const Real& number) { numbers.push_back(number); });
  visit_flags(state, [&](const bool& flag) { numbers.push_back(flag ? 1 : 0); });
}

template <typename Real>
void RadauWalker<Real>::save(Checkpoint<Real>& checkpoint) {
  if (is_under_way_) {
    checkpoint.numbers = remembered_;
  } else {
    append_numbers(checkpoint.numbers);
  }
  // What the step under way has cost, it costs once more.
  const RadauCounters& count = is_under_way_ ? remembered_count_ : stepper_->counters();
  checkpoint.steps = before_.steps + count.steps;
  checkpoint.rejected = before_.rejected + count.rejected;
  checkpoint.failed = before_.failed + count.failed;
  checkpoint.counters = before_.counters;
  checkpoint.counters.fields += count.functions;
  checkpoint.counters.jacobians += count.jacobians;
  checkpoint.counters.factorizations += count.factorizations;
  checkpoint.counters.newton += count.newton;
}

template <typename Real>
void RadauWalker<Real>::restore(const Checkpoint<Real>& checkpoint) {
  const std::vector<Real>& numbers = checkpoint.numbers;
  const bool is_finite =
      std::ranges::all_of(numbers, [](Real number) { return std::isfinite(number); });
  const auto mistaken = [] {
    refuse_with("the checkpoint does not belong to this system", "one of a run of the same system");
  };
  if (!is_finite) mistaken();
  std::size_t next = restore_own(numbers);
  const auto take = [&]() -> Real {
    return next < numbers.size() ? numbers[next++] : (++next, Real{0});
  };
  RadauState<Real> state = stepper_->state();
  visit_numbers(state, [&](Real& number) { number = take(); });
  visit_flags(state, [&](bool& flag) { flag = take() != 0; });
  if (next != numbers.size()) mistaken();
  before_ = checkpoint;
  this->parameter_ = checkpoint.parameter;
  this->arclength_ = checkpoint.arclength;
  this->last_size_ = checkpoint.last_size;
  this->direction_ = this->settings_.to < state.t ? Real{-1} : Real{1};
  bool is_defined = stepper_->restart(state);
  if (is_defined && !state.is_settled) {
    is_defined = stepper_->settle(this->settings_.largest_step);
  }
  take_ends();
  from_ = to_;
  finish_restore();
  if (is_defined) return;
  (void)this->end_with(Reason::step_too_small, "the functions have no values at the checkpoint");
}

template <typename Real>
std::uint64_t RadauWalker<Real>::attempts() const {
  const RadauCounters& count = stepper_->counters();
  return count.steps + count.rejected + count.failed;
}

template <typename Real>
std::uint64_t RadauWalker<Real>::steps() const {
  return before_.steps + stepper_->counters().steps;
}

template <typename Real>
Advance RadauWalker<Real>::end_badly(RadauEnd how) {
  if (how == RadauEnd::singular) {
    return this->end_with(Reason::singular_distribution, singular_message());
  }
  if (const auto reason = explain_failure()) {
    return this->end_with(Reason::singular_distribution, *reason);
  }
  return this->end_with(Reason::step_too_small,
                        this->settings_.control == Control::fixed
                            ? "Newton's iteration does not converge with steps of this size"
                            : "steps became as small as round-off");
}

/// A step that has not stayed is made again, half as long.
template <typename Real>
Advance RadauWalker<Real>::step_back() {
  // Shorter ones do not get across a place where branches meet.
  constexpr double least_share = 1e-9;
  const Real next = stepper_->last_step() / 2;
  const Real least = static_cast<Real>(least_share) * std::abs(this->settings_.to - from_[0]);
  const bool is_fixed = this->settings_.control == Control::fixed;
  const bool may_be_shorter = !is_fixed && std::abs(next) > least;
  if (!stepper_->step_back(remembered_state_, next)) {
    return this->end_with(Reason::step_too_small, "the functions have no values here");
  }
  is_under_way_ = false;
  take_ends();
  if (may_be_shorter) return Advance::refused;
  return this->end_with(is_fixed ? Reason::step_too_small : Reason::singular_distribution,
                        left_message());
}

template <typename Real>
Advance RadauWalker<Real>::advance() {
  remembered_.clear();
  append_numbers(remembered_);
  remembered_state_ = stepper_->state();
  remembered_count_ = stepper_->counters();
  const RadauEnd how = stepper_->advance(this->settings_.to);
  if (how != RadauEnd::accepted) return end_badly(how);
  is_under_way_ = true;
  take_ends();
  if (const auto failure = finish_step()) {
    return this->end_with(Reason::singular_distribution, *failure);
  }
  step_curve().begin(shown(from_), shown(to_), *stepper_);
  if (!stays()) return step_back();
  if (this->settings_.watches_defects) watch(to_);
  if (!std::isfinite(this->arclength_ + length(Real{1}))) {
    return this->end_with(Reason::step_too_small, "the values exceed the range of the number type");
  }
  return Advance::made;
}

template <typename Real>
void RadauWalker<Real>::accept(bool is_last) {
  this->arclength_ += length(Real{1});
  this->parameter_ += stepper_->last_step();
  this->last_size_ = stepper_->last_step();
  from_ = to_;
  is_under_way_ = false;
  if (is_last || stepper_->settle(this->settings_.largest_step)) return;
  (void)this->end_with(Reason::step_too_small, "the functions have no values here");
}

template <typename Real>
bool RadauWalker<Real>::point(Real share, std::span<Real> z) {
  if (share == 1) {
    std::ranges::copy(to_, z.begin());
    return true;
  }
  const std::size_t visible = this->shape_.coordinates.size();
  // What rows do not show, multipliers of stiff forces, is the collocation polynomial's.
  if (visible < z.size()) stepper_->interpolate(share, z.subspan(1));
  return step_curve().point(share, z.first(visible));
}

template <typename Real>
Real RadauWalker<Real>::share_of(Real value) {
  const Real step = stepper_->last_step();
  return (value - (stepper_->t() - step)) / step;
}

/// Of the curve of t and the measured components up to this share of the step, by Simpson's rule on
/// the collocation polynomial: a help for the eye, good to the step's fourth power.
template <typename Real>
Real RadauWalker<Real>::length(Real share) {
  if (share == 0) return 0;
  const auto size_of_slope = [&](Real at) {
    stepper_->differentiate(at, slope_);
    const Real way = length_of(std::span<const Real>(slope_).first(measured_));
    return std::hypot(stepper_->last_step(), way);
  };
  const Real sum = size_of_slope(Real{0}) + 4 * size_of_slope(share / 2) + size_of_slope(share);
  return share * sum / 6;
}

template <typename Real>
Real RadauWalker<Real>::residual(std::span<const Real> point) {
  const Real off = distance(point);
  largest_residual_ = std::max(largest_residual_, off);
  return off;
}

template <typename Real>
void RadauWalker<Real>::tell(Report<Real>& report) {
  const RadauCounters& count = stepper_->counters();
  report.steps = before_.steps + count.steps;
  report.rejected = before_.rejected + count.rejected;
  report.failed = before_.failed + count.failed;
  report.counters = before_.counters;
  report.counters.fields += count.functions;
  report.counters.jacobians += count.jacobians;
  report.counters.factorizations += count.factorizations;
  report.counters.newton += count.newton;
  report.largest_residual = largest_residual_;
}

template class RadauWalker<double>;
template class RadauWalker<long double>;

}  // namespace leafwise::integrator::detail
