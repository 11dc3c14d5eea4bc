// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/stiff_mechanics.hpp"

namespace leafwise::integrator::detail {

/// (t, q, v, λ) for StiffStages with these columns.
template <typename Real>
struct StiffBeginning {
  std::vector<std::size_t> columns;
  std::vector<Real> point;
};

/// Whether this way of solving has multipliers.
[[nodiscard]] constexpr bool needs_columns(StiffSolver kind) noexcept {
  return kind == StiffSolver::outer || kind == StiffSolver::constrained;
}

/// @throws InvalidInput as `integrate` does for starts
template <typename Real>
[[nodiscard]] StiffBeginning<Real> begin_stiff(const StiffProblem<Real>& problem,
                                               StiffSolver kind,
                                               std::span<const Real> start);

}  // namespace leafwise::integrator::detail
