// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/own_units.hpp"
#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"

namespace leafwise::integrator::detail {

/// A run on a manifold in the units of its own: problem and settings for it, and back what it
/// reports. Rows, events and reports are in the user's units, as are arc length and monitors;
/// checkpoints are in own ones.
template <typename Real>
class OwnRun {
 public:
  /// @pre the problem has sizes @throws InvalidInput if there are not as many as coordinates, or
  /// tolerances
  OwnRun(const ManifoldProblem<Real>& problem, const Settings<Real>& settings);
  ~OwnRun();
  OwnRun(const OwnRun&) = delete;
  OwnRun& operator=(const OwnRun&) = delete;

  [[nodiscard]] const ManifoldProblem<Real>& problem() const noexcept { return problem_; }
  [[nodiscard]] const Settings<Real>& settings() const noexcept { return settings_; }
  [[nodiscard]] std::vector<Real> start(std::span<const Real> start) const;
  [[nodiscard]] Report<Real> in_users(Report<Real> report) const;

 private:
  class Receiver;

  void put_in_users(std::span<Real> row) const;
  void change_places();
  void change_tolerance();
  void change_functions();
  void change_opening();
  [[nodiscard]] Trajectory<Real> in_users(const Trajectory<Real>& rows) const;

  OwnUnits<Real> units_;
  ManifoldProblem<Real> problem_;
  Settings<Real> settings_;
  Real of_length_ = 1;     ///< of arc length
  Real of_place_ = 1;      ///< of the scale of the goal
  Real of_parameter_ = 1;  ///< of the run's parameter
  std::unique_ptr<Receiver> receiver_;
};

}  // namespace leafwise::integrator::detail
