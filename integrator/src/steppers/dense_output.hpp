// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "steppers/series_passage.hpp"
#include "steppers/solution_curve.hpp"

namespace leafwise::integrator {

/// The curve within one step: an interpolating polynomial whose points are projected onto M. The
/// polynomial is made on demand, once a step.
template <typename Real>
class DenseOutput final : public SolutionCurve<Real> {
 public:
  DenseOutput(std::size_t dimension, std::size_t highest_degree);

  [[nodiscard]] std::size_t highest_degree() const noexcept { return polynomial_.highest_degree(); }

  /// To be called for each new step. @pre step.has_to_field when anything is asked
  void begin(Geometry<Real>& geometry, Stepper<Real>& stepper, const Step<Real>& step);

  /// The same for a step that is a series, over a place without a direction.
  void begin(Geometry<Real>& geometry, SeriesPassage<Real>& passage, const Step<Real>& step);

  /// The same for a step that is a polynomial already, made by `make(polynomial)`.
  template <typename Make>
  void begin_with(Geometry<Real>& geometry, const Step<Real>& step, Make&& make) {
    geometry_ = &geometry;
    passage_ = nullptr;
    step_ = &step;
    make(polynomial_);
    made_ = Made::all;
    status_ = StepStatus::good;
  }

  /// False: a projection or the field failed.
  [[nodiscard]] bool prepare() override { return make() == StepStatus::good; }
  /// The same, but Hermite's cubic where the accurate polynomial cannot be had; until `be_strict`.
  void prepare_roughly();
  void be_strict();
  /// @pre prepare() was successful, or prepare_roughly() called
  [[nodiscard]] const StepPolynomial<Real>& polynomial() const noexcept override {
    return polynomial_;
  }

  /// The point of M at θ; the ends exactly as the step has them. None where the projection goes a
  /// good part of the step's way.
  [[nodiscard]] StepStatus find_point(Real theta, std::span<Real> z);
  [[nodiscard]] bool point(Real theta, std::span<Real> z) override {
    return find_point(theta, z) == StepStatus::good;
  }

  /// Arc length from the start of the step to θ; without a call of prepare() from Hermite's cubic.
  [[nodiscard]] Real length(Real theta);

 private:
  StepStatus make();
  void make_cubic();

  enum class Made { nothing, cubic, all, cubic_for_all, failed };

  Geometry<Real>* geometry_ = nullptr;
  Stepper<Real>* stepper_ = nullptr;
  SeriesPassage<Real>* passage_ = nullptr;  ///< if it has made the step
  const Step<Real>* step_ = nullptr;
  Made made_ = Made::nothing;
  StepStatus status_ = StepStatus::good;   ///< of what is made
  StepStatus failure_ = StepStatus::good;  ///< why the cubic stands for all
  StepPolynomial<Real> polynomial_;
  std::vector<Real> scratch_;
};

}  // namespace leafwise::integrator
