// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/index3.hpp"
#include "problems/index3.hpp"

namespace leafwise::tests {

template <typename Real>
[[nodiscard]] integrator::Index3Settings<Real> index3_settings(Real to, Real tolerance) {
  integrator::Index3Settings<Real> settings;
  settings.to = to;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// (t, u, v, λ) of the last row.
template <typename Real>
[[nodiscard]] std::span<const Real> end_of(const integrator::Index3Report<Real>& report) {
  return report.run.trajectory.point(report.run.trajectory.size() - 1);
}

}  // namespace leafwise::tests
