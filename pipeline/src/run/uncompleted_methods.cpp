// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/uncompleted_methods.hpp"

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::pipeline::detail {

bool completes_nothing(const Problem& problem) {
  return is_stiff_run(problem) ||
         (problem.integrate && problem.integrate->method == integrator::index3_method);
}

bool is_stiff_run(const Problem& problem) {
  return problem.integrate && problem.integrate->method == integrator::stiff_method;
}

}  // namespace leafwise::pipeline::detail
