// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/least_tolerance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace leafwise::pipeline::detail {

double used_relative_tolerance(const IntegrationSettings& settings) {
  return std::max(settings.rtol, least_relative_tolerance);
}

std::string raised_tolerance(const IntegrationSettings& settings) {
  if (settings.rtol >= least_relative_tolerance) return {};
  return fmt::format("rtol = {:g} is finer than double precision can hold: {:.2g} is used",
                     settings.rtol,
                     least_relative_tolerance);
}

}  // namespace leafwise::pipeline::detail
