// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/transversal.hpp"

#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();

/// Assigns one row after the other; potentials keep all reduced costs ≥ 0.
class Assignment {
 public:
  Assignment(std::size_t rows, std::size_t columns, const std::vector<CostEntry>& entries)
      : of_row_(rows),
        column_of_(rows, none),
        row_of_(columns, none),
        row_price_(rows, 0),
        column_price_(columns, 0),
        distance_(columns, far),
        from_(columns, none) {
    for (const CostEntry& entry : entries) of_row_[entry.row].push_back(entry);
  }

  [[nodiscard]] bool assign(std::size_t start) {
    reached_.clear();
    done_.clear();
    Queue queue;
    scan(start, 0, queue);
    std::size_t end = none;
    while (!queue.empty()) {
      const auto [length, column] = queue.top();
      queue.pop();
      if (length > distance_[column] || done(column)) continue;
      if (row_of_[column] == none) {
        end = column;
        break;
      }
      done_.push_back(column);
      from_done_.resize(row_of_.size(), false);
      from_done_[column] = true;
      scan(row_of_[column], length, queue);
    }
    if (end != none) update(start, end);
    for (const std::size_t column : done_) from_done_[column] = false;
    for (const std::size_t column : reached_) distance_[column] = far;
    return end != none;
  }

  [[nodiscard]] std::vector<std::size_t> columns() && { return std::move(column_of_); }

 private:
  using Node = std::pair<std::int64_t, std::size_t>;
  using Queue = std::priority_queue<Node, std::vector<Node>, std::greater<>>;

  [[nodiscard]] bool done(std::size_t column) const {
    return !from_done_.empty() && from_done_[column];
  }

  void scan(std::size_t row, std::int64_t length, Queue& queue) {
    for (const CostEntry& entry : of_row_[row]) {
      const std::int64_t reduced = entry.cost - row_price_[row] - column_price_[entry.column];
      if (done(entry.column) || length + reduced >= distance_[entry.column]) continue;
      if (distance_[entry.column] == far) reached_.push_back(entry.column);
      distance_[entry.column] = length + reduced;
      from_[entry.column] = row;
      queue.emplace(length + reduced, entry.column);
    }
  }

  void update(std::size_t start, std::size_t end) {
    const std::int64_t length = distance_[end];
    row_price_[start] += length;
    for (const std::size_t column : done_) {
      row_price_[row_of_[column]] += length - distance_[column];
      column_price_[column] -= length - distance_[column];
    }
    for (std::size_t column = end; column != none;) {
      const std::size_t row = from_[column];
      row_of_[column] = row;
      std::swap(column, column_of_[row]);
      if (row == start) break;
    }
  }

  std::vector<std::vector<CostEntry>> of_row_;
  std::vector<std::size_t> column_of_;
  std::vector<std::size_t> row_of_;
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<std::int64_t> distance_;
  std::vector<std::size_t> from_;
  std::vector<std::size_t> reached_;
  std::vector<std::size_t> done_;
  std::vector<bool> from_done_;
};

}  // namespace

std::optional<std::vector<std::size_t>> cheapest_transversal(
    std::size_t rows, std::size_t columns, const std::vector<CostEntry>& entries) {
  Assignment assignment(rows, columns, entries);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!assignment.assign(row)) return std::nullopt;
  }
  return std::move(assignment).columns();
}

}  // namespace leafwise::algebra::detail
