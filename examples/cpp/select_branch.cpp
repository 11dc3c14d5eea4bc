// SPDX-License-Identifier: GPL-3.0-or-later
// Two curves cross: the point says on which of them a solution goes, or that it cannot say.

#include <iostream>
#include <string>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/read_problem.hpp"

using namespace leafwise;

namespace {

/// x' = 1 on the two lines y = x and y = −x.
std::string problem_at(const std::string& x, const std::string& y) {
  return "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"y^2 = x^2\"]\n[initial]\nx = " + x +
         "\ny = " + y + "\n";
}

void select(const std::string& x, const std::string& y) {
  const pipeline::SourceFile source("lines.toml", problem_at(x, y));
  // [select branch]
  const pipeline::Problem problem = pipeline::read_problem(source);
  const pipeline::DecompositionReport report =
      pipeline::complete_for_run(problem, "", algebra::CompletionOptions{}, algebra::Limits{});
  const Outcome<pipeline::Selection> selection =
      pipeline::select_branch(problem, report, problem.plan.branch);
  if (selection) {
    std::cout << "(" << x << ", " << y << "): leaf " << selection.value().branch << ", "
              << selection.value().leaf.problem.equation_names.front() << '\n';
  } else {
    std::cout << "(" << x << ", " << y << "): " << selection.reason() << '\n';
  }
  // [select branch]
}

}  // namespace

int main() {
  select("1", "1");
  select("1", "-1");
  select("0", "0");
  select("1", "2");
  return 0;
}
