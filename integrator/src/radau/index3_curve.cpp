// SPDX-License-Identifier: GPL-3.0-or-later
#include "radau/index3_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace leafwise::integrator::detail {
namespace {

/// Of the size of a coordinate: changes below it are round-off, and may grow.
constexpr double small_change = 1000;

/// Where multipliers are known: the ends, and the places of HermiteWeights(2).
constexpr std::array<long double, 4> node_places = {0.0L, 0.2L, 0.8L, 1.0L};

/// Coefficients of the Lagrange polynomials: of θᵈ in the one that is 1 at node i.
template <typename Real>
std::array<std::array<Real, 4>, 4> lagrange_coefficients() {
  std::array<std::array<Real, 4>, 4> result{};
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<long double, 4> product = {1.0L};
    long double divisor = 1.0L;
    for (std::size_t k = 0; k < 4; ++k) {
      if (k == i) continue;
      for (std::size_t d = 3; d > 0; --d) product[d] = product[d - 1] - node_places[k] * product[d];
      product[0] *= -node_places[k];
      divisor *= node_places[i] - node_places[k];
    }
    for (std::size_t d = 0; d < 4; ++d) result[i][d] = static_cast<Real>(product[d] / divisor);
  }
  return result;
}

}  // namespace

template <typename Real>
Index3Curve<Real>::Index3Curve(const HessenbergProblem<Real>& problem, bool projects)
    : projects_(projects),
      rates_(problem.positions.size() + problem.velocities.size()),
      stages_(problem),
      hidden_(problem),
      to_powers_(lagrange_coefficients<Real>()),
      middle_(rates_),
      multipliers_(problem.multipliers.size()),
      polynomial_(1 + problem.size(), highest_degree) {
  for (std::size_t inner = 0; inner <= 2; ++inner) levels_.emplace_back(inner);
  for (Place* place : {&from_, &to_, &inner_[0], &inner_[1]}) {
    place->point.resize(1 + problem.size());
    place->slope.resize(rates_);
  }
}

template <typename Real>
void Index3Curve<Real>::begin(std::span<const Real> from,
                              std::span<const Real> to,
                              const RadauStepper<Real>& stepper) {
  // λ is no part of what the slope belongs to.
  const bool follows =
      has_slope_of_end_ && std::ranges::equal(from.first(1 + rates_),
                                              std::span<const Real>(to_.point).first(1 + rates_));
  if (follows) {
    std::swap(from_, to_);
  } else {
    std::ranges::copy(from, from_.point.begin());
  }
  has_slope_of_start_ = follows;
  has_slope_of_end_ = false;
  std::ranges::copy(to, to_.point.begin());
  stepper_ = &stepper;
  is_prepared_ = false;
}

template <typename Real>
bool Index3Curve<Real>::take_slope(Place& place) {
  return hidden_.find_field(stages_, place.point, place.slope);
}

template <typename Real>
void Index3Curve<Real>::assemble(const HermiteWeights& weights) {
  const std::size_t inner = weights.inner_places();
  const Real step = to_.point[0] - from_.point[0];
  polynomial_.set_degree(weights.degree());
  std::ranges::copy(from_.point, polynomial_.coefficient(0).begin());
  for (std::size_t d = 1; d <= weights.degree(); ++d) {
    const std::span<Real> out = polynomial_.coefficient(d);
    std::ranges::fill(out, Real{0});
    const auto weight = [&](std::size_t datum) {
      return static_cast<Real>(weights.weight(d, datum));
    };
    for (std::size_t j = 0; j < rates_; ++j) {
      Real slope = weight(0) * from_.slope[j] + weight(inner + 1) * to_.slope[j];
      for (std::size_t k = 0; k < inner; ++k) slope += weight(k + 1) * inner_.at(k).slope[j];
      out[1 + j] = step * slope + weight(inner + 2) * (to_.point[1 + j] - from_.point[1 + j]);
    }
  }
  polynomial_.coefficient(1)[0] = step;
}

