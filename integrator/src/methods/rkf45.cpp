// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Fehlberg 4(5). As Fehlberg meant it, the weights of order 4 advance the solution and those of
/// order 5 serve its error estimate only.
TableauData rkf45() {
  return {
      .name = "rkf45",
      .citation =
          "E. Fehlberg, Low-order classical Runge-Kutta formulas with stepsize control and their "
          "application to some heat transfer problems, NASA TR R-315 (1969), Table III, formula 2",
      .order = 4,
      .a = {{},
            {ratio(1, 4)},
            {ratio(3, 32), ratio(9, 32)},
            {ratio(1932, 2197), ratio(-7200, 2197), ratio(7296, 2197)},
            {ratio(439, 216), -8.0L, ratio(3680, 513), ratio(-845, 4104)},
            {ratio(-8, 27), 2.0L, ratio(-3544, 2565), ratio(1859, 4104), ratio(-11, 40)}},
      .b = {ratio(25, 216), 0.0L, ratio(1408, 2565), ratio(2197, 4104), ratio(-1, 5), 0.0L},
      .c = {0.0L, ratio(1, 4), ratio(3, 8), ratio(12, 13), 1.0L, ratio(1, 2)},
      .embedded = EmbeddedWeights{.order = 5,
                                  .b = {ratio(16, 135),
                                        0.0L,
                                        ratio(6656, 12825),
                                        ratio(28561, 56430),
                                        ratio(-9, 50),
                                        ratio(2, 55)}}};
}

}  // namespace leafwise::integrator::methods
