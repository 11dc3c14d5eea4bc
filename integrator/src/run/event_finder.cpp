// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/event_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "run/find_zero.hpp"

namespace leafwise::integrator {
namespace {

/// Without a known degree of g: how many times the degree of P is tried.
constexpr std::size_t most_multiples = 8;
constexpr int sample_count = 64;
/// Of the largest value of g in a part of a step. What dips less through zero is no event.
constexpr long double tolerated_uncertainty = 1e-9L;
constexpr int most_halvings = 6;
/// Of the sum of a series' terms: how far g may be from it where the series was cut.
constexpr long double most_disagreement = 1e-6L;
/// In units of ε: values that differ by less than rounding z may change them.
constexpr double roundings = 16;
/// How far beside a change of sign it is looked whether g is small there, in units of ε: some
/// places of θ.
constexpr double beside = 64;

}  // namespace

template <typename Real>
EventFinder<Real>::EventFinder(const std::vector<Event<Real>>& events,
                               std::size_t dimension,
                               std::size_t highest_degree)
    : events_(&events),
      values_(events.size()),
      next_values_(events.size()),
      settled_(events.size()),
      gradient_(dimension),
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
  // The side of a run that starts on the section, up to round-off of z, is known only after the
  // first step.
  is_first_ = true;
  for (std::size_t e = 0; e < functions_.size(); ++e) {
    values_[e] = evaluate(e, z);
    if (std::abs(values_[e]) <= round_off(e, z)) values_[e] = 0;
  }
}

template <typename Real>
Real EventFinder<Real>::round_off(std::size_t event, std::span<const Real> z) {
  Real value = 0;
  functions_[event]->jacobian(z, std::span<Real>(&value, 1), gradient_);
  Real size = 0;
  for (std::size_t j = 0; j < dimension_; ++j) size += std::abs(gradient_[j] * z[j]);
  return static_cast<Real>(roundings) * std::numeric_limits<Real>::epsilon() * size;
}

template <typename Real>
void EventFinder<Real>::restore(std::span<const Real> values, bool is_first) {
  is_first_ = is_first;
  std::ranges::copy(values, values_.begin());
}

template <typename Real>
void EventFinder<Real>::advance() {
  // A value of exactly 0 leaves the sign as it was: the change of sign is then found in the next
  // step, at its beginning.
  is_first_ = false;
  for (std::size_t e = 0; e < values_.size(); ++e) {
    const Real tiny = std::numeric_limits<Real>::min();
    if (settled_[e] != 0) {
      values_[e] = 0;  // whoever goes on from here starts on the section
    } else if (next_values_[e] != 0) {
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

/// At the places of a step that `sample` would take within the part.
template <typename Real>
bool EventFinder<Real>::agrees(std::size_t event,
                               const StepPolynomial<Real>& polynomial,
                               const Part& part) {
  const int count = sample_count >> part.halvings;
  long double size = 0;
  for (const long double coefficient : series_) size += std::abs(coefficient);
  for (int i = 1; i < count; ++i) {
    const Real share = static_cast<Real>(i) / static_cast<Real>(count);
    long double told = 0;
    for (std::size_t d = series_.size(); d-- > 0;) told = told * share + series_[d];
    polynomial.value(part.low + share * (part.high - part.low), point_);
    const auto value = static_cast<long double>(evaluate(event, point_));
    if (!(std::abs(value - told) <= most_disagreement * size)) return false;
  }
  return true;
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
    // What is flat where it is expanded (tanh far from its step) ends for a series like a
    // polynomial.
    if (!degrees_[event]) is_expanded = is_expanded && agrees(event, polynomial, part);
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
int EventFinder<Real>::sign_next_to(std::size_t event,
                                    const StepPolynomial<Real>& polynomial,
                                    int end) {
  constexpr int nearest = 24;
  for (int power = nearest; power > 0; power -= 2) {
    const Real distance = std::ldexp(Real{1}, -power);
    polynomial.value(end == 0 ? distance : 1 - distance, point_);
    const Real value = evaluate(event, point_);
    if (std::abs(value) > round_off(event, point_)) return value < 0 ? -1 : 1;
  }
  return 0;
}

/// Whether |g| beside θ is small against what it is on the way from there; both may be round-off.
template <typename Real>
bool EventFinder<Real>::falls_towards(std::size_t event,
                                      const StepPolynomial<Real>& polynomial,
                                      Real theta,
                                      Real from) {
  const Real step = static_cast<Real>(beside) * std::numeric_limits<Real>::epsilon();
  const Real way = from - theta;
  if (std::abs(way) <= 4 * step) return true;
  polynomial.value(theta + (way < 0 ? -step : step), point_);
  const Real near = std::abs(evaluate(event, point_));
  Real far = 0;
  Real noise = 0;
  for (const double share : {0.25, 0.5, 1.0}) {
    polynomial.value(theta + static_cast<Real>(share) * way, point_);
    const Real value = std::abs(evaluate(event, point_));
    if (!std::isfinite(value)) continue;
    far = std::max(far, value);
    noise = std::max(noise, round_off(event, point_));
  }
  return near <= std::max(far / 2, noise);
}

template <typename Real>
bool EventFinder<Real>::is_zero(std::size_t event,
                                const StepPolynomial<Real>& polynomial,
                                const RootInterval& interval,
                                Real theta) {
  return falls_towards(event, polynomial, theta, static_cast<Real>(interval.low)) &&
         falls_towards(event, polynomial, theta, static_cast<Real>(interval.high));
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
void EventFinder<Real>::find_one(std::size_t event,
                                 SolutionCurve<Real>& curve,
                                 std::span<const Real> end,
                                 bool is_last,
                                 std::vector<EventPlace<Real>>& places) {
  const StepPolynomial<Real>& polynomial = curve.polynomial();
  next_values_[event] = evaluate(event, end);
  settled_[event] = 0;
  if (is_first_ && values_[event] == 0) {
    const int sign = sign_next_to(event, polynomial, 0);
    if (sign != 0 && wanted(event, sign)) places.push_back({event, Real{0}, sign, true});
  }
  if (is_last && std::abs(next_values_[event]) <= round_off(event, end)) {
    next_values_[event] = 0;
    const int sign = -sign_next_to(event, polynomial, 1);
    settled_[event] = sign != 0 ? 1 : 0;
    if (sign != 0 && wanted(event, sign)) places.push_back({event, Real{1}, sign});
  }
  intervals_.clear();
  search(event, polynomial, {Real{0}, Real{1}, values_[event], next_values_[event], 0});
  for (const RootInterval& interval : intervals_) {
    if (!wanted(event, interval.sign_after)) continue;
    const Real theta = locate(event, curve, interval);
    if (!is_zero(event, polynomial, interval, theta)) continue;
    places.push_back({event, theta, interval.sign_after});
  }
}

template <typename Real>
bool EventFinder<Real>::find(SolutionCurve<Real>& curve,
                             std::span<const Real> end,
                             bool is_last,
                             std::vector<EventPlace<Real>>& places) {
  places.clear();
  if (!has_events()) return true;
  if (!curve.prepare()) return false;
  for (std::size_t e = 0; e < functions_.size(); ++e) find_one(e, curve, end, is_last, places);
  // Not stable_sort, which asks for memory.
  std::ranges::sort(places, {}, [](const EventPlace<Real>& found) {
    return std::pair(found.theta, found.event);
  });
  return true;
}

template class EventFinder<double>;
template class EventFinder<long double>;

}  // namespace leafwise::integrator
