// SPDX-License-Identifier: GPL-3.0-or-later
#include "series_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator {
namespace {

/// The last term that is aimed at, in units of the tolerance.
constexpr double aim = 0.8;

}  // namespace

template <typename Real>
SeriesStepper<Real>::SeriesStepper(const ManifoldProblem<Real>& problem,
                                   Parameter parameter,
                                   std::size_t order,
                                   const StepperOptions& options,
                                   const Tolerance<Real>& tolerance)
    : series_(problem, parameter, order),
      options_(options),
      tolerance_(tolerance),
      target_(problem.dimension()) {
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
StepStatus SeriesStepper<Real>::attempt(Geometry<Real>& geometry, Step<Real>& step) {
  step.has_to_field = false;
  if (!expand(geometry, step)) return StepStatus::no_field;
  const std::size_t order = series_.order();
  std::ranges::copy(series_.coefficient(order), target_.begin());
  for (std::size_t d = order; d-- > 0;) {
    const std::span<const Real> term = series_.coefficient(d);
    for (std::size_t i = 0; i < target_.size(); ++i) target_[i] = target_[i] * step.size + term[i];
  }
  ProjectionStatus projected = geometry.project(target_, step.to);
  if (projected == ProjectionStatus::good && options_.polishes_ends) {
    projected = geometry.polish(step.to);
  }
  // The last term, as it is: its tangential part would cost a factorisation, and is not larger.
  const Real power = std::pow(step.size, static_cast<Real>(order));
  const std::span<const Real> last = series_.coefficient(order);
  for (std::size_t i = 0; i < target_.size(); ++i) step.error[i] = power * last[i];
  return to_step_status(projected);
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
