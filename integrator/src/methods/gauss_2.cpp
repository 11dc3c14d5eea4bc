// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Gauss with two stages: collocation at the zeros of the shifted Legendre polynomial P_2.
TableauData gauss_2() {
  const long double root3 = std::sqrt(3.0L);
  return {
      .name = "gauss_2",
      .citation =
          "P. C. Hammer and J. W. Hollingsworth, Trapezoidal methods of approximating solutions of "
          "differential equations, Math. Tables Aids Comput. 9 (1955) 92-96",
      .order = 4,
      .a = {{ratio(1, 4), 0.25L - root3 / 6.0L}, {0.25L + root3 / 6.0L, ratio(1, 4)}},
      .b = {ratio(1, 2), ratio(1, 2)},
      .c = {0.5L - root3 / 6.0L, 0.5L + root3 / 6.0L}};
}

}  // namespace leafwise::integrator::methods
