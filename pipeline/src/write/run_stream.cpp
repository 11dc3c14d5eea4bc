// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/run_stream.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "text/csv_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr const char* rows_name = "trajectory.csv";
constexpr const char* events_name = "events.csv";

}  // namespace

RunStream::RunStream(std::filesystem::path folder,
                     const DecompositionReport& decomposition,
                     const Selection& selection)
    : folder_(std::move(folder)), decomposition_(decomposition), selection_(selection) {}

void RunStream::go_on_with(EarlierTables earlier) {
  earlier_ = std::move(earlier);
  keep_unfinished();
}

void RunStream::begin(const std::vector<std::string>& columns,
                      const std::vector<std::string>& forces) {
  columns_ = run_columns(decomposition_, selection_, columns, forces);
  if (earlier_) {
    const TablePlaces& places = earlier_->places;
    rows_.emplace(folder_ / rows_name, earlier_->folder / rows_name, places.rows);
    events_.emplace(folder_ / events_name, earlier_->folder / events_name, places.events);
    return;
  }
  std::string header;
  for (const RunColumn& column : columns_) {
    if (!header.empty()) header += ',';
    header += csv_text(column.name);
  }
  header += '\n';
  rows_.emplace(folder_ / rows_name, &PartFile::Clock::now, unfinished_);
  rows_->append(header);
  events_.emplace(folder_ / events_name, &PartFile::Clock::now, unfinished_);
  events_->append("name,kind,direction," + header);
}

/// What is not determined is empty among forces of constraints.
void RunStream::add_cells(std::span<const double> row, std::span<const double> forces) {
  bool is_first = true;
  for (const RunColumn& column : columns_) {
    if (!is_first) line_ += ',';
    is_first = false;
    const double value = column.cell(row, forces);
    if (column.is_force && !std::isfinite(value)) continue;
    fmt::format_to(std::back_inserter(line_), "{:.17g}", value);
  }
  line_ += '\n';
}

void RunStream::add_row(std::span<const double> row, std::span<const double> forces) {
  line_.clear();
  add_cells(row, forces);
  rows_->append(line_);
}

void RunStream::add_event(const integrator::EventEntry& event,
                          const std::string& kind,
                          std::span<const double> row,
                          std::span<const double> forces) {
  line_ =
      csv_text(event.name) + "," + kind + "," + (event.sign_after > 0 ? "rising" : "falling") + ",";
  add_cells(row, forces);
  events_->append(line_);
}

void RunStream::keep_up() {
  if (!rows_) return;
  rows_->keep_up();
  events_->keep_up();
}

TablePlaces RunStream::places() {
  return {rows_->place(), events_->place()};
}

void RunStream::finish() {
  if (!rows_) return;
  rows_->finish();
  events_->finish();
  rows_.reset();
  events_.reset();
}

void RunStream::remove_left(const std::filesystem::path& folder) {
  for (const char* name : {rows_name, events_name}) PartFile::remove_left(folder / name);
}

}  // namespace leafwise::pipeline::detail
