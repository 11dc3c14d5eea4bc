// SPDX-License-Identifier: GPL-3.0-or-later
// The plane pendulum as a DAE, made in memory and integrated with its hidden equations.

#include <iostream>
#include <leafwise/leafwise.hpp>

using namespace leafwise;

int main() {
  // [pose and run]
  System s;
  const auto [x, y, lambda] = s.unknowns("x", "y", "lambda");
  s.add(D(x, 2) + lambda * x == 0, D(y, 2) + lambda * y + 9.81 == 0, x * x + y * y == 1);
  s.initial(s.independent(), 0).initial(x, 1).initial(y, 0).initial(D(y), 0);
  s.event("lowest", x).to(2);

  const Outcome<Run> motion = run(s.problem());
  if (!motion) {
    std::cerr << motion.reason() << '\n';
    return 3;
  }
  std::cout << motion.value().reason() << " on leaf " << motion.value().leaf() << '\n';
  for (const auto& [name, value] : motion.value().state()) {
    std::cout << name << " = " << value << '\n';
  }
  for (const EventHit& hit : motion.value().events()) {
    std::cout << hit.name << " at t = " << hit.row.front() << '\n';
  }
  // [pose and run]
  return 0;
}
