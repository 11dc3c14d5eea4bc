// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Paper 000, §4.2 (a_2j = b_j).
TableauData radau_iia_2() {
  return {
      .name = "radau_iia_2",
      .citation =
          "B. L. Ehle, On Padé approximations to the exponential function and A-stable methods for "
          "the numerical solution of initial value problems, Report CSRR 2010, Univ. of Waterloo, "
          "1969; O. Axelsson, A class of A-stable methods, BIT 9 (1969) 185-199",
      .order = 3,
      .a = {{ratio(5, 12), ratio(-1, 12)}, {ratio(3, 4), ratio(1, 4)}},
      .b = {ratio(3, 4), ratio(1, 4)},
      .c = {ratio(1, 3), 1.0L}};
}

}  // namespace leafwise::integrator::methods
