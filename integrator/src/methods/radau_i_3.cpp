// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Butcher's Radau I with three stages: of the three-stage methods of paper 000, §4.2, the one that
/// saves the first (a_1j = 0), as radau_iia_3 saves the last. Collocation at Radau's left points.
TableauData radau_i_3() {
  const long double root = std::sqrt(6.0L);
  return {.name = "radau_i_3",
          .citation =
              "J. C. Butcher, Integration processes based on Radau quadrature formulas, "
              "Math. Comp. 18 (1964) 233-244",
          .order = 5,
          .a = {{},
                {(9 + root) / 75, (24 + root) / 120, (168 - 73 * root) / 600},
                {(9 - root) / 75, (168 + 73 * root) / 600, (24 - root) / 120}},
          .b = {ratio(1, 9), (16 + root) / 36, (16 - root) / 36},
          .c = {0.0L, (6 - root) / 10, (6 + root) / 10}};
}

}  // namespace leafwise::integrator::methods
