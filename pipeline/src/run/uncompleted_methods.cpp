// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/uncompleted_methods.hpp"

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::pipeline::detail {

bool completes_nothing(const RunSettings& plan) {
  return is_stiff_run(plan) ||
         (plan.integrate && plan.integrate->method == integrator::index3_method);
}

bool is_stiff_run(const RunSettings& plan) {
  return plan.integrate && plan.integrate->method == integrator::stiff_method;
}

std::string unused_stiff_keys(const Model& model, const RunSettings& plan) {
  if (is_stiff_run(plan) || !model.mechanics || !model.mechanics->stiff) return {};
  const Mechanics::Stiff& stiff = *model.mechanics->stiff;
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
