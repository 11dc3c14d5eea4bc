// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "leafwise/integrator/callable_map.hpp"

/// Random intersections of quadrics: manifolds that are curved every way, with a known point.
namespace leafwise::tests {

/// fᵢ(z) = bᵢ·(z − p) + ½ (z − p)ᵀ Qᵢ (z − p), i < c, with |bᵢⱼ| ≤ 1 and |Qᵢⱼₗ| ≤ curvature; then
/// redundant rows Σᵢ (αᵢ + βᵢ z₁) fᵢ.
struct Quadrics {
  std::size_t m = 0;
  std::size_t c = 0;
  std::size_t redundant = 0;
  std::vector<long double> point;      // p
  std::vector<long double> linear;     // c × m
  std::vector<long double> quadratic;  // c × m × m, symmetric
  std::vector<long double> mixing;     // redundant × c × 2

  [[nodiscard]] std::size_t rows() const { return c + redundant; }
};

[[nodiscard]] Quadrics random_quadrics(std::mt19937_64& generator,
                                       std::size_t m,
                                       std::size_t c,
                                       std::size_t redundant,
                                       long double curvature);

/// With all derivatives but Taylor coefficients.
template <typename Real>
[[nodiscard]] std::shared_ptr<integrator::CallableMap<Real>> make_map(const Quadrics& quadrics);

/// A vector with entries in [−1, 1].
template <typename Real>
[[nodiscard]] std::vector<Real> random_vector(std::mt19937_64& generator, std::size_t size) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Real> v(size);
  for (Real& entry : v) entry = static_cast<Real>(uniform(generator));
  return v;
}

}  // namespace leafwise::tests
