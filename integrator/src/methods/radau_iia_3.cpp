// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// The method of RADAU5 and of paper 002.
TableauData radau_iia_3() {
  const long double root6 = std::sqrt(6.0L);
  return {
      .name = "radau_iia_3",
      .citation =
          "B. L. Ehle, On Padé approximations to the exponential function and A-stable methods for "
          "the numerical solution of initial value problems, Report CSRR 2010, Univ. of Waterloo, "
          "1969; O. Axelsson, A class of A-stable methods, BIT 9 (1969) 185-199",
      .order = 5,
      .a = {{(88.0L - 7.0L * root6) / 360.0L,
             (296.0L - 169.0L * root6) / 1800.0L,
             (-2.0L + 3.0L * root6) / 225.0L},
            {(296.0L + 169.0L * root6) / 1800.0L,
             (88.0L + 7.0L * root6) / 360.0L,
             (-2.0L - 3.0L * root6) / 225.0L},
            {(16.0L - root6) / 36.0L, (16.0L + root6) / 36.0L, ratio(1, 9)}},
      .b = {(16.0L - root6) / 36.0L, (16.0L + root6) / 36.0L, ratio(1, 9)},
      .c = {(4.0L - root6) / 10.0L, (4.0L + root6) / 10.0L, 1.0L}};
}

}  // namespace leafwise::integrator::methods
