// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Bogacki–Shampine 3(2): the last stage is the first one of the next step.
TableauData bs32() {
  return {.name = "bs32",
          .citation =
              "P. Bogacki and L. F. Shampine, A 3(2) pair of Runge-Kutta formulas, Appl. Math. "
              "Lett. 2 (1989) 321-325",
          .order = 3,
          .a = {{}, {ratio(1, 2)}, {0.0L, ratio(3, 4)}, {ratio(2, 9), ratio(1, 3), ratio(4, 9)}},
          .b = {ratio(2, 9), ratio(1, 3), ratio(4, 9), 0.0L},
          .c = {0.0L, ratio(1, 2), ratio(3, 4), 1.0L},
          .embedded = EmbeddedWeights{.order = 2,
                                      .b = {ratio(7, 24), ratio(1, 4), ratio(1, 3), ratio(1, 8)}}};
}

}  // namespace leafwise::integrator::methods
