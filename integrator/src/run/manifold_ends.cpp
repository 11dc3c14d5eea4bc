// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "run/find_zero.hpp"
#include "run/manifold_walker.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
typename ManifoldWalker<Real>::Arrival ManifoldWalker<Real>::arrive() {
  if (this->settings_.scale == Scale::parameter) return is_cut_ ? Arrival::there : Arrival::before;
  const std::size_t x = *problem_.independent;
  const Real gap = (this->settings_.to - step_.to[x]) * this->direction_;
  // Of the size of round-off where x is the parameter: it is the goal.
  const Real round_off = 16 * std::numeric_limits<Real>::epsilon() *
                         std::max(std::abs(this->settings_.to), std::abs(step_.from[x]));
  if (std::abs(gap) <= round_off) {
    step_.to[x] = this->settings_.to;
    return Arrival::there;
  }
  if (is_goal_but_for_projection(gap)) {
    step_.to = point_;
    return Arrival::there;
  }
  if (gap < 0) return shorten_to_goal(step_.size);
  const bool has_fold = step_.from_field[x] * step_.to_field[x] < 0;
  const Real fold = has_fold ? size_at_fold() : Real{0};
  return fold != 0 ? shorten_to_goal(fold) : Arrival::before;
}

/// Where the leaf's equations hardly tell its points apart (ovals or sheets that lie near each
/// other, a singular position not far behind), projecting moves x itself, by more than the rounding
/// of x. A step to the goal that ends beside it has arrived, if along its direction there the goal
/// satisfies the equations as well as the same point does when its last digits change: further
/// steps would end beside it, too. Leaves the goal in `point_`.
template <typename Real>
bool ManifoldWalker<Real>::is_goal_but_for_projection(Real gap) {
  constexpr double most_of_step = 1e-6;
  constexpr double as_well = 32;
  constexpr std::size_t samples = 8;
  // The step before may have come as near as this one is long.
  const Real way = std::max(std::abs(step_.size), std::abs(this->last_size_));
  if (!is_cut_ || !(std::abs(gap) <= static_cast<Real>(most_of_step) * way)) return false;
  Real usual = std::max(geometry_.residual(step_.from), geometry_.residual(step_.to));
  for (std::size_t k = 0; k < samples; ++k) {
    point_ = step_.to;
    for (std::size_t j = 0; j < point_.size(); ++j) {
      const auto digits = static_cast<Real>((k + j * (k / 3 + 1)) % 3) - 1;
      point_[j] *= 1 + digits * std::numeric_limits<Real>::epsilon();
    }
    usual = std::max(usual, geometry_.residual(point_));
  }
  const std::size_t x = *problem_.independent;
  const Real rest = (this->settings_.to - step_.to[x]) / step_.to_field[x];
  for (std::size_t j = 0; j < point_.size(); ++j) {
    point_[j] = step_.to[j] + rest * step_.to_field[j];
  }
  point_[x] = this->settings_.to;
  return geometry_.residual(point_) <= static_cast<Real>(as_well) * usual;
}

/// Where x turns round within the step, if it does so behind the goal; else 0.
template <typename Real>
Real ManifoldWalker<Real>::size_at_fold() {
  if (!dense_.prepare()) return 0;
  const std::size_t x = *problem_.independent;
  const auto slope = [&](Real theta) {
    dense_.polynomial().derivative(theta, point_);
    return point_[x];
  };
  const Real first = slope(Real{0});
  const Real last = slope(Real{1});
  if (!(first * last < 0)) return 0;
  const Real theta = find_zero<Real>(slope, Real{0}, Real{1}, first, last);
  const Real gap = (this->settings_.to - dense_.polynomial().value(theta, x)) * this->direction_;
  return gap < 0 ? theta * step_.size : Real{0};
}

