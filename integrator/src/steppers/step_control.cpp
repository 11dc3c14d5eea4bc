// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace leafwise::integrator {
namespace {

constexpr double safety = 0.9;
constexpr double smallest_factor = 0.2;
constexpr double largest_factor = 5.0;
constexpr double factor_of_failures = 0.5;
/// Shares of this and the last error in the exponent.
constexpr double proportional_share = 0.7;
constexpr double integral_share = 0.4;
/// Below this a lucky error says nothing about the next step.
constexpr double smallest_remembered_error = 1e-4;
/// How far the end of a step may be projected, in units of the tolerance.
constexpr double largest_move = 1000;

}  // namespace

template <typename Real>
StepController<Real>::StepController(Control control,
                                     Tolerance<Real> tolerance,
                                     const StepperTraits& traits)
    : control_(control), tolerance_(std::move(tolerance)), traits_(traits) {}

template <typename Real>
Real StepController<Real>::measure_as_in_papers(const Step<Real>& step) const {
  // truth/numeric.md, A1: relative by component; mean square for pairs, maximum for doubling.
  constexpr double smallest_size = 1e-6;
  Real sum = 0;
  Real largest = 0;
  for (std::size_t i = 0; i < step.error.size(); ++i) {
    const Real size =
        std::max({std::abs(step.from[i]), std::abs(step.to[i]), static_cast<Real>(smallest_size)});
    const Real ratio = std::abs(step.error[i]) / (size * tolerance_.relative[i]);
    sum += ratio * ratio;
    if (!(ratio <= largest)) largest = ratio;
  }
  return traits_.is_doubled ? largest : std::sqrt(sum / static_cast<Real>(step.error.size()));
}

template <typename Real>
Real StepController<Real>::ambient_length(const Step<Real>& step) const {
  Real sum = 0;
  for (std::size_t i = 0; i < step.error.size(); ++i) {
    const Real ratio = step.error[i] / tolerance_.absolute[i];
    sum += ratio * ratio;
  }
  return std::sqrt(sum);
}

template <typename Real>
Real StepController<Real>::measure(const Step<Real>& step) const {
  if (control_ == Control::fixed || traits_.error_order == 0) return 0;
  if (control_ == Control::halving) return ambient_length(step);
  if (control_ == Control::classic && !traits_.has_second_error) return measure_as_in_papers(step);
  if (control_ == Control::classic) return measure_weighted(step);
  return std::max(measure_weighted(step), measure_move(step.moved, step));
}

template <typename Real>
Real StepController<Real>::measure_move(std::span<const Real> moved, const Step<Real>& step) const {
  if (ignores_moves_) return 0;
  const Real size = weighted_norm<Real>(tolerance_, moved, step.from, step.to);
  return size / static_cast<Real>(largest_move);
}

template <typename Real>
Real StepController<Real>::measure_weighted(const Step<Real>& step) const {
  const Real first = weighted_norm<Real>(tolerance_, step.error, step.from, step.to);
  if (!traits_.has_second_error) return first;
  // Hairer, Nørsett, Wanner I, (II.10.17): behaves like h⁸ where both estimates are regular.
  const Real second = weighted_norm<Real>(tolerance_, step.second_error, step.from, step.to);
  const Real divisor = std::sqrt(first * first + second * second / 100);
  return divisor > 0 ? first * first / divisor : first + second;
}

template <typename Real>
Real StepController<Real>::next_factor(Real error, bool is_accepted) const {
  const bool may_grow = is_accepted && !state_.after_rejection;
  const int order = traits_.error_order + 1;
  if (control_ == Control::halving) {
    if (!is_accepted) return Real{1} / 2;
    return may_grow && error * std::exp2(static_cast<Real>(order)) <= 1 ? Real{2} : Real{1};
  }
  const Real exponent = 1 / static_cast<Real>(order);
  const Real lowest = static_cast<Real>(smallest_factor);
  const Real highest = may_grow ? static_cast<Real>(largest_factor) : Real{1};
  if (error == 0) return highest;
  if (!(error > 0)) return lowest;
  Real factor = static_cast<Real>(safety);
  if (control_ == Control::classic || !is_accepted) {
    factor *= std::pow(error, -exponent);
  } else {
    const Real before = std::max(state_.last_error, static_cast<Real>(smallest_remembered_error));
    factor *= std::pow(error, -static_cast<Real>(proportional_share) * exponent) *
              std::pow(before, static_cast<Real>(integral_share) * exponent);
  }
  return std::isnan(factor) ? lowest : std::clamp(factor, lowest, highest);
}

