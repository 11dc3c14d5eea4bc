// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace leafwise::integrator::detail {

/// The units of the rows (b | A) of a linear block: powers of two by which equations and unknowns
/// are multiplied so that the entries of A are about 1. Multiplying by them is exact.
///
/// Whether A loses rank must not depend on units: least squares of the logarithms of A's entries
/// (A. R. Curtis, J. K. Reid, J. Inst. Maths Applics 10 (1972) 118–124) undo whatever rows and
/// columns were multiplied by, as far as powers of two go. Units are found at one point and used at
/// others: what goes to 0 there goes to 0 in them.
template <typename Real>
class UnitScales {
 public:
  UnitScales() = default;
  /// `unknowns`: the columns of A; rows have one entry more.
  UnitScales(std::size_t rows, std::size_t unknowns)
      : rows_(rows, unknown), columns_(unknowns, unknown) {}

  /// From (b | A) at a point. @pre all entries are finite
  void find(std::span<const Real> entries);
  /// Whether they were found, or restored.
  [[nodiscard]] bool exist() const;

  /// `entries` in these units, and time in the unit in which the largest b is about 1: speeds say
  /// nothing about the rank of A. @return the exponent of the power of two that b was multiplied by
  int apply(std::span<const Real> entries, std::span<Real> scaled) const;

  /// Of one equation or one unknown.
  [[nodiscard]] int row(std::size_t i) const { return known(rows_[i]); }
  [[nodiscard]] int column(std::size_t j) const { return known(columns_[j]); }

  /// Of the power of two by which they multiply the determinant of a square A.
  [[nodiscard]] long exponent() const;

  // For Distribution::memory and restore.
  [[nodiscard]] std::size_t memory_size() const { return rows_.size() + columns_.size(); }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @pre memory_size() entries @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  static constexpr int unknown = 1 << 20;
  [[nodiscard]] static int known(int exponent) { return exponent == unknown ? 0 : exponent; }

  std::vector<int> rows_;
  std::vector<int> columns_;
};

}  // namespace leafwise::integrator::detail
