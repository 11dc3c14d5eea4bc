// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/step_polynomial.hpp"
#include "steppers/radau5/radau_stepper.hpp"
#include "steppers/radau5/step_curve.hpp"

namespace leafwise::integrator::detail {

/// Cubic polynomials from values at four places of a step: its ends, and the places of
/// HermiteWeights(2).
template <typename Real>
class CubicFit {
 public:
  static constexpr std::size_t nodes = 4;

  CubicFit();

  /// One component of a polynomial of degree 3.
  void fit(std::size_t component,
           const std::array<Real, nodes>& values,
           StepPolynomial<Real>& polynomial) const;
  /// All components: the ends as they are, between them the stepper's collocation polynomial.
  void take_collocation(const RadauStepper<Real>& stepper,
                        std::span<const Real> from,
                        std::span<const Real> to,
                        StepPolynomial<Real>& polynomial);

 private:
  std::array<std::array<Real, nodes>, nodes> to_powers_{};  ///< from values at the nodes
  std::array<std::vector<Real>, 2> inner_;
};

/// The collocation polynomial itself, of degree 3, through the ends of the step.
template <typename Real>
class CollocationCurve final : public StepCurve<Real> {
 public:
  /// @param coordinates t and as many of the first components of y as are shown
  explicit CollocationCurve(std::size_t coordinates);

  void begin(std::span<const Real> from,
             std::span<const Real> to,
             const RadauStepper<Real>& stepper) override;
  [[nodiscard]] bool prepare() override;
  [[nodiscard]] const StepPolynomial<Real>& polynomial() const noexcept override {
    return polynomial_;
  }
  [[nodiscard]] bool point(Real theta, std::span<Real> z) override;
  [[nodiscard]] std::span<const Real> end() const noexcept override { return to_; }

 private:
  CubicFit<Real> fit_;
  const RadauStepper<Real>* stepper_ = nullptr;
  bool is_prepared_ = false;
  std::vector<Real> from_;
  std::vector<Real> to_;
  StepPolynomial<Real> polynomial_;
};

}  // namespace leafwise::integrator::detail
