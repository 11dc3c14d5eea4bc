// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/trajectory.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline::detail {

/// What is kept in memory of the rows of a run, however many there are: all of them, or, where they
/// become more than `most`, those that give each curve its shape. The run is then cut into stripes,
/// narrow ones of time and of arc length, and of each stripe its first row is kept, and those where
/// a column is lowest or highest. The first and the last row of all are always there.
class KeptRows {
 public:
  KeptRows() = default;
  /// @param more numbers beside those of a row of the table
  /// @param along the columns that cut a run into stripes
  KeptRows(std::vector<std::string> columns,
           std::size_t dimension,
           std::size_t more,
           std::vector<std::size_t> along,
           std::size_t most);

  void add(std::span<const double> row, std::span<const double> more);

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
  void thin();
  [[nodiscard]] std::vector<std::size_t> shaping(std::size_t stripes) const;
  [[nodiscard]] std::size_t end_of_stripe(std::size_t begin, std::span<const double> widths) const;
  void add_extremes(std::size_t begin, std::size_t end, std::vector<std::size_t>& chosen) const;

  std::vector<std::string> columns_;
  std::size_t dimension_ = 0;
  std::size_t more_ = 0;
  std::vector<std::size_t> along_;
  std::size_t most_ = 0;
  std::size_t stripes_ = 0;
  std::size_t count_ = 0;
  std::vector<std::size_t> places_;  ///< of the rows kept, among all
  std::vector<double> numbers_;
};

/// So many rows of a table with this many columns are kept: curves have more points than a screen
/// has dots, and memory is bounded also for wide tables.
[[nodiscard]] std::size_t rows_to_keep(std::size_t width);

}  // namespace leafwise::pipeline::detail
