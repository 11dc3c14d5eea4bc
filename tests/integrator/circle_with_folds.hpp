// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/kernel_distribution.hpp"
#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::tests {

/// M = unit circle in (x, y); D = ker df, so that x has folds at y = 0.
template <typename Real>
integrator::ManifoldProblem<Real> circle_with_folds(bool with_independent) {
  integrator::MapFunctions<Real> f;
  f.value = [](std::span<const Real> z, std::span<Real> out) {
    out[0] = z[0] * z[0] + z[1] * z[1] - 1;
  };
  f.jacobian = [](std::span<const Real> z, std::span<Real> out) {
    out[0] = 2 * z[0];
    out[1] = 2 * z[1];
  };
  integrator::MapFunctions<Real> n;
  n.value = f.jacobian;
  integrator::ManifoldProblem<Real> problem;
  problem.coordinates = {"x", "y"};
  if (with_independent) problem.independent = 0;
  problem.equations = std::make_shared<integrator::CallableMap<Real>>(2, 1, std::move(f));
  problem.codimension = 1;
  problem.distribution = std::make_shared<integrator::KernelDistribution<Real>>(
      std::make_shared<integrator::CallableMap<Real>>(2, 2, std::move(n)), problem.independent);
  return problem;
}

}  // namespace leafwise::tests
