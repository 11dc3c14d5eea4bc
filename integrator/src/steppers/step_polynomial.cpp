// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/step_polynomial.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "leafwise/core/check.hpp"
#include "steppers/length_of.hpp"

namespace leafwise::integrator {

template <typename Real>
StepPolynomial<Real>::StepPolynomial(std::size_t dimension, std::size_t highest_degree)
    : dimension_(dimension), degree_(0), coefficients_(dimension * (highest_degree + 1), Real{0}) {
  LEAFWISE_DEMAND(dimension > 0);
}

template <typename Real>
std::size_t StepPolynomial<Real>::highest_degree() const noexcept {
  return coefficients_.size() / dimension_ - 1;
}

template <typename Real>
void StepPolynomial<Real>::set_degree(std::size_t degree) {
  LEAFWISE_DEMAND(degree <= highest_degree());
  degree_ = degree;
}

template <typename Real>
std::span<Real> StepPolynomial<Real>::coefficient(std::size_t degree) {
  return std::span<Real>(coefficients_).subspan(degree * dimension_, dimension_);
}

template <typename Real>
std::span<const Real> StepPolynomial<Real>::coefficient(std::size_t degree) const {
  return std::span<const Real>(coefficients_).subspan(degree * dimension_, dimension_);
}

template <typename Real>
std::span<const Real> StepPolynomial<Real>::coefficients() const noexcept {
  return std::span<const Real>(coefficients_).first((degree_ + 1) * dimension_);
}

template <typename Real>
void StepPolynomial<Real>::value(Real theta, std::span<Real> z) const {
  for (std::size_t i = 0; i < dimension_; ++i) z[i] = value(theta, i);
}

template <typename Real>
Real StepPolynomial<Real>::value(Real theta, std::size_t component) const {
  Real sum = 0;
  for (std::size_t d = degree_ + 1; d-- > 0;) {
    sum = sum * theta + coefficients_[d * dimension_ + component];
  }
  return sum;
}

template <typename Real>
void StepPolynomial<Real>::derivative(Real theta, std::span<Real> dz) const {
  for (std::size_t i = 0; i < dimension_; ++i) {
    Real sum = 0;
    for (std::size_t d = degree_; d > 0; --d) {
      sum = sum * theta + static_cast<Real>(d) * coefficients_[d * dimension_ + i];
    }
    dz[i] = sum;
  }
}

template <typename Real>
Real StepPolynomial<Real>::length(Real theta,
                                  std::span<Real> scratch,
                                  std::span<const Real> units) const {
  // Gauss–Legendre on [0, 1]: exact to degree 9.
  static const long double inner = std::sqrt(5.0L - 2.0L * std::sqrt(10.0L / 7.0L)) / 6.0L;
  static const long double outer = std::sqrt(5.0L + 2.0L * std::sqrt(10.0L / 7.0L)) / 6.0L;
  static const long double inner_weight = (322.0L + 13.0L * std::sqrt(70.0L)) / 1800.0L;
  static const long double outer_weight = (322.0L - 13.0L * std::sqrt(70.0L)) / 1800.0L;
  static const std::array<std::array<long double, 2>, 5> rule = {{{0.5L - outer, outer_weight},
                                                                  {0.5L - inner, inner_weight},
                                                                  {0.5L, 64.0L / 225.0L},
                                                                  {0.5L + inner, inner_weight},
                                                                  {0.5L + outer, outer_weight}}};
  Real sum = 0;
  for (const auto& [place, weight] : rule) {
    derivative(theta * static_cast<Real>(place), scratch);
    for (std::size_t j = 0; j < units.size(); ++j) scratch[j] *= units[j];
    const std::span<const Real> slope = scratch.first(dimension_);
    sum += static_cast<Real>(weight) * detail::length_of(slope);
  }
  return theta * sum;
}

namespace {

/// Chosen by a search on a grid: an error of the derivatives there enters the polynomial with a
/// factor below 0.34. The popular places (Lobatto's) make the problem singular.
std::vector<long double> places(std::size_t count) {
  switch (count) {
    case 0: return {};
    case 1: return {0.2L};
    case 2: return {0.2L, 0.8L};
    case 3: return {0.15L, 0.25L, 0.85L};
    default: return {0.15L, 0.25L, 0.75L, 0.85L};
  }
}

}  // namespace

HermiteWeights::HermiteWeights(std::size_t inner_places) : inner_(places(inner_places)) {
  LEAFWISE_DEMAND(inner_places <= most_inner_places);
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const auto size = static_cast<Eigen::Index>(degree());
  Matrix conditions = Matrix::Zero(size, size);
  for (Eigen::Index row = 0; row + 1 < size; ++row) {
    long double theta = 0.0L;
    if (row + 2 == size) {
      theta = 1.0L;
    } else if (row > 0) {
      theta = inner_[static_cast<std::size_t>(row) - 1];
    }
    for (Eigen::Index d = 1; d <= size; ++d) {
      conditions(row, d - 1) =
          static_cast<long double>(d) * std::pow(theta, static_cast<long double>(d - 1));
    }
  }
  conditions.row(size - 1).setOnes();
  const Matrix inverse = conditions.fullPivLu().inverse();
  weights_.resize(degree() * degree());
  for (Eigen::Index d = 0; d < size; ++d) {
    for (Eigen::Index datum = 0; datum < size; ++datum) {
      weights_[static_cast<std::size_t>(d * size + datum)] = inverse(d, datum);
    }
  }
}

long double HermiteWeights::weight(std::size_t degree, std::size_t datum) const {
  return weights_[(degree - 1) * this->degree() + datum];
}

template class StepPolynomial<double>;
template class StepPolynomial<long double>;

}  // namespace leafwise::integrator
