// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/uncompleted_route.hpp"

#include <algorithm>
#include <map>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"
#include "run/index3_route.hpp"
#include "run/start_report.hpp"
#include "run/stiff_route.hpp"
#include "run/uncompleted_run.hpp"

namespace leafwise::pipeline::detail {

DecompositionReport uncompleted_report(const Problem& problem,
                                       const std::string& sha256,
                                       std::uint64_t seed) {
  DecompositionReport report = report_without_completion(problem, sha256, seed);
  std::map<std::string, unsigned> orders;
  for (const WrittenEquation& equation : problem.model.equations) {
    for (const algebra::Variable& variable : algebra::variables_of(equation.residual)) {
      orders[variable.name] = std::max(orders[variable.name], variable.order);
    }
  }
  for (const std::string& name : problem.model.unknowns) {
    report.orders.emplace_back(name, problem.model.mechanics ? 2 : orders[name]);
  }
  report.reason = "the method " + problem.plan.integrate->method + " does not complete the system";
  report.tree.operation = uncompleted_operation;
  report.tree.why = report.reason;
  return report;
}

Outcome<Selection> uncompleted_selection(const Problem& problem) {
  const std::string& select = problem.plan.branch.select;
  if (select != "initial" && select != uncompleted_branch) {
    return Undefined{
        "there is no leaf '" + select + "': " + problem.plan.integrate->method +
        " does not complete the system\n  Leave out --branch, or [branch] select; or use a "
        "method that runs on leaves: 'leafwise methods' lists them."};
  }
  return is_stiff_run(problem.plan) ? stiff_selection(problem) : index3_selection(problem);
}

Outcome<RunPlan> uncompleted_plan(const Problem& problem, const Selection& selection) {
  return is_stiff_run(problem.plan) ? stiff_plan(problem, selection)
                                    : index3_plan(problem, selection);
}

}  // namespace leafwise::pipeline::detail
