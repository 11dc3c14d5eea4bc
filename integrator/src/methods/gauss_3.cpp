// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Gauss with three stages: collocation at the zeros of the shifted Legendre polynomial P_3.
TableauData gauss_3() {
  const long double root15 = std::sqrt(15.0L);
  return {.name = "gauss_3",
          .citation =
              "J. Kuntzmann, Neuere Entwickelungen der Methode von Runge-Kutta, "
              "Z. Angew. Math. Mech. 41 (1961) T28-T31; "
              "J. C. Butcher, Implicit Runge-Kutta processes, Math. Comp. 18 (1964) 50-64",
          .order = 6,
          .a = {{ratio(5, 36), ratio(2, 9) - root15 / 15.0L, ratio(5, 36) - root15 / 30.0L},
                {ratio(5, 36) + root15 / 24.0L, ratio(2, 9), ratio(5, 36) - root15 / 24.0L},
                {ratio(5, 36) + root15 / 30.0L, ratio(2, 9) + root15 / 15.0L, ratio(5, 36)}},
          .b = {ratio(5, 18), ratio(4, 9), ratio(5, 18)},
          .c = {0.5L - root15 / 10.0L, ratio(1, 2), 0.5L + root15 / 10.0L}};
}

}  // namespace leafwise::integrator::methods
