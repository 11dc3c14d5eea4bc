// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"
#include "manifold/projector.hpp"

namespace leafwise::integrator {
namespace {

using detail::all_finite;
using detail::dot;

[[noreturn]] void refuse(std::string message, std::string expected = {}) {
  throw InvalidInput(
      {.message = std::move(message), .expected = std::move(expected), .range = {}, .place = {}});
}

[[noreturn]] void refuse_memory() {
  refuse("this memory is not of a problem like this one");
}

template <typename Real>
void check_problem(const ManifoldProblem<Real>& problem, Parameter parameter) {
  const std::size_t m = problem.dimension();
  if (m == 0) refuse("a problem needs coordinates");
  if (!problem.distribution) refuse("a problem needs a distribution");
  if (problem.distribution->dimension() != m) {
    refuse("the distribution is on ℝ^" + std::to_string(problem.distribution->dimension()) +
           ", but there are " + std::to_string(m) + " coordinates");
  }
  if (problem.independent && *problem.independent >= m) {
    refuse("there is no coordinate with the number given as independent variable");
  }
  if (problem.codimension >= m) refuse("M has no dimension left: its codimension is too large");
  const std::size_t rows = problem.equations ? problem.equations->outputs() : 0;
  if (problem.codimension > rows) {
    refuse("M has codimension " + std::to_string(problem.codimension) + ", but only " +
           std::to_string(rows) + " equations");
  }
  if (problem.equations && problem.equations->inputs() != m) {
    refuse("the equations are in " + std::to_string(problem.equations->inputs()) +
           " coordinates, not " + std::to_string(m));
  }
  if (parameter == Parameter::independent && !problem.independent &&
      problem.distribution->orientation() != Orientation::meant) {
    refuse("this problem has no independent variable to be parametrised by", "arc length");
  }
}

}  // namespace

template <typename Real>
struct Geometry<Real>::State {
  State(const ManifoldProblem<Real>& p, Parameter chosen, const ProjectionSettings& settings);

  /// In the user's units, as arc length is.
  [[nodiscard]] Real squared_length(std::span<const Real> v) const;
  /// V in the parameter chosen, without a sign. False: not possible here.
  bool normalize(std::span<Real> v) const;

  ManifoldProblem<Real> problem;
  Parameter parameter;
  std::unique_ptr<Distribution<Real>> distribution;
  Orientation orientation;
  std::size_t m;

