// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Kutta's method of order 3 with Simpson's weights.
TableauData kutta3() {
  return {.name = "kutta3",
          .citation =
              "W. Kutta, Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, "
              "Z. Math. Phys. 46 (1901) 435-453",
          .order = 3,
          .a = {{}, {ratio(1, 2)}, {-1.0L, 2.0L}},
          .b = {ratio(1, 6), ratio(2, 3), ratio(1, 6)},
          .c = {0.0L, ratio(1, 2), 1.0L}};
}

}  // namespace leafwise::integrator::methods
