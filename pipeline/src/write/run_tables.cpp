// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "leafwise/algebra/variable.hpp"
#include "model/run_columns.hpp"
#include "text/csv_text.hpp"
#include "write/row_slopes.hpp"

namespace leafwise::pipeline {

namespace detail {

std::vector<RunColumn> run_columns(const RunRecord& record) {
  const DecompositionReport& decomposition = *record.decomposition;
  const integrator::Trajectory<double>& table = record.integration->report.trajectory;
  std::vector<RunColumn> columns;
  const auto add = [&](const std::string& name) {
    if (const auto source = table.column(name)) columns.push_back({name, *source});
  };
  std::map<std::string, unsigned> orders(decomposition.orders.begin(), decomposition.orders.end());
  unsigned highest = 1;
  for (const auto& [name, order] : orders) highest = std::max(highest, order);
  add(decomposition.independent);
  for (unsigned k = 0; k < highest; ++k) {
    for (const std::string& unknown : decomposition.unknowns) {
      if (k == 0 || k < orders[unknown]) add(algebra::jet_name(unknown, k));
    }
  }
  for (const auto& [name, original] : decomposition.auxiliary) add(name);
  for (std::size_t k = 1; k <= record.selection->exact.equations.constraints.size(); ++k) {
    add("lambda" + std::to_string(k));
  }
  const std::vector<ForceRecord>& forces = record.integration->forces;
  for (std::size_t k = 0; k < forces.size(); ++k) columns.push_back({forces[k].name, k, true});
  for (const char* name : {"_s", "_h", "_residual"}) add(name);
  return columns;
}

double cell(const RunRecord& record, const RunColumn& column, std::size_t row) {
  const Integration& integration = *record.integration;
  if (column.is_force) return integration.forces[column.source].rows[row];
  return integration.report.trajectory.row(row)[column.source];
}

double event_cell(const RunRecord& record, const RunColumn& column, std::size_t row) {
  const Integration& integration = *record.integration;
  if (column.is_force) return integration.forces[column.source].event_rows[row];
  return integration.report.event_rows.row(row)[column.source];
}

}  // namespace detail

namespace {

using detail::csv_text;

std::string header(const std::vector<detail::RunColumn>& columns) {
  std::string line;
  for (const detail::RunColumn& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_text(column.name);
  }
  return line;
}

/// What is not determined is empty among forces of constraints.
template <typename Cell>
void add_row(std::string& text,
             const std::vector<detail::RunColumn>& columns,
             const Cell& cell_of) {
  bool is_first = true;
  for (const detail::RunColumn& column : columns) {
    if (!is_first) text += ',';
    is_first = false;
    const double value = cell_of(column);
    if (column.is_force && !std::isfinite(value)) continue;
    fmt::format_to(std::back_inserter(text), "{:.17g}", value);
  }
  text += '\n';
}

}  // namespace

std::string trajectory_csv(const RunRecord& record) {
  const std::vector<detail::RunColumn> columns = detail::run_columns(record);
  std::string text = header(columns) + "\n";
  for (std::size_t i = 0; i < record.integration->report.trajectory.size(); ++i) {
    add_row(text, columns, [&](const auto& column) { return detail::cell(record, column, i); });
  }
  return text;
}

std::string slopes_csv(const RunRecord& record) {
  const std::vector<detail::ColumnSlopes> slopes = detail::row_slopes(record);
  if (slopes.empty()) return {};
  std::string text;
  for (const detail::ColumnSlopes& column : slopes) {
    if (!text.empty()) text += ',';
    text += csv_text(column.name);
  }
  text += '\n';
  const std::size_t rows = slopes.front().values.size();
  for (std::size_t i = 0; i < rows; ++i) {
    fmt::format_to(std::back_inserter(text), "{:.17g}", slopes.front().values[i]);
    // A picture needs no more digits.
    for (std::size_t j = 1; j < slopes.size(); ++j) {
      fmt::format_to(std::back_inserter(text), ",{:.9g}", slopes[j].values[i]);
    }
    text += '\n';
  }
  return text;
}

std::string events_csv(const RunRecord& record) {
  const std::vector<detail::RunColumn> columns = detail::run_columns(record);
  const integrator::Report<double>& report = record.integration->report;
  std::string text = "name,kind,direction," + header(columns) + "\n";
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    const integrator::EventEntry& event = report.events[i];
    text += csv_text(event.name) + "," + record.integration->event_kinds.at(i) + "," +
            (event.sign_after > 0 ? "rising" : "falling") + ",";
    add_row(
        text, columns, [&](const auto& column) { return detail::event_cell(record, column, i); });
  }
  return text;
}

}  // namespace leafwise::pipeline
