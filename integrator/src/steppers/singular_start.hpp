// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "linear/minimum_norm.hpp"
#include "linear/unit_scales.hpp"
#include "steppers/start_slopes.hpp"

namespace leafwise::integrator {

/// The first step of a run from a point where V is not defined, as t x'' + 2 x' + t x = 0 at t = 0,
/// along the solution that is analytic there.
///
/// Collocation at places behind the start never asks for V at the start, and converges for
/// singularities of the first kind (F. R. de Hoog, R. Weiss, SIAM J. Numer. Anal. 15 (1978)
/// 198–217). The polynomial stands for the solution if it solves the equations between its places,
/// too, to what no power of the distance but a whole one does.
template <typename Real>
class SingularStart {
 public:
  static constexpr std::size_t degree = 10;

  enum class Found {
    one,
    several,  ///< solutions begin there, all of them analytic
    none,     ///< as far as the tolerances tell
  };

  SingularStart(const ManifoldProblem<Real>& problem, const Tolerance<Real>& tolerance);

  /// The step of at most that size, with its sign; with `is_fixed` of just that size. Sets size,
  /// from_field, to, to_field. @pre step.from is set; the parameter is the independent variable
  [[nodiscard]] Found find(Geometry<Real>& geometry, Step<Real>& step, Real size, bool is_fixed);

  /// The step that was found. @pre the polynomial has room for that degree
  void interpolate(const Step<Real>& step, StepPolynomial<Real>& polynomial) const;

 private:
  /// With the first guess of Newton's method as it is.
  [[nodiscard]] Found find_from_guess(Geometry<Real>& geometry,
                                      Step<Real>& step,
                                      Real size,
                                      bool is_fixed);
  [[nodiscard]] Found find_from_others(Geometry<Real>& geometry,
                                       Step<Real>& step,
                                       Real size,
                                       bool is_fixed);
  [[nodiscard]] bool nearly_solves() const;
  [[nodiscard]] bool has_second(Geometry<Real>& geometry, Step<Real>& step, bool is_fixed);
  [[nodiscard]] Found search(Geometry<Real>& geometry, Step<Real>& step, Real size, int sizes);
  [[nodiscard]] Found solve(Geometry<Real>& geometry, const Step<Real>& step);
  /// Residuals and their derivatives. False: V is not defined at one of the places.
  [[nodiscard]] bool linearize(Geometry<Real>& geometry, const Step<Real>& step);
  /// Of the linearised equations, in units of their own if need be. None: they are not finite.
  [[nodiscard]] std::optional<Found> factorize();
  void solve_for_changes();
  void value(const Step<Real>& step, Real share, std::span<Real> z) const;
  void slope(Real share, std::span<Real> v) const;
  /// The largest between the places, in units of what is allowed.
  [[nodiscard]] Real defect(Geometry<Real>& geometry, const Step<Real>& step);
  [[nodiscard]] bool is_alone(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] bool arrive(Geometry<Real>& geometry, Step<Real>& step);

  std::size_t m_;
  std::vector<Real> shares_;         ///< of a coordinate's change, that it may be off
  std::vector<Real> places_;         ///< of collocation, in (0, 1)
  std::vector<Real> cardinal_;       ///< Lagrange's polynomials, coefficient d of number j
  std::vector<Real> integrals_;      ///< of number j up to place i
  std::vector<Real> guess_;          ///< slopes, the same at all places
  bool guess_says_nothing_ = false;  ///< V is not defined along it
  std::vector<Real> slopes_;         ///< of the solution at the places
  std::vector<Real> residuals_;
  std::vector<Real> matrix_;
  std::vector<Real> changes_;
  std::vector<Real> point_, field_, other_;
  std::vector<Real> along_;
  FieldDerivative<Real> derivative_;
  detail::MinimumNormSolver<Real> solver_;
  detail::UnitScales<Real> scales_;  ///< of the matrix
  bool is_scaled_ = false;
};

extern template class SingularStart<double>;
extern template class SingularStart<long double>;

}  // namespace leafwise::integrator
