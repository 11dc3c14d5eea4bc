// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline {

/// The text of a file, with lines and columns as an editor counts them.
class SourceFile {
 public:
  /// Problem files are written by hand; a larger file is not one.
  static constexpr std::size_t most_bytes = std::size_t{4} << 20U;

  /// @throws InvalidInput if the text is not UTF-8, holds a NUL byte or is too large
  SourceFile(std::string name, std::string text);

  /// Reads the whole file, but never more than `most_bytes`.
  /// @throws InvalidInput as above, or if it cannot be read
  [[nodiscard]] static SourceFile read(const std::filesystem::path& path);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// The place of a range of bytes. A range that goes over the end of its line is cut there.
  [[nodiscard]] FilePlace place(TextRange range) const;
  /// The offset of a line and column, both from 1; columns count characters.
  [[nodiscard]] std::size_t offset(std::size_t line, std::size_t column) const;
  [[nodiscard]] std::size_t line_of(std::size_t offset) const;

 private:
  [[nodiscard]] std::string_view line_text(std::size_t line) const;
  void refuse_unreadable_bytes() const;
  void index_characters();

  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
  /// Of the lines that are not plain ASCII: where each character begins, from the line's start.
  std::map<std::size_t, std::vector<std::size_t>> character_starts_;
};

/// The number of characters (code points) in UTF-8 text; malformed bytes count one each.
[[nodiscard]] std::size_t character_count(std::string_view text);

}  // namespace leafwise::pipeline
