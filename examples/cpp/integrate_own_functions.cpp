// SPDX-License-Identifier: GPL-3.0-or-later
// The integrator alone, with functions of one's own: a field on the sphere, given by what computes
// it. No algebra, no problem file.

#include <cmath>
#include <iostream>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/callable_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/integrate.hpp"

using namespace leafwise::integrator;

int main() {
  using In = std::span<const double>;
  using Out = std::span<double>;
  // [own functions]
  // A compass needle's path: a rotation about the z axis with a drift towards the pole.
  MapFunctions<double> field;
  field.value = [](In p, Out v) {
    v[0] = -p[1] - 0.1 * p[0] * p[2];
    v[1] = p[0] - 0.1 * p[1] * p[2];
    v[2] = 0.1 * (p[0] * p[0] + p[1] * p[1]);
  };
  MapFunctions<double> sphere;
  sphere.value = [](In p, Out f) { f[0] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - 1; };
  sphere.jacobian = [](In p, Out df) {
    for (std::size_t i = 0; i < 3; ++i) df[i] = 2 * p[i];
  };

  ManifoldProblem<double> problem;
  problem.coordinates = {"x", "y", "z"};
  problem.equations = std::make_shared<CallableMap<double>>(3, 1, sphere);
  problem.equation_names = {"the sphere"};
  problem.codimension = 1;
  problem.distribution =
      std::make_shared<ExplicitField<double>>(std::make_shared<CallableMap<double>>(3, 3, field));

  Settings<double> settings;
  settings.scale = Scale::parameter;
  settings.to = 20;
  const std::vector<double> start = {1, 0, 0};
  const Report<double> report = integrate<double>(problem, settings, start);
  // [own functions]
  const auto end = report.trajectory.last();
  // z' = (1 − z²)/10: z = tanh(t/10)
  std::cout << reason_text(report) << ": z = " << end[2] << ", tanh(2) = " << std::tanh(2.0)
            << ", off the sphere by " << report.largest_residual << '\n';
  return std::abs(end[2] - std::tanh(2.0)) < 1e-6 ? 0 : 1;
}
