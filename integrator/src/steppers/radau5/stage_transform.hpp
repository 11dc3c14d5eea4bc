// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace leafwise::integrator::detail {

/// The three-stage Radau IIA method as its simplified Newton iteration sees it: A⁻¹ T = T Λ with
/// Λ = diag(γ, (α −β; β α)), so that three coupled stages become one real and one complex system.
/// T is scaled as in RADAU5: the real eigenvector has length 1, the complex one ends in 1; norms of
/// corrections are taken in these coordinates.
template <typename Real>
struct StageTransform {
  using Row = std::array<Real, 3>;
  Row c;
  std::array<Row, 3> a;
  Real gamma;
  Real alpha;
  Real beta;
  std::array<Row, 3> to_stages;    ///< T
  std::array<Row, 3> from_stages;  ///< T⁻¹
  /// Of the error estimate with a new real stage of weight 1/γ at the beginning of the step
  /// [HW96, (IV.8.19)]: γ h err = … + Σ e_i z_i / h.
  Row estimate;
};

template <typename Real>
[[nodiscard]] const StageTransform<Real>& radau_transform();

}  // namespace leafwise::integrator::detail
