// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// The explicit midpoint rule.
TableauData midpoint() {
  return {.name = "midpoint",
          .citation =
              "C. Runge, Ueber die numerische Auflösung von Differentialgleichungen, "
              "Math. Ann. 46 (1895) 167-178",
          .order = 2,
          .a = {{}, {ratio(1, 2)}},
          .b = {0.0L, 1.0L},
          .c = {0.0L, ratio(1, 2)}};
}

}  // namespace leafwise::integrator::methods
