// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "steppers/radau5/hessenberg_stages.hpp"

namespace leafwise::integrator::detail {

/// Largest |d_i| over the constraints: d₁ = g, d₂ = Dg·f + g_t, d₃ = d/dt d₂ along (f, k).
template <typename Real>
struct Defects {
  Real position = 0;
  Real velocity = 0;
  Real acceleration = 0;
};

/// The constraints of a Hessenberg system, those that hide included, and the projection (2.7) of
/// [Sch] onto the first two. Points are (t, u, v, λ).
template <typename Real>
class HiddenConstraints {
 public:
  explicit HiddenConstraints(const HessenbergProblem<Real>& problem);

  /// d₁, and d₂ with its matrix. Of the multipliers nothing is used.
  [[nodiscard]] Defects<Real> measure(std::span<const Real> point);
  /// d₃ as well: takes the field at the point.
  [[nodiscard]] Defects<Real> measure_all(std::span<const Real> point);

  /// (2.7): u along f_v k_λ until g = 0, then v along k_λ until Dg f + g_t = 0, both to round-off.
  /// λ is not changed. f_v and k_λ are those of `stages`, taken at or near the point: an error of
  /// them is multiplied by μ, which is of the order of the local error.
  /// Where u' = v both corrections have the direction k_λ, and [Sch, (2.8)] is the second alone:
  /// stiffly accurate methods satisfy g = 0 up to what the Newton iteration leaves.
  /// @return false: Γ is singular, or the point was too far off
  [[nodiscard]] bool project(const HessenbergStages<Real>& stages, std::span<Real> point);

  /// λ with d₃ = 0, for a point with d₁ = d₂ = 0: Newton's method, one iteration where k is affine
  /// in λ. @return false: Γ is singular, or the iteration did not converge
  [[nodiscard]] bool find_multipliers(HessenbergStages<Real>& stages, std::span<Real> point);
  /// The same, and (f, k) there: the differential equation for (u, v) that is hidden in the system.
  [[nodiscard]] bool find_field(HessenbergStages<Real>& stages,
                                std::span<Real> point,
                                std::span<Real> field);

 private:
  [[nodiscard]] bool factorize(const HessenbergStages<Real>& stages);
  [[nodiscard]] Real velocity_defects(std::span<const Real> point);
  [[nodiscard]] Real acceleration_defects(std::span<const Real> point);
  void set_rates(std::span<const Real> point);
  [[nodiscard]] bool settle_positions(std::span<Real> point);
  [[nodiscard]] bool settle_velocities(std::span<Real> point);

  std::size_t n_;
  std::size_t m_;
  std::size_t l_;
  std::unique_ptr<SmoothMap<Real>> constraints_;
  std::unique_ptr<SmoothMap<Real>> rates_;  ///< null where u' = v
  std::unique_ptr<SmoothMap<Real>> system_;
  std::vector<Real> g_;
  std::vector<Real> slopes_;     ///< dg, l × (1 + N)
  std::vector<Real> direction_;  ///< (1, f)
  std::vector<Real> residual_;
  std::vector<Real> second_;
  Real rounding_ = 0;              ///< of the terms of d₃
  std::vector<Real> fields_;       ///< (f, k, g) or (k, g)
  std::vector<Real> rate_slopes_;  ///< df, N × (1 + N + M)
  std::vector<Real> rate_values_;
  std::vector<Real> along_velocity_;  ///< k_λ, M × l
  std::vector<Real> along_position_;  ///< f_v k_λ, N × l; k_λ itself where u' = v
  ShiftedMatrix<Real> gamma_;         ///< g_u f_v k_λ
};

}  // namespace leafwise::integrator::detail
