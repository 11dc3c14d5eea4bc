// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "leafwise/algebra/motion.hpp"
#include "leafwise/algebra/variable.hpp"
#include "model/run_columns.hpp"
#include "text/csv_text.hpp"
#include "write/row_slopes.hpp"

namespace leafwise::pipeline {

namespace detail {

std::vector<RunColumn> run_columns(const DecompositionReport& decomposition,
                                   const Selection& selection,
                                   const std::vector<std::string>& table,
                                   const std::vector<std::string>& forces) {
  std::vector<RunColumn> columns;
  const auto add = [&](const std::string& name) {
    const auto source = std::find(table.begin(), table.end(), name);
    if (source == table.end()) return;
    columns.push_back({name, static_cast<std::size_t>(source - table.begin())});
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
  const std::size_t multipliers = selection.exact.equations.constraints.size();
  for (const std::string& name : algebra::Multipliers::names(multipliers)) add(name);
  if (selection.is_local) {
    // Of the constraints of the file, but for those that follow from others.
    for (const algebra::Variable& attached : selection.leaf.attached) {
      const std::string name = to_string(attached);
      if (attached.order == 0 &&
          std::ranges::find(decomposition.unknowns, name) == decomposition.unknowns.end())
        add(name);
    }
  }
  for (std::size_t k = 0; k < forces.size(); ++k) columns.push_back({forces[k], k, true});
  for (const char* name : {"_s", "_h", "_residual"}) add(name);
  return columns;
}

std::vector<RunColumn> run_columns(const RunRecord& record) {
  std::vector<std::string> forces;
  forces.reserve(record.integration->forces.size());
  for (const ForceRecord& force : record.integration->forces) forces.push_back(force.name);
  return run_columns(*record.decomposition,
                     *record.selection,
                     record.integration->report.trajectory.columns(),
                     forces);
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

std::string slopes_csv(const RunRecord& record) {
  const std::vector<detail::ColumnSlopes> slopes = detail::row_slopes(record);
  if (slopes.empty()) return {};
  std::string text;
  for (const detail::ColumnSlopes& column : slopes) {
    if (!text.empty()) text += ',';
    text += detail::csv_text(column.name);
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

}  // namespace leafwise::pipeline
