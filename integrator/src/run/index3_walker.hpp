// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "run/radau_walker.hpp"
#include "run/sheet_normals.hpp"
#include "steppers/radau5/hessenberg_stages.hpp"
#include "steppers/radau5/hidden_constraints.hpp"
#include "steppers/radau5/index3_curve.hpp"

namespace leafwise::integrator::detail {

/// Index-3 systems: points are projected at the ends of steps and between them, defects are
/// watched.
template <typename Real>
class Index3Walker final : public RadauWalker<Real> {
 public:
  Index3Walker(const HessenbergProblem<Real>& problem, const Settings<Real>& settings);

  void start(std::span<const Real> point) override;
  void tell(Report<Real>& report) override;
  void save(Checkpoint<Real>& checkpoint) override;
  void write_own(std::span<const Real> point, std::span<Real> columns) override;

 private:
  [[nodiscard]] std::optional<std::string> finish_step() override;
  [[nodiscard]] bool stays() override;
  [[nodiscard]] std::string left_message() const override;
  /// Whether projecting the end met no constraints' normals of another assembly.
  [[nodiscard]] bool is_projected_alike();
  /// At θ of the step; false if the curve is not near its constraints there.
  [[nodiscard]] bool look(Real theta, typename SheetNormals<Real>::Frame& frame);
  [[nodiscard]] StepCurve<Real>& step_curve() noexcept override { return curve_; }
  void watch(std::span<const Real> point) override;
  [[nodiscard]] Real distance(std::span<const Real> point) override;
  [[nodiscard]] std::string singular_message() const override;
  void save_own(std::vector<Real>& numbers) const override;
  [[nodiscard]] std::size_t restore_own(std::span<const Real> numbers) override;

  const HessenbergProblem<Real>& problem_;
  HessenbergStages<Real> stages_;
  HiddenConstraints<Real> hidden_;
  Index3Curve<Real> curve_;
  std::unique_ptr<SmoothMap<Real>> constraints_;
  std::vector<Real> g_;
  std::vector<Real> slopes_;
  SheetNormals<Real> sheets_;  ///< of g = 0 in (t, u)
  typename SheetNormals<Real>::Frame at_start_, at_end_, beside_;
  std::vector<Real> point_;
  bool is_projected_ = true;  ///< the end of the step just made
  std::uint64_t projections_ = 0;
  Index3Defects<Real> largest_;
};

}  // namespace leafwise::integrator::detail
