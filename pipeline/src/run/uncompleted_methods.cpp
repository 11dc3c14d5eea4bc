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

std::string unused_stiff_keys(const Problem& problem) {
  if (is_stiff_run(problem) || !problem.mechanics || !problem.mechanics->stiff) return {};
  const Mechanics::Stiff& stiff = *problem.mechanics->stiff;
  std::vector<std::string> keys;
  if (stiff.newton != Mechanics::Stiff::Newton::outer) keys.emplace_back("newton");
  if (stiff.smooth) keys.emplace_back("smooth");
  if (keys.empty()) return {};
  return "not used: " + listed(keys) + " of [stiff], which is for the method radau5_stiff";
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace leafwise::pipeline::detail
