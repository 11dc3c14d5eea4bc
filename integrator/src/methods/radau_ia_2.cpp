// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Ehle's Radau IA: unlike Radau I it is A-stable and its first stage is not the old point.
TableauData radau_ia_2() {
  return {
      .name = "radau_ia_2",
      .citation =
          "B. L. Ehle, On Padé approximations to the exponential function and A-stable methods for "
          "the numerical solution of initial value problems, Report CSRR 2010, Univ. of Waterloo, "
          "1969",
      .order = 3,
      .a = {{ratio(1, 4), ratio(-1, 4)}, {ratio(1, 4), ratio(5, 12)}},
      .b = {ratio(1, 4), ratio(3, 4)},
      .c = {0.0L, ratio(2, 3)}};
}

}  // namespace leafwise::integrator::methods
