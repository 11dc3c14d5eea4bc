// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Verner's pair of orders 6 and 5, known from the program DVERK.
TableauData verner65() {
  return {
      .name = "verner65",
      .citation =
          "J. H. Verner, Explicit Runge-Kutta methods with estimates of the local truncation "
          "error, "
          "SIAM J. Numer. Anal. 15 (1978) 772-790; T. E. Hull, W. H. Enright and K. R. Jackson, "
          "User's guide for DVERK, Univ. of Toronto, 1976",
      .order = 6,
      .a = {{},
            {ratio(1, 6)},
            {ratio(4, 75), ratio(16, 75)},
            {ratio(5, 6), ratio(-8, 3), ratio(5, 2)},
            {ratio(-165, 64), ratio(55, 6), ratio(-425, 64), ratio(85, 96)},
            {ratio(12, 5), -8.0L, ratio(4015, 612), ratio(-11, 36), ratio(88, 255)},
            {ratio(-8263, 15000),
             ratio(124, 75),
             ratio(-643, 680),
             ratio(-81, 250),
             ratio(2484, 10625)},
            {ratio(3501, 1720),
             ratio(-300, 43),
             ratio(297275, 52632),
             ratio(-319, 2322),
             ratio(24068, 84065),
             0.0L,
             ratio(3850, 26703)}},
      .b = {ratio(3, 40),
            0.0L,
            ratio(875, 2244),
            ratio(23, 72),
            ratio(264, 1955),
            0.0L,
            ratio(125, 11592),
            ratio(43, 616)},
      .c = {0.0L, ratio(1, 6), ratio(4, 15), ratio(2, 3), ratio(5, 6), 1.0L, ratio(1, 15), 1.0L},
      .embedded = EmbeddedWeights{.order = 5,
                                  .b = {ratio(13, 160),
                                        0.0L,
                                        ratio(2375, 5984),
                                        ratio(5, 16),
                                        ratio(12, 85),
                                        ratio(3, 44),
                                        0.0L,
                                        0.0L}}};
}

}  // namespace leafwise::integrator::methods
