// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "curves.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/method_list.hpp"

/// What the laws of the methods share: which methods there are, and how one is run.
namespace leafwise::tests {

struct MethodCase {
  std::string name;
  int order = 0;
  integrator::Projection projection = integrator::Projection::stage;
};

/// Every method of the registry, Runge–Kutta methods with both ways to project. Some orders stand
/// for all of taylor_N.
[[nodiscard]] inline std::vector<MethodCase> method_cases() {
  std::vector<MethodCase> cases;
  for (const integrator::MethodDescription& method : integrator::method_descriptions()) {
    if (method.name == "taylor" || method.name == "taylor_N") continue;
    cases.push_back({method.name, std::stoi(method.order)});
    if (method.kind.ends_with("Runge-Kutta")) {
      cases.push_back({method.name, std::stoi(method.order), integrator::Projection::step});
    }
  }
  for (const int order : {2, 5, 8, 12, 20}) {
    cases.push_back({"taylor_" + std::to_string(order), order});
  }
  return cases;
}

/// Settings for `steps` equal steps to `to`, by arc length or by the independent variable.
template <typename Real>
[[nodiscard]] integrator::Settings<Real> fixed_steps(const MethodCase& method,
                                                     integrator::Parameter parameter,
                                                     Real to,
                                                     int steps) {
  integrator::Settings<Real> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.parameter = parameter;
  settings.scale = parameter == integrator::Parameter::arclength ? integrator::Scale::parameter
                                                                 : integrator::Scale::independent;
  settings.control = integrator::Control::fixed;
  settings.to = to;
  settings.step = to / static_cast<Real>(steps);
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// The last point of a run.
template <typename Real>
[[nodiscard]] std::vector<Real> end_of(const integrator::Report<Real>& report) {
  const std::span<const Real> last = report.trajectory.point(report.trajectory.size() - 1);
  return {last.begin(), last.end()};
}

template <typename Real>
[[nodiscard]] Real distance(std::span<const Real> a, std::span<const Real> b) {
  Real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace leafwise::tests
