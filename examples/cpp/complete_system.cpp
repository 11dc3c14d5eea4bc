// SPDX-License-Identifier: GPL-3.0-or-later
// Completes the plane pendulum: finds the equations that its length constraint hides.

#include <iostream>

#include "leafwise/algebra/completion.hpp"

using namespace leafwise::algebra;

int main() {
  const auto jet = [](const char* name, unsigned order) {
    return Polynomial(Variable{Role::unknown, name, order});
  };
  // [complete]
  const Polynomial one(Rational(1));
  DifferentialSystem pendulum;
  pendulum.unknowns = {"x", "y", "lambda"};
  pendulum.equations = {
      {jet("x", 2) + jet("lambda", 0) * jet("x", 0), "motion of x"},
      {jet("y", 2) + jet("lambda", 0) * jet("y", 0) + one, "motion of y"},
      {jet("x", 0).pow(2) + jet("y", 0).pow(2) - one, "the length"},
  };

  const Completion found = complete(pendulum, {}, Limits::within(std::chrono::seconds(10)));
  // [complete]
  for (const Leaf& leaf : found.leaves) {
    std::cout << leaf.name << ": " << to_string(leaf.status) << ", dimension " << leaf.dimension;
    if (leaf.index) std::cout << ", index " << *leaf.index;
    std::cout << '\n';
    for (const Polynomial& equation : leaf.base.generators()) {
      std::cout << "  " << to_string(equation) << " = 0\n";
    }
    for (const Polynomial& row : leaf.linear) std::cout << "  " << to_string(row) << " = 0\n";
  }
  return found.complete ? 0 : 1;
}