template <typename Real>
typename StepController<Real>::Decision StepController<Real>::decide(Real error) {
  Decision decision;
  if (control_ == Control::fixed || traits_.error_order == 0) {
    decision.is_accepted = true;
    return decision;
  }
  decision.is_accepted = error <= 1;
  decision.factor = next_factor(error, decision.is_accepted);
  if (decision.is_accepted) state_.last_error = error;
  state_.after_rejection = !decision.is_accepted;
  return decision;
}

template <typename Real>
Real StepController<Real>::factor_after_failure() {
  state_.after_rejection = true;
  return static_cast<Real>(factor_of_failures);
}

namespace {

/// How fast the field changes along a step of Euler's method, into `step.error`; false where that
/// step leads nowhere.
template <typename Real>
bool find_bend(Geometry<Real>& geometry, Step<Real>& step, Real size, int direction) {
  for (std::size_t j = 0; j < step.from.size(); ++j) {
    step.error[j] = step.from[j] + static_cast<Real>(direction) * size * step.from_field[j];
  }
  const ProjectionStatus projected = geometry.project(step.from, step.error, step.to);
  if (projected != ProjectionStatus::good) return false;
  if (geometry.field(step.to, step.to_field) != FieldStatus::good) return false;
  for (std::size_t j = 0; j < step.from.size(); ++j) {
    step.error[j] = (step.to_field[j] - step.from_field[j]) / size;
  }
  return true;
}

}  // namespace

template <typename Real>
Real first_step_size(Geometry<Real>& geometry,
                     Step<Real>& step,
                     const Tolerance<Real>& tolerance,
                     int error_order,
                     int direction,
                     Real way) {
  // The constants are the book's.
  const Real fallback = static_cast<Real>(1e-6);
  const Real hundredth = static_cast<Real>(0.01);
  const Real small = static_cast<Real>(1e-5);
  // Of a long way, for what starts at 0: steps grow from there by decades.
  constexpr double share_of_way = 1e-15;
  // Where the independent variable has its zero, and in which unit it is, says nothing: it counts
  // by the way to go.
  const std::optional<std::size_t> independent = geometry.problem().independent;
  const auto norm_of_error = [&](Real time) {
    if (independent) step.error[*independent] = 0;
    const Real others = weighted_norm<Real>(tolerance, step.error, step.from, step.from);
    if (!independent || time == 0 || !(way > 0)) return others;
    const Real own = time / (way * tolerance.relative[*independent]);
    const Real share = own / std::sqrt(static_cast<Real>(step.error.size()));
    return std::isfinite(share) ? std::hypot(others, share) : others;
  };
  step.error = step.from;
  const Real d0 = norm_of_error(Real{0});
  step.error = step.from_field;
  const Real d1 = norm_of_error(independent ? step.from_field[*independent] : Real{0});
  // Relative tolerances alone say nothing of the size of what starts at 0. And what hardly changes
  // in one of the user's units may do so on the way: then its own time is the unit.
  const bool has_size = d0 >= small && std::isfinite(d1);
  const bool is_slow = has_size && d1 < small && d1 * way >= small;
  const bool has_sizes = has_size && (d1 >= small || is_slow);
  const Real unit = is_slow ? d0 / d1 : Real{1};
  const Real least = std::max(fallback, static_cast<Real>(share_of_way) * way);
  Real trial = has_sizes ? hundredth * d0 / d1 : least;
  constexpr int most_trials = 20;
  for (int i = 0; i < most_trials; ++i, trial /= 10) {
    if (!find_bend(geometry, step, trial, direction)) continue;
    const Real d2 = norm_of_error(Real{0});
    const Real steepest = std::max(d1, d2 * unit) * unit;
    if (!std::isfinite(steepest)) return trial;
    const Real exponent = 1 / static_cast<Real>(error_order + 1);
    const Real second = steepest <= static_cast<Real>(1e-15)
                            ? std::max(least, trial / 1000)
                            : unit * std::pow(hundredth / steepest, exponent);
    return std::min(100 * trial, second);
  }
  return trial;
}

template class StepController<double>;
template class StepController<long double>;
template double first_step_size(
    Geometry<double>&, Step<double>&, const Tolerance<double>&, int, int, double);
template long double first_step_size(Geometry<long double>&,
                                     Step<long double>&,
                                     const Tolerance<long double>&,
                                     int,
                                     int,
                                     long double);

}  // namespace leafwise::integrator
