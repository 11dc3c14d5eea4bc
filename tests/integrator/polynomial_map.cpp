// SPDX-License-Identifier: GPL-3.0-or-later
#include "polynomial_map.hpp"

namespace leafwise::tests {
namespace {

template <typename Real>
Real product(const Term& term, std::span<const Real> x) {
  Real value = static_cast<Real>(term.coefficient);
  for (const std::size_t j : term.factors) value *= x[j];
  return value;
}

/// The term without the factor at `place`.
Term without(const Term& term, std::size_t place) {
  Term rest = term;
  rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(place));
  return rest;
}

template <typename Real>
Real second_derivative(const Term& term,
                       std::span<const Real> x,
                       std::span<const Real> v,
                       std::span<const Real> w) {
  Real sum = 0;
  for (std::size_t i = 0; i < term.factors.size(); ++i) {
    const Term first = without(term, i);
    for (std::size_t j = 0; j < first.factors.size(); ++j) {
      sum += product(without(first, j), x) * v[term.factors[i]] * w[first.factors[j]];
    }
  }
  return sum;
}

/// Coefficient `degree` of the product of the factors' series.
template <typename Real>
Real series_coefficient(const Term& term,
                        std::span<const Real> curve,
                        std::size_t inputs,
                        std::size_t degree) {
  std::vector<Real> series(degree + 1, Real{0});
  series[0] = static_cast<Real>(term.coefficient);
  for (const std::size_t factor : term.factors) {
    for (std::size_t d = degree + 1; d-- > 0;) {
      Real sum = 0;
      for (std::size_t k = 0; k <= d; ++k) sum += series[d - k] * curve[k * inputs + factor];
      series[d] = sum;
    }
  }
  return series[degree];
}

}  // namespace

template <typename Real>
std::shared_ptr<integrator::CallableMap<Real>> make_polynomial_map(
    std::size_t inputs, const std::vector<Polynomial>& outputs) {
  using Input = std::span<const Real>;
  using Output = std::span<Real>;
  integrator::MapFunctions<Real> functions;
  functions.value = [outputs](Input x, Output f) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      f[i] = 0;
      for (const Term& term : outputs[i]) f[i] += product(term, x);
    }
  };
  functions.jacobian = [outputs, inputs](Input x, Output jacobian) {
    for (Real& entry : jacobian) entry = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      for (const Term& term : outputs[i]) {
        for (std::size_t k = 0; k < term.factors.size(); ++k) {
          jacobian[i * inputs + term.factors[k]] += product(without(term, k), x);
        }
      }
    }
  };
  functions.second = [outputs](Input x, Input v, Input w, Output out) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      out[i] = 0;
      for (const Term& term : outputs[i]) out[i] += second_derivative(term, x, v, w);
    }
  };
  functions.taylor = [outputs, inputs](Input curve, std::size_t degree, Output out) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      out[i] = 0;
      for (const Term& term : outputs[i]) {
        out[i] += series_coefficient(term, curve, inputs, degree);
      }
    }
  };
  return std::make_shared<integrator::CallableMap<Real>>(inputs, outputs.size(), functions);
}

template std::shared_ptr<integrator::CallableMap<double>> make_polynomial_map(
    std::size_t, const std::vector<Polynomial>&);
template std::shared_ptr<integrator::CallableMap<long double>> make_polynomial_map(
    std::size_t, const std::vector<Polynomial>&);

}  // namespace leafwise::tests
