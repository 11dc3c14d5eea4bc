// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/run_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "text/csv_text.hpp"
#include "text/terminal_text.hpp"
#include "write/report_file.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// A million rows of twenty columns are a quarter of this.
constexpr std::size_t most_bytes = std::size_t{1} << 31U;

/// A table row by row, in cells (RFC 4180): a cell in quotes may hold commas, ends of lines, and
/// quotes, which stand twice. `csv_text` writes them.
class CsvRows {
 public:
  CsvRows(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  [[noreturn]] void refuse(std::string message) const {
    throw InvalidInput(Mistake{std::move(message),
                               "a table as 'leafwise run' writes it; the same run again makes one",
                               std::nullopt,
                               FilePlace{file_, line_, 0, 1, ""}});
  }

  /// The cells of the next row; false at the end. They live until the next call.
  bool next(std::vector<std::string_view>& cells) {
    if (at_ == text_.size()) return false;
    line_ = next_line_++;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string::npos) refuse("the last line is not whole");
    const std::string_view line(text_.data() + at_, end - at_);
    if (line.find('"') != std::string_view::npos) {
      read_quoted();
      cells.assign(unquoted_.begin(), unquoted_.end());
      return true;
    }
    at_ = end + 1;
    split(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line, cells);
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
  static void split(std::string_view line, std::vector<std::string_view>& cells) {
    cells.clear();
    while (true) {
      const std::size_t comma = line.find(',');
      cells.push_back(line.substr(0, comma));
      if (comma == std::string_view::npos) return;
      line.remove_prefix(comma + 1);
    }
  }

  /// A row with quotes somewhere, to its own end of line.
  void read_quoted() {
    unquoted_.clear();
    do {
      unquoted_.emplace_back();
      if (text_[at_] == '"') {
        read_quoted_cell(unquoted_.back());
      } else {
        const std::size_t end = std::min(text_.find_first_of(",\"\r\n", at_), text_.size());
        unquoted_.back() = text_.substr(at_, end - at_);
        at_ = end;
      }
    } while (takes(','));
    (void)takes('\r');
    if (takes('\n')) return;
    refuse(at_ == text_.size() ? "the last line is not whole"
                               : "a quote or an end of line stands within a cell without quotes");
  }

  void read_quoted_cell(std::string& cell) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        if (at_ == text_.size() || text_[at_] != '"') return;
      }
      if (text_[at_] == '\n') ++next_line_;
      cell += text_[at_];
    }
    refuse("a quoted cell does not end");
  }

  bool takes(char wanted) {
    const bool is_there = at_ < text_.size() && text_[at_] == wanted;
    at_ += is_there ? 1 : 0;
    return is_there;
  }

  std::string file_;
  std::string text_;
  std::size_t at_ = 0;  ///< where the next row begins
  std::size_t line_ = 0;
  std::size_t next_line_ = 1;
  std::vector<std::string> unquoted_;
};

/// The header, without the cells before the numbers.
void read_header(CsvRows& rows, std::size_t words, RunTable& table) {
  std::vector<std::string_view> cells;
  if (!rows.next(cells)) rows.refuse("the table is empty");
  if (cells.size() <= words) rows.refuse("the header has no columns of numbers");
  table.names.assign(cells.begin() + static_cast<std::ptrdiff_t>(words), cells.end());
  table.values.resize(table.names.size());
  const std::set<std::string> different(table.names.begin(), table.names.end());
  if (different.size() < table.names.size()) rows.refuse("the header has a column twice");
  if (different.contains("")) rows.refuse("the header has a column without a name");
}

/// The numbers of a row, after some words.
void add_row(const CsvRows& rows,
             const std::vector<std::string_view>& cells,
             std::size_t words,
             RunTable& table) {
  const std::size_t wanted = words + table.names.size();
  if (cells.size() != wanted) {
    rows.refuse("the row has " + std::to_string(cells.size()) + " cells, the header has " +
                std::to_string(wanted));
  }
  for (std::size_t j = 0; j < table.names.size(); ++j) {
    const std::string_view cell = cells[words + j];
    // A force that is not determined.
    const bool is_open = cell.empty() && table.names[j].starts_with("_force");
    table.values[j].push_back(is_open ? std::nan("") : rows.number(cell));
  }
}

CsvRows rows_of(const std::string& file) {
  return {file, whole_text(file, most_bytes, "a table that 'leafwise run' has written")};
}

}  // namespace

std::optional<std::size_t> RunTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

RunTable read_trajectory(const std::string& file) {
  CsvRows rows = rows_of(file);
  RunTable table;
  read_header(rows, 0, table);
  std::vector<std::string_view> cells;
  while (rows.next(cells)) add_row(rows, cells, 0, table);
  if (table.rows() == 0) rows.refuse("the table has no row");
  return table;
}

EventTable read_events(const std::string& file) {
  constexpr std::size_t words = 3;  // name, kind, direction
  CsvRows rows = rows_of(file);
  EventTable events;
  read_header(rows, words, events.table);
  std::vector<std::string_view> cells;
  while (rows.next(cells)) {
    add_row(rows, cells, words, events.table);
    events.names.emplace_back(text_of_csv(cells[0]));
    events.kinds.emplace_back(cells[1]);
    events.directions.emplace_back(cells[2]);
  }
  return events;
}

}  // namespace leafwise::pipeline::detail
