// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/run_table.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "report_file.hpp"
#include "terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// A million rows of twenty columns are a quarter of this.
constexpr std::size_t most_bytes = std::size_t{1} << 31U;

/// A table line by line, in cells.
class CsvLines {
 public:
  CsvLines(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  [[noreturn]] void refuse(std::string message) const {
    throw InvalidInput(Mistake{std::move(message),
                               "a table as 'leafwise run' writes it; the same run again makes one",
                               std::nullopt,
                               FilePlace{file_, line_, 0, 1, ""}});
  }

  /// The cells of the next line; false at the end. They live until the next call.
  bool next(std::vector<std::string_view>& cells) {
    if (begin_ == text_.size()) return false;
    ++line_;
    const std::size_t end = text_.find('\n', begin_);
    if (end == std::string::npos) refuse("the last line is not whole");
    std::string_view line(text_.data() + begin_, end - begin_);
    begin_ = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    split(line, cells);
    return true;
  }

  [[nodiscard]] double number(std::string_view cell) const {
    double value = 0;
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || stop != cell.data() + cell.size() || cell.empty()) {
      refuse("'" + shortened(safe_text(cell.substr(0, 60)), 40) + "' is no number");
    }
    return value;
  }

 private:
  void split(std::string_view line, std::vector<std::string_view>& cells) {
    cells.clear();
    if (line.find('"') != std::string_view::npos) return split_quoted(line, cells);
    while (true) {
      const std::size_t comma = line.find(',');
      cells.push_back(line.substr(0, comma));
      if (comma == std::string_view::npos) return;
      line.remove_prefix(comma + 1);
    }
  }

  /// Cells in quotes: "der(x,4)", and a quote within them twice.
  void split_quoted(std::string_view line, std::vector<std::string_view>& cells) {
    unquoted_.assign(1, "");
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (is_quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"') {
        unquoted_.back() += line[i++];
      } else if (line[i] == '"') {
        is_quoted = !is_quoted;
      } else if (line[i] == ',' && !is_quoted) {
        unquoted_.emplace_back();
      } else {
        unquoted_.back() += line[i];
      }
    }
    if (is_quoted) refuse("a quoted cell does not end");
    cells.assign(unquoted_.begin(), unquoted_.end());
  }

  std::string file_;
  std::string text_;
  std::size_t begin_ = 0;
  std::size_t line_ = 0;
  std::vector<std::string> unquoted_;
};

/// The header, without the cells before the numbers.
void read_header(CsvLines& lines, std::size_t words, RunTable& table) {
  std::vector<std::string_view> cells;
  if (!lines.next(cells)) lines.refuse("the table is empty");
  if (cells.size() <= words) lines.refuse("the header has no columns of numbers");
  table.names.assign(cells.begin() + static_cast<std::ptrdiff_t>(words), cells.end());
  table.values.resize(table.names.size());
  const std::set<std::string> different(table.names.begin(), table.names.end());
  if (different.size() < table.names.size()) lines.refuse("the header has a column twice");
  if (different.contains("")) lines.refuse("the header has a column without a name");
}

/// The numbers of a row, after some words.
void add_row(const CsvLines& lines,
             const std::vector<std::string_view>& cells,
             std::size_t words,
             RunTable& table) {
  const std::size_t wanted = words + table.names.size();
  if (cells.size() != wanted) {
    lines.refuse("the row has " + std::to_string(cells.size()) + " cells, the header has " +
                 std::to_string(wanted));
  }
  for (std::size_t j = 0; j < table.names.size(); ++j) {
    table.values[j].push_back(lines.number(cells[words + j]));
  }
}

CsvLines lines_of(const std::string& file) {
  return {file, whole_text(file, most_bytes, "a table that 'leafwise run' has written")};
}

}  // namespace

std::optional<std::size_t> RunTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

RunTable read_trajectory(const std::string& file) {
  CsvLines lines = lines_of(file);
  RunTable table;
  read_header(lines, 0, table);
  std::vector<std::string_view> cells;
  while (lines.next(cells)) add_row(lines, cells, 0, table);
  if (table.rows() == 0) lines.refuse("the table has no row");
  return table;
}

EventTable read_events(const std::string& file) {
  constexpr std::size_t words = 3;  // name, kind, direction
  CsvLines lines = lines_of(file);
  EventTable events;
  read_header(lines, words, events.table);
  std::vector<std::string_view> cells;
  while (lines.next(cells)) {
    add_row(lines, cells, words, events.table);
    events.names.emplace_back(cells[0]);
    events.kinds.emplace_back(cells[1]);
    events.directions.emplace_back(cells[2]);
  }
  return events;
}

}  // namespace leafwise::pipeline::detail
