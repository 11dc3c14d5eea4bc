// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// The explicit trapezoidal rule, known by Heun's name.
TableauData heun() {
  return {
      .name = "heun",
      .citation =
          "K. Heun, Neue Methoden zur approximativen Integration der Differentialgleichungen einer "
          "unabhängigen Veränderlichen, Z. Math. Phys. 45 (1900) 23-38",
      .order = 2,
      .a = {{}, {1.0L}},
      .b = {ratio(1, 2), ratio(1, 2)},
      .c = {0.0L, 1.0L}};
}

}  // namespace leafwise::integrator::methods