/// Steps of the method itself, until one ends at the goal: more accurate than the dense output.
template <typename Real>
typename ManifoldWalker<Real>::Arrival ManifoldWalker<Real>::shorten_to_goal(Real size) {
  const std::size_t x = *problem_.independent;
  bool has_failed = false;
  const auto overshoot = [&](Real trial) {
    if (trial == 0) return step_.from[x] - this->settings_.to;
    step_.size = trial;
    if (has_failed || stepper_->attempt(geometry_, step_) != StepStatus::good) {
      has_failed = true;
      return Real{0};
    }
    return step_.to[x] - this->settings_.to;
  };
  const Real at_end = overshoot(size);
  const Real at_start = overshoot(Real{0});
  // A fold that the dense output has seen behind the goal, and the step itself not.
  if (has_failed || !(at_end * at_start < 0)) return Arrival::failed;
  const Real found = find_zero<Real>(overshoot, Real{0}, size, at_start, at_end);
  (void)overshoot(found);
  if (has_failed || step_.complete(geometry_) != StepStatus::good) return Arrival::failed;
  step_.to[x] = this->settings_.to;
  dense_.begin(geometry_, *stepper_, step_);
  is_cut_ = true;
  return Arrival::there;
}

/// How well it is known that the singular point is on the curve, and not beside it.
template <typename Real>
std::string ManifoldWalker<Real>::accuracy_text() const {
  if (!may_be_shorter()) return {};  // as well as numbers allow
  if (this->settings_.control == Control::fixed) return " within the accuracy of the steps";
  const auto text = [](const std::vector<Real>& tolerances, const std::vector<Real>& units) {
    Real largest = 0;
    for (std::size_t j = 0; j < tolerances.size(); ++j) {
      largest = std::max(largest, tolerances[j] * (units.empty() ? Real{1} : units[j]));
    }
    std::ostringstream stream;
    stream << largest;
    return stream.str();
  };
  return " within the tolerance (rtol " + text(tolerance_.relative, {}) + ", atol " +
         text(tolerance_.absolute, problem_.units) + ")";
}

/// Whether the polynomial at θ is as near to the point in `point_` as the tolerance asks for.
template <typename Real>
bool ManifoldWalker<Real>::is_row(Real theta) const {
  if (this->settings_.control != Control::pi) return true;
  std::vector<Real> moved(point_.size());
  dense_.polynomial().value(theta, moved);
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= point_[i];
  return controller_.measure_move(moved, step_) <= 1;
}

/// Of the step to a singular point at θ, the part up to the nearest row before it that could be
/// projected, as df may lose its rank where D does; it is in `point_`.
template <typename Real>
std::optional<Real> ManifoldWalker<Real>::last_row_before(Real theta) {
  constexpr std::array<double, 10> shares = {
      0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.05, 0.2};
  dense_.prepare_roughly();
  for (const double nearness : shares) {
    const Real place = theta * (1 - static_cast<Real>(nearness));
    if (!dense_.point(place, point_) || !is_row(place)) continue;
    if (sheets_.is_on(geometry_, dense_, place)) return place;
  }
  return std::nullopt;
}

/// The point is that of the interpolating polynomial. Without a row on the way there, the run has
/// ended with the step before.
template <typename Real>
void ManifoldWalker<Real>::end_at_singular_point(Real theta, std::optional<Real> last_row) {
  SingularPoint<Real> singular;
  singular.point.resize(point_.size());
  dense_.polynomial().value(theta, singular.point);
  std::vector<Real> direction(point_.size());
  (void)geometry_.field(singular.point, direction);
  singular.quality = geometry_.quality();
  singular_ = std::move(singular);
  (void)this->end_with(Reason::singular_distribution,
                       "the distribution stops being one-dimensional" + accuracy_text());
  if (!last_row) return;
  this->end_->share = last_row;
  this->end_->point = point_;
}

template class ManifoldWalker<double>;
template class ManifoldWalker<long double>;

}  // namespace leafwise::integrator::detail
