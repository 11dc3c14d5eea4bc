// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/run_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "run/kept_rows.hpp"
#include "text/csv_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// So many numbers of a table are kept: 32 MB, and more points than a picture shows.
constexpr std::size_t most_numbers = std::size_t{1} << 22U;
constexpr std::size_t least_rows = 1'000;
constexpr std::size_t most_rows = 200'000;

/// The header, without the cells before the numbers.
std::vector<std::string> header_of(CsvRows& rows, std::size_t words) {
  std::vector<std::string_view> cells;
  if (!rows.next(cells)) rows.refuse("the table is empty");
  if (cells.size() <= words) rows.refuse("the header has no columns of numbers");
  std::vector<std::string> names(cells.begin() + static_cast<std::ptrdiff_t>(words), cells.end());
  const std::set<std::string> different(names.begin(), names.end());
  if (different.size() < names.size()) rows.refuse("the header has a column twice");
  if (different.contains("")) rows.refuse("the header has a column without a name");
  return names;
}

/// The numbers of a row, after some words.
void take_row(const CsvRows& rows,
              const std::vector<std::string_view>& cells,
              std::size_t words,
              const std::vector<std::string>& names,
              std::vector<double>& numbers) {
  const std::size_t wanted = words + names.size();
  if (cells.size() != wanted) {
    rows.refuse("the row has " + std::to_string(cells.size()) + " cells, the header has " +
                std::to_string(wanted));
  }
  numbers.resize(names.size());
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::string_view cell = cells[words + j];
    // A force that is not determined.
    const bool is_open = cell.empty() && names[j].starts_with("_force");
    numbers[j] = is_open ? std::nan("") : rows.number(cell);
  }
}

}  // namespace

std::optional<std::size_t> RunTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

TrajectoryRows::TrajectoryRows(const std::string& file)
    : rows_(file), names_(header_of(rows_, 0)) {}

bool TrajectoryRows::next(std::vector<double>& row) {
  if (!rows_.next(cells_)) {
    if (count_ == 0) rows_.refuse("the table has no row");
    return false;
  }
  take_row(rows_, cells_, 0, names_, row);
  ++count_;
  return true;
}

RunTable read_trajectory(const std::string& file) {
  TrajectoryRows rows(file);
  RunTable table;
  table.names = rows.names();
  std::vector<std::size_t> along = {0};
  if (const auto arclength = table.find("_s")) along.push_back(*arclength);
  const std::size_t most = std::clamp(most_numbers / table.names.size(), least_rows, most_rows);
  KeptRows kept(
      table.names, 0, 0, std::move(along), columns_to_shape(table.names.size()), {most, most});
  std::vector<double> row;
  double last = 0;
  bool rises = true;
  bool falls = true;
  while (rows.next(row)) {
    if (kept.count() > 0) {
      rises = rises && row.front() > last;
      falls = falls && row.front() < last;
    }
    last = row.front();
    kept.add(row, {});
  }
  kept.finish();
  table.all_rows = kept.count();
  table.goes_one_way = rises || falls;
  for (std::size_t j = 0; j < table.names.size(); ++j) table.values.push_back(kept.column(j));
  return table;
}

EventTable read_events(const std::string& file) {
  constexpr std::size_t words = 3;  // name, kind, direction
  CsvRows rows(file);
  EventTable events;
  events.table.names = header_of(rows, words);
  events.table.values.resize(events.table.names.size());
  std::vector<std::string_view> cells;
  std::vector<double> row;
  while (rows.next(cells)) {
    take_row(rows, cells, words, events.table.names, row);
    for (std::size_t j = 0; j < row.size(); ++j) events.table.values[j].push_back(row[j]);
    events.names.emplace_back(text_of_csv(cells[0]));
    events.kinds.emplace_back(cells[1]);
    events.directions.emplace_back(cells[2]);
  }
  return events;
}

}  // namespace leafwise::pipeline::detail
