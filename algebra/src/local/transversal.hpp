// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace leafwise::algebra::detail {

/// An entry of a sparse matrix with a cost.
struct CostEntry {
  std::size_t row = 0;
  std::size_t column = 0;
  std::int64_t cost = 0;
};

/// For each row its column, no column twice, at the least sum of costs: by shortest augmenting
/// paths. Empty where there is none.
/// @pre rows ≤ columns, costs ≥ 0
[[nodiscard]] std::optional<std::vector<std::size_t>> cheapest_transversal(
    std::size_t rows, std::size_t columns, const std::vector<CostEntry>& entries);

}  // namespace leafwise::algebra::detail
