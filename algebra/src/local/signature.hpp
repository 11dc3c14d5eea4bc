// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace leafwise::algebra::detail {

/// The highest order of an unknown in an equation.
struct SignatureEntry {
  std::size_t row = 0;
  std::size_t column = 0;
  unsigned order = 0;
};

/// The result of Pryce's structural analysis of a system. With σ the signature (none: −∞), T a
/// transversal of largest Σσ over all rows (or all columns, if these are fewer):
/// the smallest c, d ≥ 0 with d_j − c_i ≥ σ_ij, and equality on T.
struct Offsets {
  std::vector<unsigned> rows;     ///< c: how often each equation is differentiated
  std::vector<unsigned> columns;  ///< d: the order that each unknown is determined to
  std::vector<std::optional<std::size_t>> match;  ///< T: the column of each row
  std::size_t value = 0;                          ///< Σ σ over T = Σ d − Σ c on T
  std::vector<std::size_t> block;                 ///< strong component of each row along T
  std::size_t blocks = 0;

  /// max c, and 1 if some unknown is determined without being differentiated: at least the index.
  [[nodiscard]] unsigned index_at_most() const;
  [[nodiscard]] unsigned most_times() const;
};

/// Empty where the system is structurally singular.
/// @pre at most one entry for each place
[[nodiscard]] std::optional<Offsets> offsets_of(std::size_t rows,
                                                std::size_t columns,
                                                const std::vector<SignatureEntry>& signature);

/// The unknowns among which free functions can be chosen: those that the transversal leaves out,
/// and all that may take their place.
[[nodiscard]] std::vector<std::size_t> free_columns(const Offsets& offsets,
                                                    const std::vector<SignatureEntry>& signature);

}  // namespace leafwise::algebra::detail
