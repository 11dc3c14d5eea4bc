// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/stiff_problem.hpp"

namespace leafwise::integrator::detail {

/// Eigenvalues of H below this share of the largest count as 0. On 𝒰 they are round-off, or what
/// differences make of H (ε^(2/3)): both are far below √ε, and stiffnesses so different that one is
/// √ε of the other could not be told from that.
template <typename Real>
[[nodiscard]] Real negligible_stiffness();

/// M and H at a point (t, q), and the directions that diagonalise both: xᵢᵀ M xⱼ = δᵢⱼ,
/// xᵢᵀ H xⱼ = ωᵢ² δᵢⱼ, the largest |ωᵢ²| first.
template <typename Real>
class StiffFrame {
 public:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

  explicit StiffFrame(const StiffProblem<Real>& problem);

  enum class State { good, not_finite, mass_not_positive };
  /// @param place (t, q)
  [[nodiscard]] State take(std::span<const Real> place);

  [[nodiscard]] Eigen::Index size() const noexcept { return n_; }
  [[nodiscard]] const Vector& gradient() const noexcept { return gradient_; }  ///< ∇U
  [[nodiscard]] const Vector& drift() const noexcept { return drift_; }        ///< ∂∇U/∂t
  [[nodiscard]] const Matrix& hessian() const noexcept { return hessian_; }
  [[nodiscard]] const Matrix& mass() const noexcept { return mass_; }
  [[nodiscard]] const Matrix& directions() const noexcept { return directions_; }  ///< columns xᵢ
  [[nodiscard]] const Vector& squares() const noexcept { return squares_; }        ///< ωᵢ²
  /// How many ωᵢ² are not negligible beside `scale`.
  [[nodiscard]] Eigen::Index rank(Real scale) const;

 private:
  Eigen::Index n_;
  std::unique_ptr<SmoothMap<Real>> mass_map_;
  std::unique_ptr<SmoothMap<Real>> gradient_map_;
  std::vector<Real> values_;
  std::vector<Real> slopes_;
  Vector gradient_;
  Vector drift_;
  Matrix hessian_;
  Matrix mass_;
  Matrix directions_;
  Vector squares_;
};

}  // namespace leafwise::integrator::detail
