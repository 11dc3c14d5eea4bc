// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::integrator::detail {

/// Gaussian elimination written out as instructions, for systems A x = b whose entries are
/// expressions: what is 0 or constant costs nothing, what is symmetric is computed once, and how it
/// is executed is the evaluator's affair. The order of the pivots is part of the program, so
/// the caller must check the pivots.
class UnrolledElimination {
 public:
  /// `matrix`: (A | b) row by row, n × (n + 1).
  UnrolledElimination(std::vector<Expression> matrix, std::size_t n);

  /// An entry of what is left of (A | b), by original row and column.
  [[nodiscard]] Expression entry(std::size_t row, std::size_t column) const {
    return matrix_[row * (n_ + 1) + column];
  }
  [[nodiscard]] bool is_zero(std::size_t row, std::size_t column) const;
  [[nodiscard]] bool is_used_row(std::size_t row) const { return row_is_used_[row] != 0; }
  [[nodiscard]] bool is_used_column(std::size_t column) const {
    return column_is_used_[column] != 0;
  }

  /// Whether row i and column i of what is left of A are the same, for all i.
  [[nodiscard]] bool is_symmetric() const;

  /// Eliminates column `column` with row `row` from all rows not used yet. @pre neither was used
  void use_pivot(std::size_t row, std::size_t column);

  /// x, by column. @pre all rows and columns were used
  [[nodiscard]] std::vector<Expression> solution() const;

  /// In the order of their use.
  [[nodiscard]] const std::vector<Expression>& pivots() const noexcept { return pivots_; }

 private:
  struct Pivot {
    std::size_t row;
    std::size_t column;
  };

  [[nodiscard]] Expression& at(std::size_t row, std::size_t column) {
    return matrix_[row * (n_ + 1) + column];
  }
  void divide_row(std::size_t row, Expression pivot);

  std::size_t n_;
  std::vector<Expression> matrix_;  // used rows are divided by their pivots
  std::vector<char> row_is_used_;
  std::vector<char> column_is_used_;
  std::vector<Pivot> order_;
  std::vector<Expression> pivots_;
};

}  // namespace leafwise::integrator::detail
