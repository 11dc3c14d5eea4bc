// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// The trapezoidal rule: Lobatto IIIA with two stages.
TableauData lobatto_iiia_2() {
  return {
      .name = "lobatto_iiia_2",
      .citation =
          "B. L. Ehle, On Padé approximations to the exponential function and A-stable methods for "
          "the numerical solution of initial value problems, Report CSRR 2010, Univ. of Waterloo, "
          "1969",
      .order = 2,
      .a = {{}, {ratio(1, 2), ratio(1, 2)}},
      .b = {ratio(1, 2), ratio(1, 2)},
      .c = {0.0L, 1.0L}};
}

}  // namespace leafwise::integrator::methods
