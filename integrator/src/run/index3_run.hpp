// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "run/radau_run.hpp"
#include "steppers/radau5/hessenberg_stages.hpp"
#include "steppers/radau5/hidden_constraints.hpp"
#include "steppers/radau5/index3_curve.hpp"

namespace leafwise::integrator::detail {

/// A run of an index-3 system: points are projected at the ends of steps and between them, defects
/// are watched.
template <typename Real>
class Index3Run final : private RadauRun<Real> {
 public:
  Index3Run(const HessenbergProblem<Real>& problem, const Index3Settings<Real>& settings);

  void start(std::span<const Real> point);
  void continue_from(const Index3Checkpoint<Real>& checkpoint) { this->continue_at(checkpoint, 0); }
  [[nodiscard]] Index3Report<Real> finish();

 private:
  [[nodiscard]] std::optional<std::string> finish_step() override;
  [[nodiscard]] StepCurve<Real>& curve() noexcept override { return curve_; }
  void watch(std::span<const Real> point) override;
  void write_own(std::span<const Real> point, std::span<Real> columns) override;
  [[nodiscard]] Real residual(std::span<const Real> point) override;
  [[nodiscard]] std::string singular_message() const override;

  const HessenbergProblem<Real>& problem_;
  const Index3Settings<Real>& own_settings_;
  HessenbergStages<Real> stages_;
  HiddenConstraints<Real> hidden_;
  Index3Curve<Real> curve_;
  std::unique_ptr<SmoothMap<Real>> constraints_;
  std::vector<Real> g_;
  std::vector<Real> slopes_;
  std::uint64_t projections_ = 0;
  Index3Defects<Real> largest_;
};

}  // namespace leafwise::integrator::detail
