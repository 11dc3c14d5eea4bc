// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plot/csv_rows.hpp"

/// The tables that a run has written.
namespace leafwise::pipeline::detail {

/// Columns of numbers, each as long as the others.
struct RunTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  ///< of each column
  std::size_t all_rows = 0;                 ///< of the file, also those that are not kept
  bool goes_one_way = false;  ///< the first column rises from row to row of the file, or falls

  [[nodiscard]] std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
};

/// A row for each event.
struct EventTable {
  std::vector<std::string> names;
  std::vector<std::string> kinds;  ///< "event" or "watch"
  std::vector<std::string> directions;
  RunTable table;
};

/// trajectory.csv: a header and at least one row, one after the other.
class TrajectoryRows {
 public:
  /// @throws InvalidInput with the line that is damaged
  explicit TrajectoryRows(const std::string& file);

  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
  /// False: there are no more. @throws InvalidInput likewise, and if there was no row at all
  bool next(std::vector<double>& row);

 private:
  CsvRows rows_;
  std::vector<std::string> names_;
  std::vector<std::string_view> cells_;
  std::size_t count_ = 0;
};

/// All of it, or, where that is too much for memory, the rows that give curves their shape.
/// @throws InvalidInput likewise
[[nodiscard]] RunTable read_trajectory(const std::string& file);

/// events.csv: a header and any number of rows.
/// @throws InvalidInput likewise
[[nodiscard]] EventTable read_events(const std::string& file);

}  // namespace leafwise::pipeline::detail
