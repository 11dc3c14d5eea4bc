// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/radau_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace leafwise::integrator::detail {
namespace {

// The constants of RADAU5 [HW96, IV.8].
constexpr double safety = 0.9;
constexpr double most_shrinking = 5;  ///< of the error's proposal
constexpr double most_growing = 0.125;
constexpr double least_error = 1e-10;
constexpr double least_remembered_error = 1e-2;
/// J is taken anew unless the iteration contracted so well.
constexpr double reuse_below = 1e-3;
/// The size, and with it the factors, are kept where the new one would be within these.
constexpr double kept_from = 1.0;
constexpr double kept_to = 1.2;
constexpr double first_rejection = 0.1;
constexpr double after_failure = 0.5;
constexpr std::uint64_t most_singular = 5;
/// Steps that may not shrink get more patience.
constexpr int fixed_step_iterations = 60;

}  // namespace

template <typename Real>
RadauStepper<Real>::RadauStepper(StageSystem<Real>& system,
                                 RadauTolerance<Real> tolerance,
                                 StageSolver<Real>* solver)
    : system_(system),
      solver_(solver),
      // Local errors of stage order 3 are compared with tolerances for order 5. [HW96, IV.8]
      tolerance_{static_cast<Real>(0.1L) * std::pow(tolerance.relative, static_cast<Real>(2) / 3),
                 0,
                 tolerance.is_fixed},
      newton_(system,
              tolerance_.relative,
              tolerance.is_fixed ? fixed_step_iterations : StageNewton<Real>::usual_iterations),
      weights_(system.size()),
      field_(system.size()),
      error_(system.size()),
      part_(system.size()),
      point_(1 + system.size()) {
  // As RADAU5 has it; but where the relative tolerance is the smaller one, a smaller one yet must
  // not make the absolute one larger.
  const Real own = static_cast<Real>(0.1L) * std::pow(tolerance.absolute, static_cast<Real>(2) / 3);
  tolerance_.absolute =
      std::min(own, tolerance_.relative * (tolerance.absolute / tolerance.relative));
  const std::size_t size = system.size();
  state_.y.resize(size);
  state_.end.resize(size);
  state_.differences.resize(3 * size);
  state_.linearised_point.resize(1 + size);
  state_.factorized_point.resize(1 + size);
}

template <typename Real>
bool RadauStepper<Real>::evaluate_field() {
  point_[0] = state_.t;
  std::copy(state_.y.begin(), state_.y.end(), point_.begin() + 1);
  ++counters_.functions;
  return system_.evaluate(point_, field_);
}

template <typename Real>
bool RadauStepper<Real>::start(Real t, std::span<const Real> y, Real step) {
  state_.t = t;
  std::copy(y.begin(), y.end(), state_.y.begin());
  state_.end = state_.y;
  state_.next_step = step;
  return evaluate_field();
}

template <typename Real>
bool RadauStepper<Real>::restart(const RadauState<Real>& state) {
  state_ = state;
  newton_.set_factor(state.newton_factor);
  has_new_derivative_ = false;
  has_factors_ = false;
  needs_derivative_ = !state.keeps_derivative;
  if (!state.is_first) {
    if (state.keeps_factors) {
      if (!system_.linearise(state.factorized_point)) return false;
      has_factors_ = factorize(state.factorized_step);
    }
    if (!system_.linearise(state.linearised_point)) return false;
  }
  const bool good = evaluate_field();
  counters_ = {};
  return good;
}

template <typename Real>
bool RadauStepper<Real>::step_back(const RadauState<Real>& before, Real next) {
  RadauCounters counters = counters_;
  --counters.steps;
  ++counters.rejected;
  RadauState<Real> state = before;
  state.next_step = next;
  state.keeps_factors = false;
  const bool is_defined = restart(state);
  state_.after_rejection = true;
  counters_ = counters;
  return is_defined;
}

template <typename Real>
bool RadauStepper<Real>::factorize(Real h) {
  const StageTransform<Real>& transform = radau_transform<Real>();
  return system_.factorize({transform.gamma / h, transform.alpha / h, transform.beta / h});
}

template <typename Real>
bool RadauStepper<Real>::prepare_matrices(Real h) {
  if (needs_derivative_) {
    ++counters_.jacobians;
    if (!state_.has_derivative_of_end) {
      state_.linearised_point[0] = state_.t;
      std::copy(state_.y.begin(), state_.y.end(), state_.linearised_point.begin() + 1);
      if (!system_.linearise(state_.linearised_point)) return false;
    }
    needs_derivative_ = false;
    has_new_derivative_ = true;
    has_factors_ = false;
  }
  if (has_factors_) return true;
  ++counters_.factorizations;
  has_factors_ = factorize(h);
  state_.factorized_step = h;
  std::copy(state_.linearised_point.begin(),
            state_.linearised_point.end(),
            state_.factorized_point.begin());
  return has_factors_;
}

