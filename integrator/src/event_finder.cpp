// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "find_zero.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {
namespace {

/// Without a known degree of g: how many times the degree of P is tried.
constexpr std::size_t most_multiples = 8;
constexpr int sample_count = 64;
/// Of the largest value of g in a part of a step. What dips less through zero is no event.
constexpr long double tolerated_uncertainty = 1e-9L;
constexpr int most_halvings = 6;

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
    degrees_.push_back(event.degree ? event.degree : event.function->polynomial_degree());
    if (degrees_.back()) multiples = std::max(multiples, *degrees_.back());
  }
  if (events.empty()) return;
  const std::size_t degree = multiples * highest_degree;
  curve_.assign((degree + 1) * dimension, Real{0});
  series_.reserve(degree + 1);
  roots_.reserve(degree);
  intervals_.reserve(std::max<std::size_t>(degree, sample_count));
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
void EventFinder<Real>::restrict_curve(const StepPolynomial<Real>& polynomial, const Part& part) {
  const std::size_t degree = polynomial.degree();
  std::ranges::fill(curve_, Real{0});
  std::ranges::copy(polynomial.coefficients(), curve_.begin());
  // Horner's scheme moves the origin to part.low.
  for (std::size_t k = 0; part.low != 0 && k < degree; ++k) {
    for (std::size_t d = degree; d-- > k;) {
      for (std::size_t i = 0; i < dimension_; ++i) {
        curve_[d * dimension_ + i] += part.low * curve_[(d + 1) * dimension_ + i];
      }
    }
  }
  Real power = 1;
  for (std::size_t d = 1; d <= degree; ++d) {
    power *= part.high - part.low;
    for (std::size_t i = 0; i < dimension_; ++i) curve_[d * dimension_ + i] *= power;
  }
}

template <typename Real>
bool EventFinder<Real>::expand(std::size_t event, std::size_t curve_degree) {
  SmoothMap<Real>& function = *functions_[event];
  const std::optional<std::size_t> known = degrees_[event];
  const std::size_t last = (known ? *known : most_multiples) * curve_degree;
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
    if (!known && d >= curve_degree && negligible > curve_degree) return true;
  }
  return known.has_value();
}

template <typename Real>
bool EventFinder<Real>::search_halves(std::size_t event,
                                      const StepPolynomial<Real>& polynomial,
                                      const Part& part) {
  if (part.halvings >= most_halvings) return false;
  // A zero between the halves would be seen by neither: then another place is taken.
  for (const double share : {0.5, 0.4871, 0.5317, 0.4423}) {
    const Real middle = part.low + static_cast<Real>(share) * (part.high - part.low);
    polynomial.value(middle, point_);
    const Real value = evaluate(event, point_);
    if (value == 0 || !std::isfinite(value)) continue;
    search(event, polynomial, {part.low, middle, part.value_low, value, part.halvings + 1});
    search(event, polynomial, {middle, part.high, value, part.value_high, part.halvings + 1});
    return true;
  }
  return false;
}

template <typename Real>
void EventFinder<Real>::search(std::size_t event,
                               const StepPolynomial<Real>& polynomial,
                               const Part& part) {
  bool is_expanded = false;
  if (functions_[event]->has_exact_derivatives()) {
    restrict_curve(polynomial, part);
    is_expanded = expand(event, polynomial.degree());
    // A few roundings for each term of each coefficient.
    const long double round_off = 4.0L * static_cast<long double>(series_.size()) *
                                  static_cast<long double>(std::numeric_limits<Real>::epsilon());
    const bool is_clear = is_expanded && roots_.set(series_, round_off) < tolerated_uncertainty;
    if (!is_clear && search_halves(event, polynomial, part)) return;
  }
  if (!is_expanded) return sample(event, polynomial, part);
  const auto width = static_cast<long double>(part.high - part.low);
  const auto found = roots_.find(static_cast<long double>(part.value_low),
                                 static_cast<long double>(part.value_high));
  for (const RootInterval& interval : found) {
    const auto low = static_cast<long double>(part.low);
    intervals_.push_back(
        {low + width * interval.low, low + width * interval.high, interval.sign_after});
  }
}

template <typename Real>
void EventFinder<Real>::sample(std::size_t event,
                               const StepPolynomial<Real>& polynomial,
                               const Part& part) {
  const int count = std::max(sample_count >> part.halvings, 1);
  Real before = part.value_low;
  Real theta_before = part.low;
  for (int i = 1; i <= count; ++i) {
    const Real share = static_cast<Real>(i) / static_cast<Real>(count);
    const Real theta = i == count ? part.high : part.low + share * (part.high - part.low);
    polynomial.value(theta, point_);
    const Real value = i == count ? part.value_high : evaluate(event, point_);
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
                               SolutionCurve<Real>& curve,
                               const RootInterval& interval) {
  const auto low = static_cast<Real>(interval.low);
  const auto high = static_cast<Real>(interval.high);
  bool failed = false;
  const auto on_manifold = [&](Real theta) {
    if (theta <= 0) return values_[event];
    if (theta >= 1) return next_values_[event];
    if (!curve.point(theta, point_)) failed = true;
    return evaluate(event, point_);
  };
  const auto on_polynomial = [&](Real theta) {
    curve.polynomial().value(theta, point_);
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
bool EventFinder<Real>::find(SolutionCurve<Real>& curve,
                             std::span<const Real> end,
                             std::vector<EventPlace<Real>>& places) {
  places.clear();
  if (!has_events()) return true;
  if (!curve.prepare()) return false;
  for (std::size_t e = 0; e < functions_.size(); ++e) {
    next_values_[e] = evaluate(e, end);
    intervals_.clear();
    search(e, curve.polynomial(), {Real{0}, Real{1}, values_[e], next_values_[e], 0});
    for (const RootInterval& interval : intervals_) {
      if (!wanted(e, interval.sign_after)) continue;
      places.push_back({e, locate(e, curve, interval), interval.sign_after});
    }
  }
  // Not stable_sort, which asks for memory.
  std::ranges::sort(places, {}, [](const EventPlace<Real>& found) {
    return std::pair(found.theta, found.event);
  });
  return true;
}

template class EventFinder<double>;
template class EventFinder<long double>;

}  // namespace leafwise::integrator
