// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/trajectory.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline::detail {

/// How many rows are kept.
struct RowLimits {
  std::size_t all = 0;   ///< up to so many all of them
  std::size_t some = 0;  ///< of more at most so many
};

/// The rows of a run that are kept in memory, however many there are: all of them, or, where they
/// become too many, some of them: the run is then cut into stripes, narrow ones of time and
/// of arc length, and of each stripe its first row is kept, and those where a column of `shaped` is
/// lowest or highest. The first and the last row of all are always there.
class KeptRows {
 public:
  KeptRows() = default;
  /// @param more numbers beside those of a row of the table
  /// @param along the columns that cut a run into stripes, the arc length last
  KeptRows(std::vector<std::string> columns,
           std::size_t dimension,
           std::size_t more,
           std::vector<std::size_t> along,
           std::vector<std::size_t> shaped,
           RowLimits limits);

  void add(std::span<const double> row, std::span<const double> more);
  /// No more rows come: the last stripe gets its final form.
  void finish();

  /// How many were added.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

  void save(PackedWriter& writer) const;
  /// @pre made for the same table @throws InvalidInput
  void restore(PackedReader& reader);

  [[nodiscard]] integrator::Trajectory<double> table() const;
  /// One of the columns, at each row that is kept.
  [[nodiscard]] std::vector<double> column(std::size_t index) const;
  /// One of the numbers beside the table, likewise.
  [[nodiscard]] std::vector<double> more(std::size_t index) const;

 private:
  [[nodiscard]] std::size_t width() const noexcept { return columns_.size() + more_; }
  [[nodiscard]] std::span<const double> row(std::size_t index) const;
  /// Rows to keep, and where the stripe of the last one begins among them.
  struct Choice {
    std::vector<std::size_t> rows;
    std::size_t open = 0;
  };
  void thin();
  void close_stripe(std::size_t end);
  [[nodiscard]] Choice chosen() const;
  [[nodiscard]] std::vector<double> widths() const;
  [[nodiscard]] bool is_beyond(std::size_t begin, std::size_t index) const;
  void add_extremes(std::size_t begin, std::size_t end, std::vector<std::size_t>& chosen) const;
  void move(std::span<const std::size_t> rows, std::size_t to);

  std::vector<std::string> columns_;
  std::size_t dimension_ = 0;
  std::size_t more_ = 0;
  std::vector<std::size_t> along_;
  std::vector<std::size_t> shaped_;
  RowLimits limits_;
  std::size_t stripes_ = 0;
  std::vector<double> widths_;  ///< of a stripe, in each measure; none while all rows are kept
  std::size_t open_ = 0;        ///< where the stripe of the last row begins: it has all its rows
  std::size_t count_ = 0;
  std::vector<std::size_t> places_;  ///< of the rows kept, among all
  std::vector<double> numbers_;
};

/// Columns to be shaped of so many: not those between the first and the last ones, or every stripe
/// of a wide table would keep all of its rows. Invariants and residuals are among the last.
[[nodiscard]] std::vector<std::size_t> columns_to_shape(std::size_t width);

/// For a table with this many columns: memory is bounded also for wide tables.
[[nodiscard]] RowLimits rows_to_keep(std::size_t width);

}  // namespace leafwise::pipeline::detail
