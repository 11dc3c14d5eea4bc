// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace leafwise::pipeline::detail {

/// A table row by row, in cells (RFC 4180): a cell in quotes may hold commas, ends of lines, and
/// quotes, which stand twice. `csv_text` writes them. Only a part of the file is in memory.
class CsvRows {
 public:
  /// @throws InvalidInput if it cannot be read
  explicit CsvRows(std::string file);

  /// The cells of the next row; false at the end. They live until the next call.
  bool next(std::vector<std::string_view>& cells);

  /// @throws InvalidInput if the cell is none
  [[nodiscard]] double number(std::string_view cell) const;
  /// @throws InvalidInput with the last row as the place
  [[noreturn]] void refuse(std::string message) const;

 private:
  bool read_more();
  [[nodiscard]] std::size_t end_of_line();
  void have_whole_record();
  void read_quoted();
  void read_quoted_cell(std::string& cell);
  bool takes(char wanted);

  std::string file_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
  std::string text_;    ///< of the file, what is being read
  std::size_t at_ = 0;  ///< where the next row begins
  bool ends_ = false;   ///< nothing comes behind the text
  std::size_t line_ = 0;
  std::size_t next_line_ = 1;
  std::vector<std::string> unquoted_;
};

}  // namespace leafwise::pipeline::detail
