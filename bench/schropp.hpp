// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/integrator/index3.hpp"
#include "problems/index3.hpp"

namespace leafwise::bench {

using Started = tests::StartedIndex3<double>;

/// rtol = atol, first step 1e-6: with them RADAU5 itself gives the printed numbers.
[[nodiscard]] integrator::Index3Settings<double> schropp_settings(double end,
                                                                  double tolerance,
                                                                  bool projects);

/// Times of deSolve's radau on the same systems beside ours, at equal error. True as well where R,
/// deSolve or a C compiler is missing: that is said.
[[nodiscard]] bool compare_with_peer(const Started& pendulum, const Started& andrews);

}  // namespace leafwise::bench
