// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// The classical Runge–Kutta method.
TableauData rk4() {
  return {.name = "rk4",
          .citation =
              "W. Kutta, Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, "
              "Z. Math. Phys. 46 (1901) 435-453",
          .order = 4,
          .a = {{}, {ratio(1, 2)}, {0.0L, ratio(1, 2)}, {0.0L, 0.0L, 1.0L}},
          .b = {ratio(1, 6), ratio(1, 3), ratio(1, 3), ratio(1, 6)},
          .c = {0.0L, ratio(1, 2), ratio(1, 2), 1.0L}};
}

}  // namespace leafwise::integrator::methods
