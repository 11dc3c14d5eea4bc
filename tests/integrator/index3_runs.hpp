// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "problems/index3.hpp"

namespace leafwise::tests {

template <typename Real>
[[nodiscard]] integrator::Settings<Real> index3_settings(Real to, Real tolerance) {
  integrator::Settings<Real> settings;
  settings.method = integrator::index3_method;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// (t, u, v, λ) of the last row.
template <typename Real>
[[nodiscard]] std::span<const Real> last_of(const integrator::Report<Real>& report) {
  return report.trajectory.point(report.trajectory.size() - 1);
}

}  // namespace leafwise::tests
