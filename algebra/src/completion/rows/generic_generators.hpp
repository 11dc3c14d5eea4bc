// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "completion/rounds/filtration.hpp"
#include "completion/rows/equation_sources.hpp"
#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// As many of the candidates (then of the ideal's own generators) as its codimension, such that
/// their Jacobian has that rank at a generic point: near such a point they cut out the variety by
/// themselves. All generators if no such choice is found in time.
/// @pre the ideal is prime, and holds the candidates
/// @param sources of the ideal's own generators
[[nodiscard]] std::vector<Relation> generic_generators(const Ideal& prime,
                                                       int dimension,
                                                       const Filtration& filtration,
                                                       const std::vector<Relation>& candidates,
                                                       const Sources& sources,
                                                       const Limits& limits);

}  // namespace leafwise::algebra::detail
