// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace leafwise::integrator::detail {

/// Below this sine of the angle to rows before it, a row counts as dependent on them: what is left
/// is round-off of entries that cancelled.
template <typename Real>
[[nodiscard]] constexpr Real independence_threshold(std::size_t columns) {
  return 64 * static_cast<Real>(columns) * std::numeric_limits<Real>::epsilon();
}

/// Which rows of a redundant matrix are used. A choice is kept while it is good, because it has to
/// be the same, or nearly always, along a step: then what is computed from it is smooth.
template <typename Real>
class RowChoice {
 public:
  RowChoice(std::size_t rows, std::size_t wanted);

  [[nodiscard]] std::span<const std::size_t> rows() const noexcept { return chosen_; }
  /// There is nothing to choose.
  [[nodiscard]] bool is_all() const noexcept { return all_; }
  [[nodiscard]] bool exists() const noexcept { return exists_; }

  /// The requested number of rows, chosen for independence by pivoting; false if there are not so
  /// many. Rows are compared by direction, not by length. Allocates.
  /// @pre all entries are finite
  bool choose(std::span<const Real> matrix, std::size_t columns);
  /// The same, but what counts of a row is its length in units of these sizes: one that is short
  /// here because what it says cancels, or is 0, has only round-off for a direction.
  /// @pre one size for each row
  bool choose(std::span<const Real> matrix, std::size_t columns, std::span<const Real> sizes);

  /// How good a new choice is, in any measure that is larger for better ones…
  void set_quality(Real quality) noexcept {
    quality_ = static_cast<Real>(static_cast<double>(quality));  // as `restore` finds it
  }
  /// … and whether it has got so much worse that others should be looked for. Long before it fails:
  /// the zeros of rows that are about to become dependent are more than those of all rows.
  [[nodiscard]] bool is_worn(Real quality) const noexcept { return quality < quality_ / 8; }

  // For Geometry::memory.
  [[nodiscard]] std::size_t memory_size() const noexcept { return all_ ? 0 : chosen_.size() + 2; }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  std::size_t count_;
  std::vector<std::size_t> chosen_;
  bool all_;
  bool exists_;
  Real quality_ = 0;
};

}  // namespace leafwise::integrator::detail
