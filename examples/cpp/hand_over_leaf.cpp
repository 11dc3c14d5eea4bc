// SPDX-License-Identifier: GPL-3.0-or-later
// A leaf as the integrator gets it: the pendulum's hidden equations as a manifold in numbers, with
// the direction of the motion and the tension of the rod at a point.

#include <iostream>
#include <span>
#include <vector>

#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/read_problem.hpp"

using namespace leafwise;

int main() {
  const pipeline::SourceFile source(
      "pendulum.toml",
      "unknowns = [\"x\", \"y\", \"lambda\"]\n"
      "equations = [\"x'' + lambda*x\", \"y'' + lambda*y + 1\", \"x^2 + y^2 - 1\"]\n");
  const pipeline::Problem problem = pipeline::read_problem(source);
  const pipeline::DecompositionReport report =
      pipeline::complete_for_run(problem, "", algebra::CompletionOptions{}, algebra::Limits{});
  // [hand over]
  const pipeline::NumericLeaf leaf = pipeline::hand_over(problem.model, report.leaves.front());

  // (t, x, y, x', y'): swinging with speed 1
  const std::vector<double> point = {0, 0.6, -0.8, 0.8, 0.6};
  const auto distribution = leaf.problem.distribution->clone();
  std::vector<double> direction(point.size());
  std::vector<double> attached(leaf.attached.size());
  distribution->direction(point, direction);
  distribution->attached(point, attached);
  // [hand over]
  std::cout << "codimension " << leaf.problem.codimension << " in";
  for (const std::string& name : leaf.problem.coordinates) std::cout << ' ' << name;
  std::cout << '\n';
  for (std::size_t i = 0; i < attached.size(); ++i) {
    std::cout << to_string(leaf.attached[i]) << " = " << attached[i] << '\n';
  }
  return 0;
}
