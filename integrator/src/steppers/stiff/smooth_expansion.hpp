// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "steppers/stiff/stiff_start.hpp"

namespace leafwise::integrator::detail {

/// The coefficients of smooth motion as a series in t and δ = ε² [Lu, (2.6)]:
/// q(t) = Σ δᵏ tʲ q_{k,j}, with t counted from the start.
///
/// Given weight 1 to t and 2 to δ, the coefficients of weight w = 2k + j follow from those of lower
/// weight: comparing terms of δ (M q'' − f) + ∇U of weight w,
///
///   H q_{k,j} + (j + 1)(j + 2) M q_{k−1,j+2} = R_{k,w},   k = 0 … w/2, j = w − 2k,
///
/// H and M at q_{0,0}. The part of q_{k,j} across 𝒰 comes from this equation, the part along 𝒰 from
/// the one for k + 1; for j < 2 and k > 0 it is 0, which is how the starts are normalised. R_{k,w}
/// are the coefficients of a polynomial in δ, so they are found exactly from its values: along the
/// curves s ↦ (t, δ) = (s, x s²) for w/2 + 1 numbers x everything is a series in one variable.
template <typename Real>
class SmoothExpansion {
 public:
  using Vector = typename StiffFrame<Real>::Vector;
  using Matrix = typename StiffFrame<Real>::Matrix;

  SmoothExpansion(const StiffProblem<Real>& problem,
                  const StiffFrame<Real>& frame,
                  const TangentPoint<Real>& tangent,
                  Real t,
                  std::size_t order);

  /// false: a function has no Taylor coefficients here.
  [[nodiscard]] bool expand();
  /// q_{k,j}. @pre 2k + j ≤ 2 order + 1
  [[nodiscard]] const Vector& coefficient(std::size_t k, std::size_t j) const {
    return coefficients_[k][j];
  }
  /// The degree of Taylor coefficients that `order` needs of ∇U; of M and f, two less.
  [[nodiscard]] static constexpr std::size_t degree_needed(std::size_t order) {
    return order == 0 ? 0 : 2 * order + 1;
  }

 private:
  /// One curve (s, x s²), with its own maps: they remember the series that they were called with.
  struct Curve {
    Real x = 0;
    std::unique_ptr<SmoothMap<Real>> mass;
    std::unique_ptr<SmoothMap<Real>> force;
    std::unique_ptr<SmoothMap<Real>> gradient;
    std::vector<Real> place;  ///< of (t, q)
    std::vector<Real> state;  ///< of (t, q, q')
    std::vector<Vector> accelerations;
    std::vector<Matrix> masses;
    std::vector<Vector> forces;
  };

  [[nodiscard]] Curve make_curve(const StiffProblem<Real>& problem, Real x, Real t) const;
  void set_position(Curve& curve, std::size_t weight);
  [[nodiscard]] Vector remainder(Curve& curve, std::size_t weight);
  void solve(std::size_t weight, const std::vector<Vector>& values);
  void extend(Curve& curve, std::size_t weight);
  [[nodiscard]] Vector sum(const Curve& curve, std::size_t weight, int derivatives) const;

  const StiffFrame<Real>& frame_;
  Eigen::Index n_;
  Eigen::Index rank_;
  std::size_t top_;  ///< weight
  std::vector<std::vector<Vector>> coefficients_;
  std::vector<Curve> curves_;
  Matrix interpolation_;  ///< values on the curves ↦ coefficients in δ
};

}  // namespace leafwise::integrator::detail
