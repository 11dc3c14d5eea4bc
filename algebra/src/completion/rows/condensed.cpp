// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "completion/rows/affine_rows.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Gauss with constant pivots: forward, then backward, so that sparse rows stay sparse as long as
/// they can.
class Elimination {
 public:
  Elimination(std::vector<AffineRow> rows, const Ideal& base, const Limits& limits)
      : base_(base), limits_(limits), open_(std::move(rows)) {}

  [[nodiscard]] Outcome<bool> forward() {
    while (const std::optional<Place> place = best_pivot()) {
      if (limits_.is_over()) return Unable{"the time limit was reached"};
      AffineRow row = std::move(open_[place->row]);
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place->row));
      const Outcome<bool> cleared = clear_column(open_, place->column, row, base_, limits_);
      if (!cleared) return Unable{cleared.reason()};
      pivots_[place->column] = solved_.size();
      solved_.push_back(std::move(row));
    }
    return true;
  }

  /// Rows solved later have no variables that were solved before.
  [[nodiscard]] Outcome<bool> backward() {
    for (std::size_t k = solved_.size(); k-- > 0;) {
      std::vector<std::size_t> columns;
      for (const auto& [column, coefficient] : solved_[k].coefficients.entries()) {
        const auto pivot = pivots_.find(column);
        if (pivot != pivots_.end() && pivot->second != k) columns.push_back(column);
      }
      if (columns.empty()) continue;
      if (limits_.is_over()) return Unable{"the time limit was reached"};
      std::vector<AffineRow> row{std::move(solved_[k])};
      for (const std::size_t column : columns) {
        const AffineRow& by = solved_[pivots_.at(column)];
        const Polynomial factor = row[0].coefficients[column];
        row[0] = combined(std::move(row[0]), by.coefficients[column], by, factor);
      }
      Outcome<std::vector<AffineRow>> form = reduced(std::move(row), base_, limits_);
      if (!form) return Unable{form.reason()};
      solved_[k] = std::move(std::move(form).value().front());
    }
    return true;
  }

  [[nodiscard]] Condensed result() && {
    Condensed result;
    result.solved.reserve(solved_.size());
    for (const auto& [column, row] : pivots_) result.solved.push_back(std::move(solved_[row]));
    for (AffineRow& row : open_) {
      if (row.has_graph_variables()) {
        result.core.push_back(std::move(row));
      } else if (!row.rest.is_zero()) {
        result.conditions.push_back({row.rest.primitive(), row.sources});
      }
    }
    return result;
  }

 private:
  struct Place {
    std::size_t row = 0;
    std::size_t column = 0;
  };

  /// After Markowitz: what fills least.
  [[nodiscard]] std::optional<Place> best_pivot() const {
    if (open_.empty()) return std::nullopt;
    std::vector<std::size_t> counts(open_.front().coefficients.size());
    for (const AffineRow& row : open_) {
      for (const auto& [column, coefficient] : row.coefficients.entries()) ++counts[column];
    }
    std::optional<Place> best;
    std::size_t cost = 0;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const auto& entries = open_[i].coefficients.entries();
      for (const auto& [column, coefficient] : entries) {
        if (!coefficient.is_constant()) continue;
        const std::size_t fill = (entries.size() - 1) * (counts[column] - 1);
        if (best && fill >= cost) continue;
        best = Place{i, column};
        cost = fill;
        if (cost == 0) return best;
      }
    }
    return best;
  }

  const Ideal& base_;
  Limits limits_;
  std::vector<AffineRow> open_;
  std::vector<AffineRow> solved_;
  std::map<std::size_t, std::size_t> pivots_;  ///< by column, the row in solved_
};

}  // namespace

Outcome<Condensed> condensed(const std::vector<AffineRow>& rows,
                             const Ideal& base,
                             const Limits& limits) {
  Outcome<std::vector<AffineRow>> start = reduced(rows, base, limits);
  if (!start) return Unable{start.reason()};
  Elimination elimination(std::move(start).value(), base, limits);
  const Outcome<bool> down = elimination.forward();
  if (!down) return Unable{down.reason()};
  const Outcome<bool> up = elimination.backward();
  if (!up) return Unable{up.reason()};
  return std::move(elimination).result();
}

}  // namespace leafwise::algebra::detail
