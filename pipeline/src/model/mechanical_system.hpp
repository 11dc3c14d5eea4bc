// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/pipeline/polynomial_form.hpp"

namespace leafwise::pipeline::detail {

/// As the algebra takes it: the forces with those of the stiff potential.
[[nodiscard]] algebra::MechanicalSystem mechanical_system(
    const std::vector<std::string>& coordinates, const PolynomialMechanics& form);

}  // namespace leafwise::pipeline::detail
