// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/settings.hpp"
#include "linear/polynomial_roots.hpp"
#include "steppers/solution_curve.hpp"

namespace leafwise::integrator {

/// A sign change of an event function within a step.
template <typename Real>
struct EventPlace {
  std::size_t event = 0;
  Real theta = 0;
  int sign_after = 0;
  bool is_start = false;  ///< g is 0 where the run starts: nothing that could end it
};

/// Finds the events of one step: all sign changes of g(z(θ)), 0 < θ ≤ 1. At both ends of a run only
/// one side of the curve is known: there a zero is an event, to round-off, with the sign that g has
/// next to it inside (after the start) or its opposite (after the end).
///
/// Where the sign changes because g has a pole or jumps, |g| does not fall towards the place from
/// both sides: that is no event.
///
/// Along the interpolating polynomial P, a polynomial g gives the polynomial g∘P, whose
/// coefficients are the Taylor coefficients of g along P; its sign changes are counted, then
/// located on the projected curve. Another g is expanded until its coefficients vanish in
/// round-off. Where they do not, or where the terms of the sum cancel so much that roots are lost
/// in round-off, halves of the step are expanded by themselves, and halves of these. If that does
/// not help, and where g has no Taylor coefficients, its sign is compared at equidistant places.
template <typename Real>
class EventFinder {
 public:
  EventFinder(const std::vector<Event<Real>>& events,
              std::size_t dimension,
              std::size_t highest_degree);

  [[nodiscard]] bool has_events() const noexcept { return !functions_.empty(); }

  /// At the start of a run.
  void start(std::span<const Real> z);
  /// The events of a step with that end, in their order along it; valid until the next call. False:
  /// the curve could not be made. The end is read after the curve was prepared.
  /// @param is_last the run reaches its goal at that end
  [[nodiscard]] bool find(SolutionCurve<Real>& curve,
                          std::span<const Real> end,
                          bool is_last,
                          std::vector<EventPlace<Real>>& places);
  /// The step was accepted: its end is where the next one begins.
  void advance();

  /// The last values at ends of steps: what a checkpoint has to hold.
  [[nodiscard]] const std::vector<Real>& values() const noexcept { return values_; }
  void restore(std::span<const Real> values, bool is_first = false);

 private:
  [[nodiscard]] Real evaluate(std::size_t event, std::span<const Real> z);
  /// A part of the step, with the values of g at its ends.
  struct Part {
    Real low = 0;
    Real high = 1;
    Real value_low = 0;
    Real value_high = 0;
    int halvings = 0;
  };
  /// Appends to intervals_ the sign changes in a part.
  void search(std::size_t event, const StepPolynomial<Real>& polynomial, const Part& part);
  [[nodiscard]] bool search_halves(std::size_t event,
                                   const StepPolynomial<Real>& polynomial,
                                   const Part& part);
  /// P on the part, in powers of a parameter that goes from 0 to 1 there, into curve_.
  void restrict_curve(const StepPolynomial<Real>& polynomial, const Part& part);
  /// Coefficients of g along curve_ into series_; false: they do not end.
  [[nodiscard]] bool expand(std::size_t event, std::size_t curve_degree);
  /// Whether g is what series_ says, at some places of the part.
  [[nodiscard]] bool agrees(std::size_t event,
                            const StepPolynomial<Real>& polynomial,
                            const Part& part);
  void sample(std::size_t event, const StepPolynomial<Real>& polynomial, const Part& part);
  [[nodiscard]] Real locate(std::size_t event,
                            SolutionCurve<Real>& curve,
                            const RootInterval& interval);
  [[nodiscard]] bool wanted(std::size_t event, int sign_after) const;
  /// By how much rounding z may change g(z).
  [[nodiscard]] Real round_off(std::size_t event, std::span<const Real> z);
  /// Of g next to θ = 0 or 1, inside the step; 0: it vanishes on all of the step.
  [[nodiscard]] int sign_next_to(std::size_t event,
                                 const StepPolynomial<Real>& polynomial,
                                 int end);
  [[nodiscard]] bool is_zero(std::size_t event,
                             const StepPolynomial<Real>& polynomial,
                             const RootInterval& interval,
                             Real theta);
  [[nodiscard]] bool falls_towards(std::size_t event,
                                   const StepPolynomial<Real>& polynomial,
                                   Real theta,
                                   Real from);
  void find_one(std::size_t event,
                SolutionCurve<Real>& curve,
                std::span<const Real> end,
                bool is_last,
                std::vector<EventPlace<Real>>& places);

  const std::vector<Event<Real>>* events_;
  std::vector<std::unique_ptr<SmoothMap<Real>>> functions_;
  std::vector<std::optional<std::size_t>> degrees_;  ///< of polynomials, where known
  std::vector<Real> values_;  ///< at the start of the step; never 0 once the function was not
  std::vector<Real> next_values_;
  bool is_first_ = false;      ///< no step was accepted yet
  std::vector<char> settled_;  ///< the zero at the end of the run is an event already
  std::vector<Real> gradient_;
  std::size_t dimension_;
  std::vector<Real> curve_;
  std::vector<long double> series_;
  std::vector<RootInterval> intervals_;
  std::vector<Real> point_;
  PolynomialRoots roots_;
};

}  // namespace leafwise::integrator
