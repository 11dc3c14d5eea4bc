// SPDX-License-Identifier: GPL-3.0-or-later
// From a problem file to a trajectory: what `leafwise run` does, call by call.

#include <iostream>
#include <span>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/read_problem.hpp"

using namespace leafwise;

int main(int count, char** arguments) {
  if (count != 2) return 2;
  // [whole pipeline]
  const pipeline::Problem problem = pipeline::read_problem(arguments[1]);

  algebra::CompletionOptions options;
  options.point = pipeline::steering_point(problem);
  const pipeline::DecompositionReport report =
      pipeline::complete_for_run(problem, "", options, algebra::Limits{});

  const Outcome<pipeline::Selection> selection =
      pipeline::select_branch(problem, report, problem.plan.branch);
  if (!selection) {
    std::cerr << selection.reason() << '\n';
    return 3;
  }
  const Outcome<pipeline::Integration> run =
      pipeline::integrate_on(problem, report, selection.value());
  // [whole pipeline]
  if (!run) {
    std::cerr << run.reason() << '\n';
    return 3;
  }
  const auto& table = run.value().report.trajectory;
  std::cout << "leaf " << selection.value().branch << ", "
            << integrator::reason_text(run.value().report) << " after " << run.value().report.steps
            << " steps\n";
  for (std::size_t j = 0; j < selection.value().leaf.coordinates.size(); ++j) {
    std::cout << table.columns()[j] << " = " << table.last()[j] << '\n';
  }
  return 0;
}