template <typename Real>
bool RadauStepper<Real>::linearise_at_end() {
  state_.linearised_point[0] = state_.t;
  std::copy(state_.y.begin(), state_.y.end(), state_.linearised_point.begin() + 1);
  state_.has_derivative_of_end = system_.linearise(state_.linearised_point);
  return state_.has_derivative_of_end;
}

template <typename Real>
void RadauStepper<Real>::set_weights(Real h) {
  const Real size = std::abs(h);
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const int index = system_.index_of(j);
    const Real scale = 1 / (tolerance_.absolute + tolerance_.relative * std::abs(state_.end[j]));
    weights_[j] = index == 1 ? scale : (index == 2 ? scale * size : scale * size * size);
  }
}

/// error_ ← (γ/h B − J)⁻¹ error_; its norm.
template <typename Real>
Real RadauStepper<Real>::solve_estimate() {
  system_.solve(error_);
  Real sum = 0;
  const std::size_t measured = system_.measured();
  for (std::size_t j = 0; j < measured; ++j) {
    sum += (error_[j] * weights_[j]) * (error_[j] * weights_[j]);
  }
  const Real error = std::sqrt(sum / static_cast<Real>(measured));
  return error < static_cast<Real>(least_error) ? static_cast<Real>(least_error) : error;
}

/// [HW96, (IV.8.19), (IV.8.20)]: filtered once more after a rejection and in the first step.
template <typename Real>
Real RadauStepper<Real>::estimate_error(Real h) {
  const auto& e = radau_transform<Real>().estimate;
  const std::size_t differential = system_.differential();
  const std::span<const Real> z0 = newton_.z(0);
  const std::span<const Real> z1 = newton_.z(1);
  const std::span<const Real> z2 = newton_.z(2);
  for (std::size_t j = 0; j < part_.size(); ++j) {
    part_[j] = j < differential ? (e[0] * z0[j] + e[1] * z1[j] + e[2] * z2[j]) / h : Real{0};
    error_[j] = part_[j] + field_[j];
  }
  const Real error = solve_estimate();
  if (error < 1 || !(state_.is_first || state_.after_rejection)) return error;
  point_[0] = state_.t;
  for (std::size_t j = 0; j < error_.size(); ++j) point_[1 + j] = state_.y[j] + error_[j];
  ++counters_.functions;
  if (!system_.evaluate(point_, error_)) return error;
  for (std::size_t j = 0; j < error_.size(); ++j) error_[j] += part_[j];
  return solve_estimate();
}

template <typename Real>
void RadauStepper<Real>::shrink(Real& h, Real factor) {
  h *= factor;
  state_.after_rejection = true;
  has_factors_ = false;
  if (!has_new_derivative_) needs_derivative_ = true;
}

template <typename Real>
void RadauStepper<Real>::accept(Real h, Real error, Real quotient) {
  const bool has_history = !state_.is_first;
  ++counters_.steps;
  if (has_history) {
    const Real predicted = std::clamp(
        (state_.accepted_step / h) * std::sqrt(std::sqrt(error * error / state_.accepted_error)) /
            static_cast<Real>(safety),
        static_cast<Real>(most_growing),
        static_cast<Real>(most_shrinking));
    quotient = std::max(quotient, predicted);
  }
  state_.proposed_step = h / quotient;
  state_.accepted_step = h;
  state_.accepted_error = std::max(static_cast<Real>(least_remembered_error), error);
  state_.is_first = false;
  state_.last_step = h;
  const auto& c = radau_transform<Real>().c;
  const std::size_t size = system_.size();
  const std::span<const Real> z0 = newton_.z(0);
  const std::span<const Real> z1 = newton_.z(1);
  const std::span<const Real> z2 = newton_.z(2);
  Real* const d = state_.differences.data();
  const Real past_one = 1 / (c[1] - 1);
  const Real between = 1 / (c[0] - c[1]);
  const Real first = 1 / c[0];
  const Real second = 1 / c[1];
  const Real past_zero = 1 / (c[0] - 1);
  for (std::size_t j = 0; j < size; ++j) {
    state_.y[j] += z2[j];
    state_.end[j] = state_.y[j];
    const Real late = (z1[j] - z2[j]) * past_one;
    const Real middle = (z0[j] - z1[j]) * between;
    const Real early = (middle - z0[j] * first) * second;
    const Real bend = (middle - late) * past_zero;
    d[j] = late;
    d[size + j] = bend;
    d[2 * size + j] = bend - early;
  }
  has_new_derivative_ = false;
  state_.has_derivative_of_end = false;
}

