// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// M q'' = F − Gᵀλ, G q'' = γ on a leaf whose points are all positions and velocities that its
/// constraints allow. Null if the leaf is not one of those (further equations bind it), or if rates
/// of auxiliary unknowns are not polynomials.
[[nodiscard]] std::shared_ptr<const integrator::Distribution<double>> mechanical_distribution(
    const Model& model, const Leaf& leaf);

}  // namespace leafwise::pipeline::detail
