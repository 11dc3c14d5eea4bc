// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/sparse/sparse_pivots.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);
/// A pivot is as large as this part of the largest entry of its row.
constexpr double large_part = 0.1;
/// Below this, a row of size 1 is what rounding has left of one that depends on others.
constexpr double dependent = 1e-12;

/// Rows by columns, and which rows have entries in a column.
template <typename Value>
class SparseRows {
 public:
  using Row = std::map<std::size_t, Value>;

  SparseRows(std::size_t rows, std::size_t columns) : rows_(rows), users_(columns) {}

  [[nodiscard]] Row& row(std::size_t i) { return rows_[i]; }
  [[nodiscard]] const Row& row(std::size_t i) const { return rows_[i]; }
  [[nodiscard]] std::size_t count_in(std::size_t column) const { return users_[column].size(); }
  Value& at(std::size_t row, std::size_t column) {
    users_[column].insert(row);
    return rows_[row][column];
  }
  /// A row whose pivot is taken counts no more.
  void retire(std::size_t row) {
    for (const auto& [column, value] : rows_[row]) users_[column].erase(row);
  }
  /// The others with an entry there, which is taken out of them.
  template <typename Use>
  void clear(std::size_t column, const Use& use) {
    const std::set<std::size_t> users = std::move(users_[column]);
    users_[column].clear();
    for (const std::size_t user : users) {
      const auto place = rows_[user].find(column);
      const Value value = place->second;
      rows_[user].erase(place);
      use(user, value);
    }
  }

 private:
  std::vector<Row> rows_;
  std::vector<std::set<std::size_t>> users_;
};

class PivotSearch {
 public:
  explicit PivotSearch(const SparseEntries<double>& matrix) : rows_(matrix.rows, matrix.columns) {
    for (const auto& entry : matrix.list) rows_.at(entry.row, entry.column) += entry.value;
    for (std::size_t i = 0; i < matrix.rows; ++i) left_.insert(i);
  }

  std::optional<Pivots> run() {
    Pivots pivots;
    while (!left_.empty()) {
      const auto [row, column] = next();
      if (column == none) return std::nullopt;
      pivots.emplace_back(row, column);
      eliminate(row, column);
    }
    return pivots;
  }

 private:
  /// The least product of other entries in the row and in the column.
  [[nodiscard]] std::pair<std::size_t, std::size_t> next() const {
    std::pair<std::size_t, std::size_t> best{none, none};
    std::size_t least = none;
    for (const std::size_t i : left_) {
      const auto& row = rows_.row(i);
      if (least != none && (row.empty() ? 0 : row.size() - 1) > least) continue;
      double largest = 0;
      for (const auto& [column, value] : row) largest = std::max(largest, std::abs(value));
      if (!(largest > dependent)) return {i, none};
      for (const auto& [column, value] : row) {
        if (std::abs(value) < large_part * largest) continue;
        const std::size_t fill = (row.size() - 1) * (rows_.count_in(column) - 1);
        if (fill >= least) continue;
        least = fill;
        best = {i, column};
      }
    }
    return best;
  }

  void eliminate(std::size_t row, std::size_t column) {
    const auto own = rows_.row(row);
    const double pivot = own.at(column);
    rows_.retire(row);
    left_.erase(row);
    rows_.clear(column, [&](std::size_t other, double value) {
      for (const auto& [place, entry] : own) {
        if (place != column) rows_.at(other, place) -= value / pivot * entry;
      }
    });
  }

  SparseRows<double> rows_;
  std::set<std::size_t> left_;
};

}  // namespace

std::optional<Pivots> sparse_pivots(const SparseEntries<double>& matrix) {
  return PivotSearch(matrix).run();
}

std::optional<std::vector<Ball>> solve_in_order(const SparseEntries<Ball>& matrix,
                                                const std::vector<Ball>& right,
                                                const Pivots& pivots,
                                                slong precision) {
  std::vector<bool> has_pivot(matrix.columns);
  for (const auto& [row, column] : pivots) has_pivot[column] = true;
  SparseRows<Ball> rows(matrix.rows, matrix.columns);
  for (const auto& entry : matrix.list) {
    if (!has_pivot[entry.column]) continue;
    arb_struct* at = rows.at(entry.row, entry.column).raw();
    arb_add(at, at, entry.value.raw(), precision);
  }
  std::vector<Ball> rest = right;
  Ball factor;
  for (const auto& [row, column] : pivots) {
    rows.retire(row);
    const auto& own = rows.row(row);
    const auto pivot = own.find(column);
    if (pivot == own.end() || arb_contains_zero(pivot->second.raw()) != 0) return std::nullopt;
    rows.clear(column, [&](std::size_t other, const Ball& value) {
      arb_div(factor.raw(), value.raw(), pivot->second.raw(), precision);
      for (const auto& [place, entry] : own) {
        if (place == column) continue;
        arb_submul(rows.at(other, place).raw(), factor.raw(), entry.raw(), precision);
      }
      arb_submul(rest[other].raw(), factor.raw(), rest[row].raw(), precision);
    });
  }
  std::vector<Ball> solution(matrix.columns);
  for (auto step = pivots.rbegin(); step != pivots.rend(); ++step) {
    const auto& [row, column] = *step;
    arb_struct* sum = rest[row].raw();
    for (const auto& [place, entry] : rows.row(row)) {
      if (place == column) continue;
      arb_submul(sum, entry.raw(), solution[place].raw(), precision);
    }
    arb_div(solution[column].raw(), sum, rows.row(row).at(column).raw(), precision);
  }
  return solution;
}

}  // namespace leafwise::algebra::detail
