// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// In one step of an elimination: some seconds, during which no limit is looked at.
inline constexpr std::size_t most_term_products = 2'000'000;

/// A row of polynomials; those that are not zero are stored.
class SparseRow {
 public:
  using Entry = std::pair<std::size_t, Polynomial>;

  explicit SparseRow(std::size_t size = 0) : size_(size) {}
  explicit SparseRow(const std::vector<Polynomial>& dense);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool is_zero() const noexcept { return entries_.empty(); }
  /// By increasing column, none zero.
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  /// @pre column < size()
  [[nodiscard]] const Polynomial& operator[](std::size_t column) const;
  void set(std::size_t column, Polynomial value);
  /// A further column.
  void append(Polynomial value);
  [[nodiscard]] std::vector<Polynomial> dense() const;

  SparseRow& operator*=(const Rational& factor);
  /// scale·row − factor·by @pre equally long
  [[nodiscard]] static SparseRow combined(SparseRow row,
                                          const Polynomial& scale,
                                          const SparseRow& by,
                                          const Polynomial& factor);

 private:
  std::size_t size_;
  std::vector<Entry> entries_;
};

}  // namespace leafwise::algebra::detail
