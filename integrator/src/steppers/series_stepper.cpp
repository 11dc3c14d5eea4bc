// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/series_stepper.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace leafwise::integrator {
namespace {

/// The last term that is aimed at, in units of the tolerance.
constexpr double aim = 0.8;
/// A step whose last two terms are less than this, in units of the tolerance, could be longer by
/// what they say: then they say too little.
constexpr double explaining = 1e-3;
/// Where the defect is looked at within such a step: shares of it that no period divides.
constexpr std::array<double, 3> places = {
    0.2360679774997897, 0.5257311121191336, 0.8506508083520399};
/// Of sums of terms, and of V: in units of ε. Below it a defect is no defect.
constexpr double roundings = 16;

}  // namespace

template <typename Real>
SeriesStepper<Real>::SeriesStepper(const ManifoldProblem<Real>& problem,
                                   Parameter parameter,
                                   std::size_t order,
                                   const StepperOptions& options,
                                   const Tolerance<Real>& tolerance)
    : series_(problem, parameter, order),
      independent_(problem.independent),
      options_(options),
      tolerance_(tolerance),
      target_(problem.dimension()),
      slope_(problem.dimension()),
      bend_(problem.dimension()),
      point_(problem.dimension()),
      field_(problem.dimension()),
      round_off_(problem.dimension()) {
  traits_.order = static_cast<int>(order);
  traits_.error_order = options.error_source == ErrorSource::none ? 0 : traits_.order - 1;
}

template <typename Real>
std::size_t SeriesStepper<Real>::automatic_order(const Tolerance<Real>& tolerance) {
  Real tightest = 1;
  for (const Real relative : tolerance.relative) {
    if (relative > 0) tightest = std::min(tightest, relative);
  }
  tightest = std::max(tightest, std::numeric_limits<Real>::epsilon());
  const Real order = std::ceil(1 - std::log(tightest) / 2);
  return static_cast<std::size_t>(std::clamp(order, Real{4}, static_cast<Real>(highest_order)));
}

template <typename Real>
bool SeriesStepper<Real>::expand(Geometry<Real>& geometry, Step<Real>& step) {
  if (!step.from_is_new) return true;
  if (!series_.expand(step.from, step.from_field)) return false;
  ++geometry.counters().factorizations;
  step.from_is_new = false;
  return true;
}

template <typename Real>
Real SeriesStepper<Real>::advised_size(Geometry<Real>& geometry, Step<Real>& step) {
  if (!expand(geometry, step)) return Real{0};
  const std::size_t order = series_.order();
  const auto norm = [&](std::size_t d) {
    return weighted_norm<Real>(tolerance_, series_.coefficient(d), step.from, step.from);
  };
  const Real point_size = std::max(Real{1}, norm(0));
  Real radius = std::numeric_limits<Real>::max();
  for (std::size_t d = order - 1; d <= order; ++d) {
    const Real size = norm(d);
    if (size > 0) {
      radius = std::min(radius, std::pow(point_size / size, 1 / static_cast<Real>(d)));
    }
  }
  return radius * std::pow(static_cast<Real>(aim) / point_size, 1 / static_cast<Real>(order));
}

template <typename Real>
void SeriesStepper<Real>::evaluate(Real parameter) {
  const std::size_t order = series_.order();
  std::ranges::copy(series_.coefficient(order), target_.begin());
  std::ranges::fill(slope_, Real{0});
  std::ranges::fill(bend_, Real{0});
  for (std::size_t d = order; d-- > 0;) {
    const std::span<const Real> term = series_.coefficient(d);
    for (std::size_t i = 0; i < target_.size(); ++i) {
      bend_[i] = bend_[i] * parameter + slope_[i];
      slope_[i] = slope_[i] * parameter + target_[i];
      target_[i] = target_[i] * parameter + term[i];
    }
  }
}

template <typename Real>
void SeriesStepper<Real>::note_defect(std::span<const Real> field,
                                      Real weight,
                                      Step<Real>& step) const {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  // Near a pole the rounding of t alone changes V.
  const Real moment = independent_ ? 8 * epsilon * std::abs(step.from[*independent_]) : Real{0};
  for (std::size_t i = 0; i < field.size(); ++i) {
    const Real rounded =
        static_cast<Real>(roundings) * epsilon * weight * std::abs(field[i]) + round_off_[i];
    const Real gap = std::abs(slope_[i] - field[i]) - moment * std::abs(bend_[i]);
    const Real size = weight * gap - rounded;
    if (!(size <= std::abs(step.error[i]))) step.error[i] = size;
  }
}

