// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "run/radau_run.hpp"

namespace leafwise::integrator::detail {
namespace {

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
RadauCheckpoint<Real> RadauRun<Real>::make_checkpoint(std::vector<Real> first_numbers) const {
  RadauCheckpoint<Real> checkpoint;
  checkpoint.arclength = arclength_;
  checkpoint.numbers = std::move(first_numbers);
  const RadauState<Real>& state = stepper_->state();
  visit_numbers(state, [&](const Real& number) { checkpoint.numbers.push_back(number); });
  visit_flags(state, [&](const bool& flag) { checkpoint.numbers.push_back(flag ? 1 : 0); });
  for (const Real value : finder_.values()) checkpoint.numbers.push_back(value);
  return checkpoint;
}

/// @param skipped numbers that `make_checkpoint` was given
template <typename Real>
void RadauRun<Real>::continue_at(const RadauCheckpoint<Real>& checkpoint, std::size_t skipped) {
  RadauState<Real> state = stepper_->state();
  std::size_t next = skipped;
  const auto take = [&]() -> Real {
    return next < checkpoint.numbers.size() ? checkpoint.numbers[next++] : (++next, Real{0});
  };
  visit_numbers(state, [&](Real& number) { number = take(); });
  visit_flags(state, [&](bool& flag) { flag = take() != 0; });
  std::vector<Real> event_values(settings_.events.size());
  for (Real& value : event_values) value = take();
  const bool is_finite = std::all_of(checkpoint.numbers.begin(),
                                     checkpoint.numbers.end(),
                                     [](Real number) { return std::isfinite(number); });
  if (next != checkpoint.numbers.size() || !is_finite) {
    refuse("the checkpoint does not belong to this system", "one of a run of the same system");
  }
  arclength_ = checkpoint.arclength;
  direction_ = settings_.to < state.t ? Real{-1} : Real{1};
  bool is_defined = stepper_->restart(state);
  if (is_defined && !state.is_settled) is_defined = stepper_->settle(settings_.largest_step);
  begin();
  finder_.restore(event_values);
  if (!is_defined) end(Reason::step_too_small, "the functions have no values at the checkpoint");
}

template class RadauRun<double>;
template class RadauRun<long double>;

}  // namespace leafwise::integrator::detail
