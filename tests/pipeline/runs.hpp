// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/program.hpp"

/// Runs of the program, and what they wrote.
namespace leafwise::tests {

/// A table as written: cells without quotes around them.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::map<std::string, std::string>> rows;

  [[nodiscard]] double number(std::size_t row, const std::string& column) const {
    return std::stod(rows.at(row).at(column));
  }
  [[nodiscard]] double last(const std::string& column) const {
    return number(rows.size() - 1, column);
  }
};

/// RFC 4180, byte by byte: a cell in quotes may hold commas, ends of lines, and quotes, twice each.
inline std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  bool is_quoted = false;
  bool is_new_row = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_new_row) rows.emplace_back(1);
    is_new_row = !is_quoted && text[i] == '\n';
    if (text[i] == '"') {
      const bool is_twice = is_quoted && i + 1 < text.size() && text[i + 1] == '"';
      if (is_twice) rows.back().back() += text[i++];
      if (!is_twice) is_quoted = !is_quoted;
    } else if (text[i] == ',' && !is_quoted) {
      rows.back().emplace_back();
    } else if (!is_new_row) {
      rows.back().back() += text[i];
    }
  }
  return rows;
}

/// A name as it is, from a cell where a spreadsheet would have computed it: docs/run.md.
inline std::string name_of_cell(const std::string& cell) {
  const std::size_t start = cell.find_first_not_of('\'');
  const bool is_marked = start != 0 && start != std::string::npos &&
                         std::string("=+-@\t\r").find(cell[start]) != std::string::npos;
  return is_marked ? cell.substr(1) : cell;
}

inline Table read_table(const std::string& path) {
  Table table;
  const std::vector<std::vector<std::string>> rows = csv_rows(whole_file(path));
  REQUIRE_MESSAGE(!rows.empty(), path);
  table.columns = rows.front();
  for (std::size_t k = 1; k < rows.size(); ++k) {
    REQUIRE(rows[k].size() == table.columns.size());
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < rows[k].size(); ++i) row[table.columns[i]] = rows[k][i];
    table.rows.push_back(row);
  }
  return table;
}

/// One run with its folder, which goes with it.
class Run {
  Folder folder_;  // made before the run

 public:
  /// @param arguments "run FILE …": without --no-cache and -o
  explicit Run(const std::string& arguments, const std::string& prefix = {})
      : result(run_command(prefix + std::string(LEAFWISE_PROGRAM) + " " + arguments +
                           " --no-cache -o " + folder_ / "out")) {}

  CommandResult result;

  [[nodiscard]] std::string file(const std::string& name) const {
    return folder_ / ("out/" + name);
  }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::filesystem::exists(file(name));
  }
  [[nodiscard]] nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(whole_file(file(name)));
  }
  [[nodiscard]] nlohmann::json summary() const { return json("summary.json"); }
  [[nodiscard]] Table trajectory() const { return read_table(file("trajectory.csv")); }
  [[nodiscard]] Table events() const { return read_table(file("events.csv")); }
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace leafwise::tests