/// The last two terms are large enough to say something, and not larger than all of the few before
/// them: such announce others behind them (t¹⁹ in x' = t¹⁸x², begun near t = 0, brings t³⁸ at
/// last).
template <typename Real>
bool SeriesStepper<Real>::is_explained(const Step<Real>& step) const {
  constexpr std::size_t few = 4;
  const std::size_t order = series_.order();
  Real last = 0;
  Real before = 0;
  for (std::size_t d = order > few + 1 ? order - few - 1 : 1; d <= order; ++d) {
    const Real size = weighted_norm<Real>(tolerance_, series_.coefficient(d), step.from, step.to) *
                      std::pow(std::abs(step.size), static_cast<Real>(d));
    Real& largest = d + 1 < order ? before : last;
    largest = std::max(largest, size);
  }
  return last > static_cast<Real>(explaining) && last <= before;
}

template <typename Real>
StepStatus SeriesStepper<Real>::look_between(Geometry<Real>& geometry, Step<Real>& step) {
  for (const double place : places) {
    evaluate(static_cast<Real>(place) * step.size);
    const ProjectionStatus projected = geometry.project(target_, point_);
    if (projected != ProjectionStatus::good) return to_step_status(projected);
    const FieldStatus evaluated = geometry.field(point_, field_);
    if (evaluated != FieldStatus::good) return to_step_status(evaluated);
    note_defect(field_, std::abs(step.size), step);
  }
  return StepStatus::good;
}

/// The last term, as it is (its tangential part would cost a factorisation, and is not larger), or
/// what the defect stands for.
template <typename Real>
StepStatus SeriesStepper<Real>::estimate(Geometry<Real>& geometry, Step<Real>& step) {
  const StepStatus completed = step.complete(geometry);
  if (completed != StepStatus::good) return completed;
  const std::size_t order = series_.order();
  const Real width = std::abs(step.size);
  std::ranges::fill(round_off_, Real{0});
  for (std::size_t d = order + 1; d-- > 0;) {
    const std::span<const Real> term = series_.coefficient(d);
    for (std::size_t i = 0; i < term.size(); ++i) {
      round_off_[i] = round_off_[i] * width + std::abs(term[i]);
    }
  }
  for (Real& entry : round_off_) {
    entry *= static_cast<Real>(roundings) * std::numeric_limits<Real>::epsilon();
  }
  const Real power = std::pow(step.size, static_cast<Real>(order));
  const std::span<const Real> last = series_.coefficient(order);
  for (std::size_t i = 0; i < last.size(); ++i) step.error[i] = power * last[i];
  note_defect(step.to_field, width / static_cast<Real>(order + 1), step);
  return is_explained(step) ? StepStatus::good : look_between(geometry, step);
}

template <typename Real>
StepStatus SeriesStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  step.has_to_field = false;
  if (!expand(geometry, step)) return StepStatus::no_field;
  evaluate(step.size);
  ProjectionStatus projected = geometry.project(target_, step.to);
  if (projected == ProjectionStatus::good && options_.polishes_ends) {
    projected = geometry.polish(step.to);
  }
  step.note_projection(target_);
  const bool is_estimated = projected == ProjectionStatus::good && traits_.error_order > 0;
  return is_estimated ? estimate(geometry, step) : to_step_status(projected);
}

template <typename Real>
StepStatus SeriesStepper<Real>::interpolate(Geometry<Real>& /*geometry*/,
                                            const Step<Real>& step,
                                            StepPolynomial<Real>& polynomial) {
  const std::size_t order = series_.order();
  polynomial.set_degree(order);
  Real power = 1;
  for (std::size_t d = 0; d <= order; ++d, power *= step.size) {
    const std::span<Real> out = polynomial.coefficient(d);
    const std::span<const Real> term = series_.coefficient(d);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = power * term[i];
  }
  // The end is the projected point, also where the series ends a little off M.
  polynomial.value(Real{1}, target_);
  const std::span<Real> last = polynomial.coefficient(order);
  for (std::size_t i = 0; i < last.size(); ++i) last[i] += step.to[i] - target_[i];
  return StepStatus::good;
}

template class SeriesStepper<double>;
template class SeriesStepper<long double>;

}  // namespace leafwise::integrator
