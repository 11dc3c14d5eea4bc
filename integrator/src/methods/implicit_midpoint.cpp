// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Paper 000, (4.13) with a11 = 1/2; (5.4) of paper 003. Also the Gauss method with one stage.
TableauData implicit_midpoint() {
  return {
      .name = "implicit_midpoint",
      .citation =
          "A.-L. Cauchy, Résumé des leçons données à l'École Royale Polytechnique (1824), as told "
          "in E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, II.7",
      .order = 2,
      .a = {{ratio(1, 2)}},
      .b = {1.0L},
      .c = {ratio(1, 2)}};
}

}  // namespace leafwise::integrator::methods
