// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Sources of equations that lie in the ideal of those before them, without differentiation: 0 = 0,
/// an equation written twice, the square of another one. Of long systems only those that are equal.
[[nodiscard]] std::vector<std::string> redundant_equations(const DifferentialSystem& system,
                                                           const CompletionOptions& options,
                                                           const Limits& limits);

/// Sources of constraints without which the component would be the same: the differentials of those
/// before them have the rank of all, and this is the component's codimension.
/// @param relations of auxiliaries; they are never redundant
[[nodiscard]] std::vector<std::string> redundant_constraints(
    const std::vector<SourcedEquation>& constraints,
    const std::vector<Polynomial>& relations,
    const Ideal& component,
    int dimension,
    const Limits& limits);

}  // namespace leafwise::algebra::detail
