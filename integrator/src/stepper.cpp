// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {

template <typename Real>
Step<Real>::Step(std::size_t dimension)
    : from(dimension),
      from_field(dimension),
      middle(dimension),
      to(dimension),
      to_field(dimension),
      error(dimension),
      second_error(dimension) {}

template <typename Real>
void Step<Real>::note(const DirectionQuality<Real>& quality) noexcept {
  least_quality = std::min(least_quality, quality.second_smallest);
  ++evaluations;
}

template <typename Real>
StepStatus Step<Real>::complete(Geometry<Real>& geometry) {
  if (has_to_field) return StepStatus::good;
  const FieldStatus evaluated = geometry.field(to, to_field);
  to_quality = geometry.quality();
  note(to_quality);
  has_to_field = evaluated == FieldStatus::good;
  return to_step_status(evaluated);
}

template <typename Real>
void Step<Real>::advance() {
  std::swap(from, to);
  std::swap(from_field, to_field);
  has_to_field = false;
  from_is_new = true;
}

template <typename Real>
void Stepper<Real>::restore(std::span<const std::int64_t> memory) {
  if (memory.empty()) return;
  throw InvalidInput(Mistake{"this memory is not of a method like this one", {}, {}, {}});
}

template <typename Real>
Real Stepper<Real>::advised_size(Geometry<Real>& /*geometry*/, Step<Real>& /*step*/) {
  return Real{0};
}

template <typename Real>
Real weighted_norm(const Tolerance<Real>& tolerance,
                   std::span<const Real> error,
                   std::span<const Real> p,
                   std::span<const Real> q) {
  Real sum = 0;
  for (std::size_t i = 0; i < error.size(); ++i) {
    if (error[i] == 0) continue;  // with absolute tolerance 0 the quotient might be 0/0
    const Real size = std::max(std::abs(p[i]), std::abs(q[i]));
    const Real ratio = error[i] / (tolerance.absolute[i] + tolerance.relative[i] * size);
    sum += ratio * ratio;
  }
  return std::sqrt(sum / static_cast<Real>(error.size()));
}

StepStatus to_step_status(FieldStatus status) noexcept {
  switch (status) {
    case FieldStatus::good: return StepStatus::good;
    case FieldStatus::undefined: return StepStatus::no_field;
    case FieldStatus::not_finite: break;
  }
  return StepStatus::not_finite;
}

StepStatus to_step_status(ProjectionStatus status) noexcept {
  switch (status) {
    case ProjectionStatus::good: return StepStatus::good;
    case ProjectionStatus::no_convergence: return StepStatus::no_projection;
    case ProjectionStatus::rank_lost: return StepStatus::rank_lost;
    case ProjectionStatus::not_finite: break;
  }
  return StepStatus::not_finite;
}

template struct Step<double>;
template struct Step<long double>;
template class Stepper<double>;
template class Stepper<long double>;
template double weighted_norm(const Tolerance<double>&,
                              std::span<const double>,
                              std::span<const double>,
                              std::span<const double>);
template long double weighted_norm(const Tolerance<long double>&,
                                   std::span<const long double>,
                                   std::span<const long double>,
                                   std::span<const long double>);

}  // namespace leafwise::integrator
