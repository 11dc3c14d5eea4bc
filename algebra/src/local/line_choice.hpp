// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "local/derivative_array.hpp"

namespace leafwise::algebra::detail {

/// Σσ over the best transversal of all lines, by true dependence; empty where there is none.
/// @pre no more lines than unknowns
[[nodiscard]] std::optional<std::size_t> transversal_value(
    const std::vector<Expression>& lines, const std::vector<std::string>& unknowns);

/// Of lines that are too many: sets of as many as can be matched with unknowns, the ones of the
/// least value (of the smallest leaf) first, then those that drop later lines. At most a few dozen.
[[nodiscard]] std::vector<std::vector<std::size_t>> line_choices(
    const std::vector<Expression>& lines, const std::vector<std::string>& unknowns);

/// The first lines whose rows of J, equilibrated, are independent at a point in doubles.
[[nodiscard]] std::vector<std::size_t> independent_lines(const LocalSystem& system,
                                                         const Offsets& offsets,
                                                         const DerivativeArray& array,
                                                         const std::vector<double>& point,
                                                         double time);

}  // namespace leafwise::algebra::detail
