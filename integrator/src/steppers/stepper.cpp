// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {
namespace {

/// Of the way from start to end. Euler's method on a circle moves by half its angle: even its
/// steps of one radian pass.
constexpr double largest_share_of_way = 0.5;
/// Of a step, in units of size times speed at its start.
constexpr double longest_way = 10;

}  // namespace

template <typename Real>
Step<Real>::Step(std::size_t dimension)
    : from(dimension),
      from_field(dimension),
      middle(dimension),
      to(dimension),
      to_field(dimension),
      error(dimension),
      second_error(dimension),
      moved(dimension) {}

template <typename Real>
void Step<Real>::note(const DirectionQuality<Real>& quality) noexcept {
  least_quality = std::min(least_quality, quality.second_smallest);
  ++evaluations;
}

template <typename Real>
void Step<Real>::note_projection(std::span<const Real> target) noexcept {
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = to[i] - target[i];
}

template <typename Real>
bool Step<Real>::is_projected_far() const noexcept {
  Real square = 0;
  for (const Real entry : moved) square += entry * entry;
  return !is_short(square, to, static_cast<Real>(largest_share_of_way));
}

template <typename Real>
bool Step<Real>::is_near(std::span<const Real> point,
                         std::span<const Real> target,
                         Real share) const noexcept {
  Real square = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    square += (point[i] - target[i]) * (point[i] - target[i]);
  }
  return is_short(square, point, share);
}

/// The way of the step is that to its end, unless this is much longer than the step's size says:
/// beyond all accuracy both ends of a projection may be anywhere.
template <typename Real>
bool Step<Real>::is_short(Real square, std::span<const Real> point, Real share) const noexcept {
  Real way = 0;
  Real speed = 0;
  Real magnitude = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    way += (to[i] - from[i]) * (to[i] - from[i]);
    speed += from_field[i] * from_field[i];
    magnitude += point[i] * point[i];
  }
  const Real longest = static_cast<Real>(longest_way) * size;
  const Real round_off = 16 * std::numeric_limits<Real>::epsilon();
  return square <= share * share * std::min(way, longest * longest * speed) +
                       round_off * round_off * magnitude;
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
