// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/integrator/distribution.hpp"

namespace leafwise::pipeline::detail {

/// A mechanism's leaf, found locally, as the integrator likes it best.
struct LocalMechanics {
  /// Null: the leaf is not M q'' = F − Gᵀλ on positions and velocities alone.
  std::shared_ptr<const integrator::Distribution<double>> distribution;
  std::vector<algebra::Variable> attached;  ///< q'', then λ of the lines that are kept
  /// Constraints that follow from the others, with their rates: they hold on the leaf, too, and may
  /// keep the rank where the others lose it.
  std::vector<algebra::Expression> implied;
  std::vector<std::string> implied_names;
};

/// M q'' = F − Gᵀλ, G q'' = γ with all constraints of the file and the rank of those that are kept.
/// Functions are compiled as they are. Not for leaves with other offsets than (0, 2; 2, 0), as
/// singular masses may have, and not for forces that depend on accelerations.
/// @param coordinates of the leaf: t, q, q'
[[nodiscard]] LocalMechanics local_mechanics(const algebra::AnalyticSystem& system,
                                             const algebra::LocalLeaf& found,
                                             const std::vector<algebra::Variable>& coordinates);

}  // namespace leafwise::pipeline::detail
