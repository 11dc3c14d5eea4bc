// SPDX-License-Identifier: GPL-3.0-or-later
// Decomposes the positions of a four-bar linkage that can lie in line: two components, each a
// curve.

#include <iostream>

#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

using namespace leafwise::algebra;

int main() {
  const auto position = [](const char* name) { return Variable{Role::unknown, name, 0}; };
  const Polynomial x1(position("x1")), y1(position("y1")), x2(position("x2")), y2(position("y2"));
  // [decompose]
  const auto square = [](const Polynomial& p) { return p.pow(2); };
  const Polynomial one(Rational(1)), two(Rational(2)), four(Rational(4));
  const Ideal linkage({position("x1"), position("y1"), position("x2"), position("y2")},
                      {square(x1) + square(y1) - one,
                       square(x2 - x1) + square(y2 - y1) - four,
                       square(two - x2) + square(y2) - one});

  const Limits limits = Limits::within(std::chrono::seconds(10));
  const Decomposition found = minimal_primes(linkage, {}, limits);
  for (const PrimeComponent& component : found.components) {
    std::cout << "dimension " << component.dimension << ", degree " << component.degree
              << (is_smooth(component.ideal, limits) == leafwise::Truth::yes ? ", smooth" : "")
              << (component.verified ? ", verified" : "") << '\n';
    for (const Polynomial& generator : component.ideal.generators()) {
      std::cout << "  " << to_string(generator) << " = 0\n";
    }
  }
  // [decompose]
  return found.complete ? 0 : 1;
}
