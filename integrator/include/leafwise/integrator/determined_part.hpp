// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace leafwise::integrator {

/// Which λₖ are determined by Σ λₖ aₖ = b, and their values.
struct DeterminedPart {
  /// Not a number where the equation leaves λₖ open, or has no solution.
  std::vector<double> values;
  /// Whether b is a combination of the aₖ at all.
  bool is_solvable = false;
};

/// @param columns  a₁, a₂, … one after the other, each as long as b
/// @param is_zero  of each column, whether it is but rounding: its λ is open
/// @param dependence  columns this near to each other's span, in units of their lengths, depend on
/// each other; more than the columns' own relative errors
/// @param defect  the largest part of b outside of the columns' span that is rounding
/// @pre columns.size() == is_zero.size()·b.size()
[[nodiscard]] DeterminedPart determined_part(std::span<const double> columns,
                                             const std::vector<bool>& is_zero,
                                             std::span<const double> b,
                                             double dependence,
                                             double defect);

}  // namespace leafwise::integrator