template <typename Real>
typename RadauStepper<Real>::Attempt RadauStepper<Real>::attempt(Real& h) {
  if (!prepare_matrices(h)) {
    ++singular_in_a_row_;
    ++counters_.failed;
    shrink(h, static_cast<Real>(after_failure));
    return Attempt::step_failed;
  }
  set_weights(h);
  predict(h);
  using Result = typename StageNewton<Real>::Result;
  const Result result = solver_ != nullptr
                            ? solver_->solve(newton_, {state_.t, h, state_.y, weights_}, counters_)
                            : newton_.solve(state_.t, h, state_.y, weights_, counters_);
  if (result != Result::converged) {
    ++counters_.failed;
    shrink(h,
           result == Result::too_slow ? newton_.step_factor() : static_cast<Real>(after_failure));
    return Attempt::step_failed;
  }
  if (tolerance_.is_fixed) {
    accept(h, Real{1}, Real{1});
    return Attempt::accepted;
  }
  const Real error = estimate_error(h);
  constexpr int most = StageNewton<Real>::usual_iterations;
  const Real factor = std::min(static_cast<Real>(safety),
                               static_cast<Real>(safety) * (1 + 2 * most) /
                                   static_cast<Real>(newton_.iterations() + 2 * most));
  Real quotient = std::clamp(std::sqrt(std::sqrt(error)) / factor,
                             static_cast<Real>(most_growing),
                             static_cast<Real>(most_shrinking));
  if (std::isnan(error)) quotient = static_cast<Real>(most_shrinking);
  if (error < 1) {
    accept(h, error, quotient);
    return Attempt::accepted;
  }
  if (!state_.is_first) ++counters_.rejected;
  shrink(h, state_.is_first ? static_cast<Real>(first_rejection) : 1 / quotient);
  return Attempt::rejected;
}

template <typename Real>
RadauEnd RadauStepper<Real>::advance(Real end) {
  const Real next = state_.next_step;
  const Real sign = next < 0 ? Real{-1} : Real{1};
  const bool stretches = state_.is_first || tolerance_.is_fixed;
  const Real stretched = stretches ? next * static_cast<Real>(1.0001L) : next;
  const bool is_near = (state_.t + stretched - end) * sign >= 0;
  Real h = is_near ? end - state_.t : (state_.keeps_factors ? state_.last_step : next);
  if (is_near) has_factors_ = false;
  singular_in_a_row_ = 0;
  for (;;) {
    const bool is_last = is_near && !state_.after_rejection;
    const Real least = std::numeric_limits<Real>::epsilon() * std::abs(state_.t);
    if (!(std::abs(h) / 10 > least)) return RadauEnd::step_too_small;
    const Attempt attempt_result = attempt(h);
    if (attempt_result == Attempt::accepted) {
      state_.t = is_last ? end : state_.t + state_.last_step;
      state_.newton_factor = newton_.factor();
      state_.contraction = newton_.contraction();
      state_.is_settled = false;
      return RadauEnd::accepted;
    }
    if (singular_in_a_row_ >= most_singular) return RadauEnd::singular;
    if (tolerance_.is_fixed) return RadauEnd::step_too_small;
  }
}

template <typename Real>
void RadauStepper<Real>::change_last(std::span<const Real> matrix, std::size_t count) {
  const std::size_t size = system_.size();
  std::vector<Real> changed(count);
  const auto change = [&](Real* all) {
    Real* const last = all + size - count;
    for (std::size_t i = 0; i < count; ++i) {
      changed[i] = 0;
      for (std::size_t j = 0; j < count; ++j) changed[i] += matrix[i * count + j] * last[j];
    }
    std::copy(changed.begin(), changed.end(), last);
  };
  change(state_.y.data());
  change(state_.end.data());
  for (std::size_t i = 0; i < 3; ++i) change(state_.differences.data() + i * size);
  // A contraction that asks for a new derivative, and so for new factors.
  state_.contraction = 1;
}

template <typename Real>
bool RadauStepper<Real>::settle(Real largest_step) {
  if (!evaluate_field()) return false;
  const Real h = state_.last_step;
  const Real sign = h < 0 ? Real{-1} : Real{1};
  Real next = sign * std::min(std::abs(state_.proposed_step), largest_step);
  if (tolerance_.is_fixed) next = state_.next_step;
  if (state_.after_rejection) next = sign * std::min(std::abs(next), std::abs(h));
  state_.after_rejection = false;
  const bool contracts = state_.contraction <= static_cast<Real>(reuse_below);
  const Real growth = next / h;
  state_.keeps_factors =
      contracts && growth >= static_cast<Real>(kept_from) && growth <= static_cast<Real>(kept_to);
  state_.keeps_derivative = contracts;
  state_.next_step = next;
  has_factors_ = state_.keeps_factors;
  needs_derivative_ = !contracts;
  state_.is_settled = true;
  return true;
}

template class RadauStepper<double>;
template class RadauStepper<long double>;

}  // namespace leafwise::integrator::detail
