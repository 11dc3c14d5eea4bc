// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "find_zero.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {
namespace {

/// Without a known degree of g: how many times the degree of P is tried.
constexpr std::size_t most_multiples = 8;
constexpr std::size_t sample_count = 64;

}  // namespace

template <typename Real>
EventFinder<Real>::EventFinder(const std::vector<Event<Real>>& events,
                               std::size_t dimension,
                               std::size_t highest_degree)
    : events_(&events),
      values_(events.size()),
      next_values_(events.size()),
      dimension_(dimension),
      point_(dimension) {
  std::size_t multiples = most_multiples;
  for (const Event<Real>& event : events) {
    if (!event.function || event.function->inputs() != dimension ||
        event.function->outputs() != 1) {
      throw InvalidInput(
          Mistake{"event '" + event.name + "' has no function of the coordinates",
                  "a map with " + std::to_string(dimension) + " inputs and one output",
                  {},
                  {}});
    }
    functions_.push_back(event.function->clone());
    if (event.degree) multiples = std::max(multiples, *event.degree);
  }
  if (!events.empty()) {
    curve_.assign((multiples * highest_degree + 1) * dimension, Real(0));
    series_.reserve(multiples * highest_degree + 1);
  }
}

template <typename Real>
Real EventFinder<Real>::evaluate(std::size_t event, std::span<const Real> z) {
  Real value = 0;
  functions_[event]->value(z, std::span<Real>(&value, 1));
  return value;
}

template <typename Real>
void EventFinder<Real>::start(std::span<const Real> z) {
  // A run that starts on the section, up to round-off of z, has not crossed it: its side is known
  // only after the first step.
  const Real round_off = 16 * std::numeric_limits<Real>::epsilon();
  std::vector<Real> gradient(dimension_);
  for (std::size_t e = 0; e < functions_.size(); ++e) {
    functions_[e]->jacobian(z, std::span<Real>(&values_[e], 1), gradient);
    Real size = 0;
    for (std::size_t j = 0; j < dimension_; ++j) size += std::abs(gradient[j] * z[j]);
    if (std::abs(values_[e]) <= round_off * size) values_[e] = 0;
  }
}

template <typename Real>
void EventFinder<Real>::restore(std::span<const Real> values) {
  std::ranges::copy(values, values_.begin());
}

template <typename Real>
void EventFinder<Real>::advance() {
  // A value of exactly 0 leaves the sign as it was: the change of sign is then found in the next
  // step, at its beginning.
  for (std::size_t e = 0; e < values_.size(); ++e) {
    const Real tiny = std::numeric_limits<Real>::min();
    if (next_values_[e] != 0) {
      values_[e] = next_values_[e];
    } else if (values_[e] != 0) {
      values_[e] = values_[e] < 0 ? -tiny : tiny;
    }
  }
}

template <typename Real>
bool EventFinder<Real>::expand(std::size_t event, const StepPolynomial<Real>& polynomial) {
  SmoothMap<Real>& function = *functions_[event];
  if (!function.has_exact_derivatives()) return false;
  const std::size_t degree = polynomial.degree();
  std::ranges::fill(curve_, Real(0));
  std::ranges::copy(polynomial.coefficients(), curve_.begin());
  const std::optional<std::size_t> known = (*events_)[event].degree;
  const std::size_t last = (known ? *known : most_multiples) * degree;
  series_.clear();
  long double size = 0;
  std::size_t negligible = 0;
  for (std::size_t d = 0; d <= last; ++d) {
    Real coefficient = 0;
    function.taylor(curve_, d, std::span<Real>(&coefficient, 1));
    if (!std::isfinite(coefficient)) return false;
    series_.push_back(static_cast<long double>(coefficient));
    size += std::abs(series_.back());
    const bool vanishes = std::abs(series_.back()) <=
                          static_cast<long double>(std::numeric_limits<Real>::epsilon()) * size;
    negligible = vanishes ? negligible + 1 : 0;
    // Behind as many vanishing coefficients as P has, a polynomial g has ended.
    if (!known && d >= degree && negligible > degree) return true;
  }
  return known.has_value();
}

template <typename Real>
void EventFinder<Real>::sample(std::size_t event, const StepPolynomial<Real>& polynomial) {
  intervals_.clear();
  Real before = values_[event];
  Real theta_before = 0;
  for (std::size_t i = 1; i <= sample_count; ++i) {
    const Real theta = static_cast<Real>(i) / static_cast<Real>(sample_count);
    polynomial.value(theta, point_);
    const Real value = i == sample_count ? next_values_[event] : evaluate(event, point_);
    if (value == 0) continue;
    if ((before < 0 && value > 0) || (before > 0 && value < 0)) {
      intervals_.push_back({static_cast<long double>(theta_before),
                            static_cast<long double>(theta),
                            value < 0 ? -1 : 1});
    }
    before = value;
    theta_before = theta;
  }
}

template <typename Real>
Real EventFinder<Real>::locate(std::size_t event,
                               DenseOutput<Real>& dense,
                               const RootInterval& interval) {
  const auto low = static_cast<Real>(interval.low);
  const auto high = static_cast<Real>(interval.high);
  bool failed = false;
  const auto on_manifold = [&](Real theta) {
    if (theta <= 0) return values_[event];
    if (theta >= 1) return next_values_[event];
    if (!dense.point(theta, point_)) failed = true;
    return evaluate(event, point_);
  };
  const auto on_polynomial = [&](Real theta) {
    dense.polynomial().value(theta, point_);
    return evaluate(event, point_);
  };
  const Real value_low = on_manifold(low);
  const Real value_high = on_manifold(high);
  // Where the projection moves a change of sign out of its interval, the polynomial's is as good.
  if (value_low * interval.sign_after < 0 && value_high * interval.sign_after > 0) {
    const Real theta = find_zero<Real>(on_manifold, low, high, value_low, value_high);
    if (!failed) return theta;
  }
  const Real sign = static_cast<Real>(interval.sign_after);
  return find_zero<Real>(on_polynomial, low, high, -sign, sign);
}

template <typename Real>
bool EventFinder<Real>::wanted(std::size_t event, int sign_after) const {
  switch ((*events_)[event].direction) {
    case Crossing::rising: return sign_after > 0;
    case Crossing::falling: return sign_after < 0;
    case Crossing::both: break;
  }
  return true;
}

template <typename Real>
bool EventFinder<Real>::find(DenseOutput<Real>& dense,
                             const Step<Real>& step,
                             std::vector<EventPlace<Real>>& places) {
  places.clear();
  if (!has_events()) return true;
  if (!dense.prepare()) return false;
  for (std::size_t e = 0; e < functions_.size(); ++e) {
    next_values_[e] = evaluate(e, step.to);
    if (expand(e, dense.polynomial())) {
      const auto found = roots_.find(
          series_, static_cast<long double>(values_[e]), static_cast<long double>(next_values_[e]));
      intervals_.assign(found.begin(), found.end());
    } else {
      sample(e, dense.polynomial());
    }
    for (const RootInterval& interval : intervals_) {
      if (!wanted(e, interval.sign_after)) continue;
      places.push_back({e, locate(e, dense, interval), interval.sign_after});
    }
  }
  std::ranges::stable_sort(places, {}, &EventPlace<Real>::theta);
  return true;
}

template class EventFinder<double>;
template class EventFinder<long double>;

}  // namespace leafwise::integrator
