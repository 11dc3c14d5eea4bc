// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator {

/// For each output of the program: whether it may depend on one of these inputs. What cancels only
/// by arithmetic counts as dependence.
[[nodiscard]] std::vector<bool> dependencies(const Program& program,
                                             std::size_t first_input,
                                             std::size_t count);

/// w(z) with E(z, w) = 0, for a program E of (z, w) that is affine in its last inputs w and has as
/// many outputs: elimination as instructions, pivots chosen by structure, constants first. Where a
/// pivot vanishes at some z, the values there are not finite.
/// Nothing if E is not affine in w, or no order of pivots is regular.
[[nodiscard]] std::optional<Program> affine_solution(const Program& equations,
                                                     std::size_t unknowns);

}  // namespace leafwise::integrator
