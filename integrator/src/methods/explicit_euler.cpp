// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/registry.hpp"

namespace leafwise::integrator::methods {

/// Paper 000, (4.13) with a11 = 0; (5.2) of paper 003.
TableauData explicit_euler() {
  return {.name = "explicit_euler",
          .citation =
              "L. Euler, Institutionum calculi integralis, vol. 1, Petropoli, 1768, sect. 2, ch. 7",
          .order = 1,
          .a = {{0.0L}},
          .b = {1.0L},
          .c = {0.0L}};
}

}  // namespace leafwise::integrator::methods
