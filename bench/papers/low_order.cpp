// SPDX-License-Identifier: GPL-3.0-or-later
#include "low_order.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace leafwise::papers {

Settings<double> low_order(const std::string& method, double tolerance, double to) {
  Settings<double> settings;
  settings.method = method;
  settings.parameter = integrator::Parameter::arclength;
  settings.to = to;
  settings.step = 0.01;
  settings.most_steps = 200'000;
  if (method == euler) {
    settings.control = integrator::Control::halving;
    settings.absolute_tolerance = tolerance;
  } else {
    settings.control = integrator::Control::classic;
    settings.relative_tolerance = tolerance;
  }
  return settings;
}

Fitted fitted(const std::function<Report<double>(double)>& run_with, double steps) {
  Fitted best;
  double least = std::numeric_limits<double>::infinity();
  for (const double power : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    for (const double digits : {8.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5, 1.2, 1.0}) {
      Fitted here{digits * power, run_with(digits * power)};
      if (here.report.reason != integrator::Reason::reached) continue;
      const auto count = static_cast<double>(here.report.steps);
      const double off = std::abs(std::log(count / steps));
      if (off < least) {
        least = off;
        best = std::move(here);
      }
      // Steps grow as tolerances fall.
      if (count > 2 * steps) return best;
    }
  }
  return best;
}

}  // namespace leafwise::papers
