// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/collocation_curve.hpp"

#include <algorithm>

namespace leafwise::integrator::detail {
namespace {

constexpr std::array<long double, 4> node_places = {0.0L, 0.2L, 0.8L, 1.0L};

}  // namespace

/// Coefficients of the Lagrange polynomials: of θᵈ in the one that is 1 at node i.
template <typename Real>
CubicFit<Real>::CubicFit() {
  for (std::size_t i = 0; i < nodes; ++i) {
    std::array<long double, nodes> product = {1.0L};
    long double divisor = 1.0L;
    for (std::size_t k = 0; k < nodes; ++k) {
      if (k == i) continue;
      for (std::size_t d = nodes - 1; d > 0; --d) {
        product.at(d) = product.at(d - 1) - node_places.at(k) * product.at(d);
      }
      product[0] *= -node_places.at(k);
      divisor *= node_places.at(i) - node_places.at(k);
    }
    for (std::size_t d = 0; d < nodes; ++d) {
      to_powers_.at(i).at(d) = static_cast<Real>(product.at(d) / divisor);
    }
  }
}

template <typename Real>
void CubicFit<Real>::fit(std::size_t component,
                         const std::array<Real, nodes>& values,
                         StepPolynomial<Real>& polynomial) const {
  for (std::size_t d = 0; d < nodes; ++d) {
    Real sum = 0;
    for (std::size_t i = 0; i < nodes; ++i) sum += to_powers_.at(i).at(d) * values.at(i);
    polynomial.coefficient(d)[component] = sum;
  }
}

template <typename Real>
void CubicFit<Real>::take_collocation(const RadauStepper<Real>& stepper,
                                      std::span<const Real> from,
                                      std::span<const Real> to,
                                      StepPolynomial<Real>& polynomial) {
  polynomial.set_degree(nodes - 1);
  for (std::size_t i = 0; i < inner_.size(); ++i) {
    const Real share = static_cast<Real>(node_places.at(i + 1));
    inner_.at(i).resize(1 + stepper.state().y.size());
    inner_.at(i)[0] = from[0] + share * (to[0] - from[0]);
    stepper.interpolate(share, std::span<Real>(inner_.at(i)).subspan(1));
  }
  for (std::size_t j = 0; j < from.size(); ++j) {
    fit(j, {from[j], inner_[0][j], inner_[1][j], to[j]}, polynomial);
  }
}

template <typename Real>
CollocationCurve<Real>::CollocationCurve(std::size_t coordinates)
    : from_(coordinates), to_(coordinates), polynomial_(coordinates, CubicFit<Real>::nodes - 1) {}

template <typename Real>
void CollocationCurve<Real>::begin(std::span<const Real> from,
                                   std::span<const Real> to,
                                   const RadauStepper<Real>& stepper) {
  std::ranges::copy(from, from_.begin());
  std::ranges::copy(to, to_.begin());
  stepper_ = &stepper;
  is_prepared_ = false;
}

template <typename Real>
bool CollocationCurve<Real>::prepare() {
  if (!is_prepared_) fit_.take_collocation(*stepper_, from_, to_, polynomial_);
  is_prepared_ = true;
  return true;
}

template <typename Real>
bool CollocationCurve<Real>::point(Real theta, std::span<Real> z) {
  (void)prepare();
  polynomial_.value(theta, z);
  return true;
}

template class CubicFit<double>;
template class CubicFit<long double>;
template class CollocationCurve<double>;
template class CollocationCurve<long double>;

}  // namespace leafwise::integrator::detail
