// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "linear/unrolled_elimination.hpp"

namespace leafwise::integrator::detail {

/// Chooses pivots for an elimination that is written out, with numbers at one point beside the
/// expressions. Constants come first: they are good everywhere, and so are pivots on the diagonal
/// of what is symmetric (a definite matrix has no bad ones). Then few instructions count
/// (Markowitz' rule), as long as the numbers are large enough.
class PivotSearch {
 public:
  struct Place {
    std::size_t row;
    std::size_t column;
  };

  /// `numbers`: A row by row, n × n, where the elimination has (A | b).
  PivotSearch(const UnrolledElimination& elimination, std::vector<double> numbers, std::size_t n);

  /// Nothing: the numbers that are left are 0.
  [[nodiscard]] std::optional<Place> find() const;
  /// Whether what is left is 0 at all points.
  [[nodiscard]] bool is_structural() const;
  /// Does with the numbers what the elimination is about to do with the expressions.
  void eliminate(Place pivot);
  /// Multiplications that have come together so far.
  [[nodiscard]] std::size_t work() const noexcept { return work_; }

 private:
  /// Which places may be taken.
  struct Condition {
    bool constant;
    bool on_diagonal;
    double least_share;  // of the largest number in the row
  };

  [[nodiscard]] std::optional<Place> find(const Condition& condition) const;
  [[nodiscard]] bool allows(const Condition& condition, Place place) const;
  [[nodiscard]] double largest_in_row(std::size_t row) const;
  /// How many entries at most become other than 0.
  [[nodiscard]] std::size_t fill(Place place) const;
  [[nodiscard]] double number(Place place) const { return numbers_[place.row * n_ + place.column]; }

  const UnrolledElimination& elimination_;
  std::vector<double> numbers_;
  std::size_t n_;
  std::size_t work_ = 0;
};

}  // namespace leafwise::integrator::detail
