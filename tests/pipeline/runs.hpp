// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
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

inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (const char character : line) {
    if (character == '"') {
      is_quoted = !is_quoted;
    } else if (character == ',' && !is_quoted) {
      cells.emplace_back();
    } else {
      cells.back() += character;
    }
  }
  return cells;
}

inline Table read_table(const std::string& path) {
  Table table;
  std::istringstream lines(whole_file(path));
  std::string line;
  REQUIRE_MESSAGE(std::getline(lines, line), path);
  table.columns = cells_of(line);
  while (std::getline(lines, line)) {
    const std::vector<std::string> cells = cells_of(line);
    REQUIRE(cells.size() == table.columns.size());
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i]] = cells[i];
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
