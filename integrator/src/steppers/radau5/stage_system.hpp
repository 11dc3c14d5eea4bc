// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace leafwise::integrator::detail {

/// Both blocks of Λ/h: one for a real eigenvalue of A⁻¹, one for a pair of complex ones.
template <typename Real>
struct Shifts {
  Real real;       ///< γ/h
  Real pair_real;  ///< α/h
  Real pair_imaginary;
};

/// What the simplified Newton iteration of a collocation method needs of a system B y' = F(t, y),
/// B = diag(1, …, 1, 0, …, 0): the places where other iteration matrices, other eliminations or
/// other right-hand sides are plugged in. Keeps scratch space; one object per thread.
template <typename Real>
class StageSystem {
 public:
  virtual ~StageSystem() = default;
  StageSystem(const StageSystem&) = delete;
  StageSystem& operator=(const StageSystem&) = delete;

  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  /// Components of B that are 1: the first ones.
  [[nodiscard]] virtual std::size_t differential() const noexcept = 0;
  /// 1, 2 or 3: errors of a component of index i count h^(i−1) times. [HW96, VII.7]
  [[nodiscard]] virtual int index_of(std::size_t component) const noexcept = 0;
  /// How many components error estimates look at: the first ones.
  [[nodiscard]] virtual std::size_t measured() const noexcept { return size(); }

  /// F. @param point (t, y), 1 + size() entries @return whether all entries are finite
  [[nodiscard]] virtual bool evaluate(std::span<const Real> point, std::span<Real> out) = 0;
  /// F for stage 0, 1 or 2, for systems that are solved by iterating over what stages differ in.
  [[nodiscard]] virtual bool evaluate_stage(std::size_t /*stage*/,
                                            std::span<const Real> point,
                                            std::span<Real> out) {
    return evaluate(point, out);
  }

  /// The derivative J that iteration matrices are built of from now on. false: not finite.
  [[nodiscard]] virtual bool linearise(std::span<const Real> point) = 0;
  /// Factorises γ/h B − J and (α + iβ)/h B − J. false: singular.
  [[nodiscard]] virtual bool factorize(const Shifts<Real>& shifts) = 0;
  /// In place, with the real block.
  virtual void solve(std::span<Real> r) = 0;
  /// In place, real and imaginary part, with the complex block.
  virtual void solve_pair(std::span<Real> real, std::span<Real> imaginary) = 0;

  /// Whether stages have different J, so that the blocks do not come apart: then `solve_coupled` is
  /// called instead, with (A⁻¹/h ⊗ B) − diag(J₁, J₂, J₃), for all three stages one after the other.
  [[nodiscard]] virtual bool is_coupled() const noexcept { return false; }
  virtual void solve_coupled(std::span<Real> /*r*/) {}

 protected:
  StageSystem() = default;
};

}  // namespace leafwise::integrator::detail
