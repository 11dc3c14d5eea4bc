// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Paper 000, end of §4.2.
TableauData lobatto_iiia_3() {
  return {
      .name = "lobatto_iiia_3",
      .citation =
          "B. L. Ehle, On Padé approximations to the exponential function and A-stable methods for "
          "the numerical solution of initial value problems, Report CSRR 2010, Univ. of Waterloo, "
          "1969",
      .order = 4,
      .a = {{},
            {ratio(5, 24), ratio(1, 3), ratio(-1, 24)},
            {ratio(1, 6), ratio(2, 3), ratio(1, 6)}},
      .b = {ratio(1, 6), ratio(2, 3), ratio(1, 6)},
      .c = {0.0L, ratio(1, 2), 1.0L}};
}

}  // namespace leafwise::integrator::methods
