// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The tables that a run has written.
namespace leafwise::pipeline::detail {

/// Columns of numbers, each as long as the others.
struct RunTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  ///< of each column

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

/// trajectory.csv: a header and at least one row.
/// @throws InvalidInput with the line that is damaged
[[nodiscard]] RunTable read_trajectory(const std::string& file);

/// events.csv: a header and any number of rows.
/// @throws InvalidInput likewise
[[nodiscard]] EventTable read_events(const std::string& file);

}  // namespace leafwise::pipeline::detail
