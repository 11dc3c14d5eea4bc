// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::tests {

template <typename Real>
[[nodiscard]] integrator::StiffSettings<Real> stiff_settings(Real to, Real tolerance) {
  integrator::StiffSettings<Real> settings;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// (t, q, q') of the last row.
template <typename Real>
[[nodiscard]] std::vector<Real> end_of(const integrator::StiffReport<Real>& report) {
  const auto point = report.run.trajectory.point(report.run.trajectory.size() - 1);
  return {point.begin(), point.end()};
}

}  // namespace leafwise::tests
