// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace leafwise::integrator {

/// A curve z(θ) = Σ_d z_d θᵈ in ℝᵐ for 0 ≤ θ ≤ 1: the interpolation of one step.
/// Has room for its highest degree from the start.
template <typename Real>
class StepPolynomial {
 public:
  StepPolynomial(std::size_t dimension, std::size_t highest_degree);

  [[nodiscard]] std::size_t dimension() const noexcept { return dimension_; }
  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  [[nodiscard]] std::size_t highest_degree() const noexcept;

  /// Sets the degree; coefficients are not changed. @pre degree ≤ highest_degree()
  void set_degree(std::size_t degree);

  [[nodiscard]] std::span<Real> coefficient(std::size_t degree);
  [[nodiscard]] std::span<const Real> coefficient(std::size_t degree) const;
  /// All coefficients, z_0 first, as for SmoothMap::taylor.
  [[nodiscard]] std::span<const Real> coefficients() const noexcept;

  void value(Real theta, std::span<Real> z) const;
  void derivative(Real theta, std::span<Real> dz) const;
  /// One component of the value.
  [[nodiscard]] Real value(Real theta, std::size_t component) const;

  /// ∫ |z'(θ)| dθ from 0 to `theta`, by Gauss's formula with five points.
  [[nodiscard]] Real length(Real theta,
                            std::span<Real> scratch,
                            std::span<const Real> units = {}) const;

 private:
  std::size_t dimension_;
  std::size_t degree_;
  std::vector<Real> coefficients_;
};

/// The weights of the polynomial of degree 3 + k that has given values at 0 and 1 and given
/// derivatives at 0, 1 and k places between. The places are such that the problem is regular: were
/// they symmetric with odd k, it would not be, as ∫ of their node polynomial would vanish.
class HermiteWeights {
 public:
  static constexpr std::size_t most_inner_places = 4;

  /// @pre inner_places ≤ most_inner_places
  explicit HermiteWeights(std::size_t inner_places);

  [[nodiscard]] std::size_t inner_places() const noexcept { return inner_.size(); }
  [[nodiscard]] std::size_t degree() const noexcept { return 3 + inner_.size(); }
  [[nodiscard]] long double inner_place(std::size_t i) const { return inner_[i]; }
  /// Of the datum in the coefficient of that degree (≥ 1); data: derivatives at 0, at the inner
  /// places, at 1, then z(1) − z(0).
  [[nodiscard]] long double weight(std::size_t degree, std::size_t datum) const;

 private:
  std::vector<long double> inner_;
  std::vector<long double> weights_;
};

}  // namespace leafwise::integrator
