// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/stiff_problem.hpp"
#include "steppers/radau5/shifted_matrix.hpp"

namespace leafwise::integrator::detail {

/// M, f, ∇U and H at a point (t, q, q'), with Gᵀ: columns of H with the same range, and its left
/// inverse by the rows of the same numbers, (Gᵀ)⁻ = (E⁻¹, 0) [Lu, section 8].
template <typename Real>
class StiffForces {
 public:
  StiffForces(const StiffProblem<Real>& problem, std::vector<std::size_t> columns);

  /// The values. false: not finite, M not positive definite or, where there are columns, E
  /// singular.
  [[nodiscard]] bool evaluate(std::span<const Real> point);
  /// The values, and the derivatives of M and f.
  [[nodiscard]] bool differentiate(std::span<const Real> point);

  [[nodiscard]] std::size_t size() const noexcept { return n_; }
  [[nodiscard]] std::size_t rank() const noexcept { return columns_.size(); }
  [[nodiscard]] const std::vector<std::size_t>& columns() const noexcept { return columns_; }
  void set_columns(const std::vector<std::size_t>& columns) { columns_ = columns; }

  [[nodiscard]] std::span<const Real> force() const noexcept { return force_; }
  [[nodiscard]] std::span<const Real> gradient() const noexcept { return gradient_; }
  /// Hᵢⱼ. @pre there are columns, or derivatives were taken
  [[nodiscard]] Real hessian(std::size_t i, std::size_t j) const {
    return slopes_[i * (1 + n_) + 1 + j];
  }
  [[nodiscard]] Real inverse_square() const noexcept { return inverse_square_; }  ///< 1/ε²
  [[nodiscard]] Real square() const noexcept { return square_; }                  ///< ε²

  /// x ← M⁻¹ x
  void divide_by_mass(Real* x) const;
  /// (Gᵀ)⁻ ∇U
  void reduced_gradient(std::span<Real> out);
  /// x ← E⁻¹ x, for columns of (Gᵀ)⁻ H
  void solve_minor(std::span<Real> x);
  /// x −= Gᵀ λ
  void subtract_reaction(std::span<const Real> multipliers, Real* x) const;
  /// (Gᵀ (Gᵀ)⁻ − I) ∇U / ε², (8.7) with Λ = (Gᵀ)⁻∇U/ε². In the rows that (Gᵀ)⁻ uses it is 0. An
  /// error of q changes it by that times |∇U|/ε² only, while Λ of Newton's iteration in its place
  /// would be wrong by 1/ε² times what the iteration leaves.
  void remainder(std::span<Real> out);

  /// The multipliers of the limit ε = 0 at a point (t, q, q'): (d²/dt²) ∇U = 0 with M q'' = f −
  /// Gᵀλ. Those of smooth motion but for O(ε²), while ∇U/ε² is as large as the point is off 𝒰.
  /// @return false: singular, or not finite
  [[nodiscard]] bool balance(std::span<const Real> point, std::span<Real> multipliers);

  /// x −= (∂M/∂q_j) a, for all j, into the columns of an n × n matrix. @pre derivatives were taken
  void subtract_inertia(std::span<const Real> a, Real* matrix) const;
  /// x −= ∂(Gᵀ λ)/∂q
  void subtract_reaction_slopes(std::span<const Real> point,
                                std::span<const Real> multipliers,
                                Real* matrix);
  /// ∂f by (t, q, q'), row by row
  [[nodiscard]] const Real* force_slopes(std::size_t row) const {
    return force_slopes_.data() + row * (1 + 2 * n_);
  }
  /// The factors of M.
  [[nodiscard]] const std::vector<Real>& mass_factors() const noexcept { return mass_; }

 private:
  [[nodiscard]] bool take_mass(std::span<const Real> place);
  [[nodiscard]] bool take_minor();

  std::size_t n_;
  std::vector<std::size_t> columns_;
  Real square_;
  Real inverse_square_;
  std::unique_ptr<SmoothMap<Real>> mass_map_;  ///< null: the identity
  std::unique_ptr<SmoothMap<Real>> force_map_;
  std::unique_ptr<SmoothMap<Real>> gradient_map_;
  bool mass_is_constant_;
  bool has_mass_ = false;
  std::vector<Real> mass_;  ///< L D Lᵀ
  std::vector<Real> mass_slopes_;
  std::vector<Real> force_;
  std::vector<Real> force_slopes_;
  std::vector<Real> gradient_;
  std::vector<Real> slopes_;  ///< n × (1 + n): ∂∇U/∂t, H
  ShiftedMatrix<Real> minor_;
  std::vector<Real> direction_;
  std::vector<Real> axis_;
  std::vector<Real> second_;
};

/// x ← M⁻¹ x with factors of M, n × n.
template <typename Real>
void divide_by_factors(const std::vector<Real>& factors, std::size_t n, Real* x);

}  // namespace leafwise::integrator::detail
