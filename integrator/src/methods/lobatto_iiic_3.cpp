// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// L-stable, and of order 4: a stage at each end (a_i1 = b_1).
TableauData lobatto_iiic_3() {
  return {.name = "lobatto_iiic_3",
          .citation = "F. H. Chipman, A-stable Runge-Kutta processes, BIT 11 (1971) 384-388",
          .order = 4,
          .a = {{ratio(1, 6), ratio(-1, 3), ratio(1, 6)},
                {ratio(1, 6), ratio(5, 12), ratio(-1, 12)},
                {ratio(1, 6), ratio(2, 3), ratio(1, 6)}},
          .b = {ratio(1, 6), ratio(2, 3), ratio(1, 6)},
          .c = {0.0L, ratio(1, 2), 1.0L}};
}

}  // namespace leafwise::integrator::methods
