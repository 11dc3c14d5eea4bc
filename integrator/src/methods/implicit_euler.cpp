// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// (5.3) of paper 003; Curtiss and Hirschfelder brought it to stiff problems.
TableauData implicit_euler() {
  return {
      .name = "implicit_euler",
      .citation =
          "A.-L. Cauchy, Résumé des leçons données à l'École Royale Polytechnique (1824), as told "
          "in E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, "
          "II.7; "
          "C. F. Curtiss and J. O. Hirschfelder, Integration of stiff equations, "
          "Proc. Nat. Acad. Sci. 38 (1952) 235-243",
      .order = 1,
      .a = {{1.0L}},
      .b = {1.0L},
      .c = {1.0L}};
}

}  // namespace leafwise::integrator::methods
