// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Butcher's Radau I, the one of paper 000, §4.2 (a_1j = 0). Not Ehle's Radau IA.
TableauData radau_i_2() {
  return {.name = "radau_i_2",
          .citation =
              "J. C. Butcher, Integration processes based on Radau quadrature formulas, "
              "Math. Comp. 18 (1964) 233-244",
          .order = 3,
          .a = {{}, {ratio(1, 3), ratio(1, 3)}},
          .b = {ratio(1, 4), ratio(3, 4)},
          .c = {0.0L, ratio(2, 3)}};
}

}  // namespace leafwise::integrator::methods
