// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "leafwise/core/errors.hpp"
#include "steppers/families/family.hpp"

namespace leafwise::integrator {

std::optional<MethodDescription> StepperFamily::describe(std::string_view name) const {
  const auto found = std::ranges::find(descriptions_, name, &MethodDescription::name);
  if (found == descriptions_.end()) return std::nullopt;
  return *found;
}

std::span<const StepperFamily* const> all_families() {
#define LEAFWISE_FAMILY_ADDRESS(name) &families::name(),
  static const std::array all = {LEAFWISE_STEPPER_FAMILIES(LEAFWISE_FAMILY_ADDRESS)};
#undef LEAFWISE_FAMILY_ADDRESS
  return all;
}

const StepperFamily* family_of(std::string_view method) {
  for (const StepperFamily* family : all_families()) {
    if (family->describe(method)) return family;
  }
  return nullptr;
}

void refuse_step_projection(std::string_view method, const StepperOptions& options) {
  if (options.projection != Projection::step) return;
  throw InvalidInput(Mistake{"method '" + std::string(method) +
                                 "' has no inner stages to leave "
                                 "unprojected",
                             "projection = \"stage\", or a Runge-Kutta method",
                             {},
                             {}});
}

template <typename Real>
void demand_series(const StepperRequest<Real>& request, std::size_t degree) {
  const std::size_t highest = request.problem.distribution->highest_taylor_degree();
  if (degree <= highest) return;
  throw InvalidInput(Mistake{"method '" + std::string(request.method) +
                                 "' needs Taylor coefficients up to "
                                 "degree " +
                                 std::to_string(degree) +
                                 "; the functions that the direction is given by lead to degree " +
                                 std::to_string(highest),
                             "compiled functions, MapFunctions::taylor, or a Runge-Kutta method",
                             {},
                             {}});
}

std::string tuomela_arponen(const std::string& place) {
  return "J. Tuomela and T. Arponen, On the numerical solution of involutive ordinary differential "
         "systems: higher order methods, BIT 41 (2001) 599-628, " +
         place;
}

template void demand_series(const StepperRequest<double>&, std::size_t);
template void demand_series(const StepperRequest<long double>&, std::size_t);

}  // namespace leafwise::integrator