/// The polynomial of the next degree; how far it moves the middle, in units of the coordinates.
template <typename Real>
bool Index3Curve<Real>::correct(const HermiteWeights& weights, Real& change) {
  for (std::size_t k = 0; k < weights.inner_places(); ++k) {
    Place& place = inner_.at(k);
    polynomial_.value(static_cast<Real>(weights.inner_place(k)), place.point);
    // λ is looked for from that of the start.
    std::copy(from_.point.begin() + static_cast<std::ptrdiff_t>(1 + rates_),
              from_.point.end(),
              place.point.begin() + static_cast<std::ptrdiff_t>(1 + rates_));
    if (projects_ && (!stages_.linearise(place.point) || !hidden_.project(stages_, place.point))) {
      return false;
    }
    if (!take_slope(place)) return false;
  }
  const Real half = Real{1} / 2;
  for (std::size_t j = 0; j < rates_; ++j) middle_[j] = polynomial_.value(half, 1 + j);
  assemble(weights);
  change = 0;
  const Real step = std::abs(to_.point[0] - from_.point[0]);
  for (std::size_t j = 0; j < rates_; ++j) {
    const Real size = std::max({std::abs(from_.point[1 + j]),
                                std::abs(to_.point[1 + j]),
                                step * std::abs(from_.slope[j]),
                                step * std::abs(to_.slope[j])});
    const Real moved = std::abs(polynomial_.value(half, 1 + j) - middle_[j]);
    if (moved > size * change) change = moved / size;
  }
  return true;
}

template <typename Real>
bool Index3Curve<Real>::make() {
  if (!has_slope_of_start_ && !take_slope(from_)) return false;
  if (!take_slope(to_)) return false;
  has_slope_of_end_ = true;
  assemble(levels_[0]);
  Real first = 0;
  Real second = 0;
  if (!correct(levels_[1], first) || !correct(levels_[2], second)) return false;
  const Real round_off = static_cast<Real>(small_change) * std::numeric_limits<Real>::epsilon();
  if (!(second <= std::max(first, round_off))) return false;
  assemble_multipliers();
  return true;
}

template <typename Real>
void Index3Curve<Real>::fit(std::size_t component, const std::array<Real, nodes>& values) {
  for (std::size_t d = 0; d < nodes; ++d) {
    Real sum = 0;
    for (std::size_t i = 0; i < nodes; ++i) sum += to_powers_.at(i).at(d) * values.at(i);
    polynomial_.coefficient(d)[component] = sum;
  }
}

template <typename Real>
void Index3Curve<Real>::assemble_multipliers() {
  for (std::size_t j = 1 + rates_; j < from_.point.size(); ++j) {
    fit(j, {from_.point[j], inner_[0].point[j], inner_[1].point[j], to_.point[j]});
  }
}

template <typename Real>
void Index3Curve<Real>::take_collocation() {
  const Real step = to_.point[0] - from_.point[0];
  polynomial_.set_degree(nodes - 1);
  std::array<std::span<Real>, nodes> values;
  const std::array<Place*, nodes> places = {&from_, &inner_[0], &inner_[1], &to_};
  // Both ends are where they are; what is between is the stepper's.
  for (std::size_t i = 0; i < nodes; ++i) {
    values.at(i) = std::span<Real>(places.at(i)->point);
    if (i == 0 || i + 1 == nodes) continue;
    const Real share = static_cast<Real>(node_places.at(i));
    values.at(i)[0] = from_.point[0] + share * step;
    stepper_->interpolate(share, values.at(i).subspan(1));
  }
  for (std::size_t j = 0; j < from_.point.size(); ++j) {
    fit(j, {values[0][j], values[1][j], values[2][j], values[3][j]});
  }
}

template <typename Real>
bool Index3Curve<Real>::prepare() {
  if (is_prepared_) return true;
  is_prepared_ = true;
  if (!make()) take_collocation();
  return true;
}

template <typename Real>
bool Index3Curve<Real>::point(Real theta, std::span<Real> z) {
  (void)prepare();
  polynomial_.value(theta, z);
  if (!projects_ || !stages_.linearise(z) || !hidden_.project(stages_, z)) return true;
  multipliers_.assign(z.begin() + static_cast<std::ptrdiff_t>(1 + rates_), z.end());
  if (!hidden_.find_multipliers(stages_, z)) {
    std::ranges::copy(multipliers_, z.begin() + static_cast<std::ptrdiff_t>(1 + rates_));
  }
  return true;
}

template class Index3Curve<double>;
template class Index3Curve<long double>;

}  // namespace leafwise::integrator::detail