  Counters counters;
  detail::Projector<Real> projector;
  DirectionQuality<Real> quality;
  Real sign = 1;
  std::vector<Real> reference;
  std::vector<Real> direction;
  std::vector<Real> curve;  // for derivatives
};

template <typename Real>
Geometry<Real>::State::State(const ManifoldProblem<Real>& p,
                             Parameter chosen,
                             const ProjectionSettings& settings)
    : problem(p),
      parameter(chosen),
      distribution(p.distribution->clone()),
      orientation(p.distribution->orientation()),
      m(p.dimension()),
      projector(p, settings, counters),
      reference(m),
      direction(m) {}

template <typename Real>
Real Geometry<Real>::State::squared_length(std::span<const Real> v) const {
  if (problem.units.empty()) return dot(v, v);
  Real sum = 0;
  for (std::size_t j = 0; j < m; ++j) sum += (problem.units[j] * v[j]) * (problem.units[j] * v[j]);
  return sum;
}

template <typename Real>
bool Geometry<Real>::State::normalize(std::span<Real> v) const {
  Real length = 1;
  if (parameter == Parameter::arclength) {
    length = std::sqrt(squared_length(v));
  } else if (problem.independent) {
    length = v[*problem.independent];
  }
  // The usual cases; the distribution has looked whether all entries are finite.
  if (length == 1) return true;
  if (length == -1) {
    for (Real& entry : v) entry = -entry;
    return true;
  }
  if (length == 0 || !std::isfinite(length)) return false;
  const Real factor = 1 / length;
  for (Real& entry : v) entry *= factor;
  return all_finite(std::span<const Real>(v));
}

template <typename Real>
Geometry<Real>::Geometry(const ManifoldProblem<Real>& problem,
                         Parameter parameter,
                         const ProjectionSettings& settings) {
  check_problem(problem, parameter);
  state_ = std::make_unique<State>(problem, parameter, settings);
}

template <typename Real>
Geometry<Real>::~Geometry() = default;
template <typename Real>
Geometry<Real>::Geometry(Geometry&&) noexcept = default;
template <typename Real>
Geometry<Real>& Geometry<Real>::operator=(Geometry&&) noexcept = default;

template <typename Real>
std::size_t Geometry<Real>::dimension() const noexcept {
  return state_->m;
}

template <typename Real>
const ManifoldProblem<Real>& Geometry<Real>::problem() const noexcept {
  return state_->problem;
}

template <typename Real>
Parameter Geometry<Real>::parameter() const noexcept {
  return state_->parameter;
}

template <typename Real>
Counters& Geometry<Real>::counters() noexcept {
  return state_->counters;
}

template <typename Real>
const DirectionQuality<Real>& Geometry<Real>::quality() const noexcept {
  return state_->quality;
}

template <typename Real>
FieldStatus Geometry<Real>::orient(std::span<const Real> z,
                                   std::span<const Real> reference,
                                   int sign) {
  LEAFWISE_DEMAND(sign == 1 || sign == -1);
  State& state = *state_;
  const auto wanted = static_cast<Real>(sign);
  state.sign = 1;
  if (state.orientation == Orientation::meant) {
    state.sign = wanted;
    return FieldStatus::good;
  }
  state.orientation = Orientation::continuous;  // so that `field` leaves the sign alone
  const FieldStatus status = field(z, state.direction);
  state.orientation = state.distribution->orientation();
  if (status != FieldStatus::good) return status;
  const std::span<const Real> v(state.direction);
  // Below this share of |V|, ξ is 0 but for round-off.
  const Real vertical = 64 * std::numeric_limits<Real>::epsilon() * std::sqrt(dot(v, v));
  Real product = 1;
  const bool is_parameter =
      state.problem.independent && state.parameter == Parameter::independent;  // then ξ = 1
  if (is_parameter ||
      (state.problem.independent && std::abs(v[*state.problem.independent]) > vertical)) {
    product = v[*state.problem.independent];
  } else if (!reference.empty()) {
    product = dot(v, reference);
  }
  state.sign = product < 0 ? -wanted : wanted;
  for (std::size_t j = 0; j < state.m; ++j) state.reference[j] = state.sign * v[j];
  return FieldStatus::good;
}

template <typename Real>
void Geometry<Real>::follow(std::span<const Real> z, std::span<const Real> direction) {
  state_->distribution->settle(z);
  std::copy(direction.begin(), direction.end(), state_->reference.begin());
}

/// Opaque to others: σ, the rows chosen for `base` and for `chord`, then what the distribution has.
template <typename Real>
std::vector<std::int64_t> Geometry<Real>::memory() const {
  const State& state = *state_;
  std::vector<std::int64_t> result = {state.sign < 0 ? -1 : 1};
  state.projector.append_memory(result);
  const std::vector<std::int64_t> rest = state.distribution->memory();
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

template <typename Real>
void Geometry<Real>::restore(std::span<const std::int64_t> memory) {
  State& state = *state_;
  const std::size_t own = 1 + state.projector.memory_size();
  if (memory.size() < own || (memory[0] != 1 && memory[0] != -1)) refuse_memory();
  state.sign = static_cast<Real>(memory[0]);
  state.projector.restore(memory.subspan(1, own - 1));
  state.distribution->restore(memory.subspan(own));
}

template <typename Real>
FieldStatus Geometry<Real>::field(std::span<const Real> z, std::span<Real> v) {
  State& state = *state_;
  ++state.counters.fields;
  ++state.counters.factorizations;
  // Made in its place: copying what was just written, in parts of other sizes, takes a third of the
  // time of this function.
  ::new (&state.quality) DirectionQuality<Real>(state.distribution->direction(z, v));
  if (!state.quality.defined) {
    return all_finite(z) && all_finite(std::span<const Real>(v)) ? FieldStatus::undefined
                                                                 : FieldStatus::not_finite;
  }
  if (state.parameter == Parameter::independent && state.problem.independent &&
      state.orientation == Orientation::continuous) {
    state.quality.side = v[*state.problem.independent] < 0 ? -1 : 1;
  }
  if (!state.normalize(v)) return FieldStatus::undefined;
  Real sign = state.sign;
  if (state.orientation == Orientation::arbitrary &&
      dot(std::span<const Real>(v), std::span<const Real>(state.reference)) < 0) {
    sign = -1;
  } else if (state.orientation == Orientation::arbitrary) {
    sign = 1;
  }
  if (sign < 0) {
    for (Real& entry : v) entry = -entry;
  }
  return FieldStatus::good;
}

/// By arc length a series in the independent variable has nothing to say at folds.
template <typename Real>
bool Geometry<Real>::derivatives(std::span<const Real> z,
                                 std::span<const Real> v,
                                 std::span<const Real> directions,
                                 std::span<Real> out) {
  State& state = *state_;
  Distribution<Real>& distribution = *state.distribution;
  constexpr std::size_t needed = 2;
  if (!distribution.differentiates() || distribution.highest_taylor_degree() < needed) return false;
  if (state.parameter != Parameter::independent) return false;
  const std::size_t m = state.m;
  state.curve.resize((needed + 1) * m);
  std::copy(z.begin(), z.end(), state.curve.begin());
  if (!distribution.taylor(state.curve, 1)) return false;
  ++state.counters.fields;
  ++state.counters.factorizations;
  // V = ±X/ξ, where the distribution has X.
  const auto independent = state.problem.independent;
  const Real speed = independent ? state.curve[m + *independent] : Real{1};
  const Real sign = dot(std::span<const Real>(state.curve).subspan(m, m), v) * speed < 0 ? -1 : 1;
  for (std::size_t at = 0; at < directions.size(); at += m) {
    std::copy_n(directions.data() + at, m, state.curve.data() + m);
    if (!distribution.taylor(state.curve, needed)) return false;
    const Real* half = state.curve.data() + needed * m;
    const Real change = independent ? half[*independent] : Real{0};
    for (std::size_t j = 0; j < m; ++j) {
      out[at + j] = 2 * (sign * half[j] - v[j] * change) / speed;
    }
  }
  return all_finite(std::span<const Real>(out));
}

template <typename Real>
ProjectionStatus Geometry<Real>::project(std::span<const Real> base,
                                         std::span<const Real> target,
                                         std::span<Real> q) {
  return state_->projector.project(base, target, q);
}

template <typename Real>
ProjectionStatus Geometry<Real>::project(std::span<const Real> target, std::span<Real> q) {
  return state_->projector.project(target, q);
}

template <typename Real>
ProjectionStatus Geometry<Real>::polish(std::span<Real> q) {
  return state_->projector.polish(q);
}

template <typename Real>
ProjectionStatus Geometry<Real>::to_tangent(std::span<const Real> z,
                                            std::span<const Real> w,
                                            std::span<Real> t) {
  return state_->projector.to_tangent(z, w, t);
}

template <typename Real>
Real Geometry<Real>::residual(std::span<const Real> z) {
  return state_->projector.residual(z);
}

template class Geometry<double>;
template class Geometry<long double>;

}  // namespace leafwise::integrator
