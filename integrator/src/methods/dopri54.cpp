// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Dormand–Prince 5(4).
TableauData dopri54() {
  return {.name = "dopri54",
          .citation =
              "J. R. Dormand and P. J. Prince, A family of embedded Runge-Kutta formulae, "
              "J. Comput. Appl. Math. 6 (1980) 19-26, RK5(4)7M",
          .order = 5,
          .a = {{},
                {ratio(1, 5)},
                {ratio(3, 40), ratio(9, 40)},
                {ratio(44, 45), ratio(-56, 15), ratio(32, 9)},
                {ratio(19372, 6561), ratio(-25360, 2187), ratio(64448, 6561), ratio(-212, 729)},
                {ratio(9017, 3168),
                 ratio(-355, 33),
                 ratio(46732, 5247),
                 ratio(49, 176),
                 ratio(-5103, 18656)},
                {ratio(35, 384),
                 0.0L,
                 ratio(500, 1113),
                 ratio(125, 192),
                 ratio(-2187, 6784),
                 ratio(11, 84)}},
          .b = {ratio(35, 384),
                0.0L,
                ratio(500, 1113),
                ratio(125, 192),
                ratio(-2187, 6784),
                ratio(11, 84),
                0.0L},
          .c = {0.0L, ratio(1, 5), ratio(3, 10), ratio(4, 5), ratio(8, 9), 1.0L, 1.0L},
          .embedded = EmbeddedWeights{.order = 4,
                                      .b = {ratio(5179, 57600),
                                            0.0L,
                                            ratio(7571, 16695),
                                            ratio(393, 640),
                                            ratio(-92097, 339200),
                                            ratio(187, 2100),
                                            ratio(1, 40)}}};
}

}  // namespace leafwise::integrator::methods
