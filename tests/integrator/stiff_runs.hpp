// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::tests {

template <typename Real>
[[nodiscard]] integrator::Settings<Real> stiff_settings(Real to, Real tolerance) {
  integrator::Settings<Real> settings;
  settings.method = integrator::stiff_method;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// (t, q, q') of the last row.
template <typename Real>
[[nodiscard]] std::vector<Real> end_of(const integrator::Report<Real>& report) {
  const auto point = report.trajectory.point(report.trajectory.size() - 1);
  return {point.begin(), point.end()};
}

}  // namespace leafwise::tests
