// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/source_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

#include "leafwise/core/check.hpp"
#include "text/utf8.hpp"

namespace leafwise::pipeline {

namespace {

[[noreturn]] void refuse_file(const std::string& name, std::string message, std::string expected) {
  Mistake mistake{std::move(message), std::move(expected), std::nullopt, std::nullopt};
  mistake.place = FilePlace{name, 0, 0, 1, {}};
  throw InvalidInput(std::move(mistake));
}

/// The line with everything that is no character replaced, so that it can be shown.
std::string printable_line(std::string_view line) {
  std::string result;
  while (!line.empty()) {
    const std::size_t length = detail::sequence_length(line);
    if (length == 0) {
      result += "\xEF\xBF\xBD";  // U+FFFD
      line.remove_prefix(1);
      continue;
    }
    result +=
        line.front() == '\0' ? std::string("\xEF\xBF\xBD") : std::string(line.substr(0, length));
    line.remove_prefix(length);
  }
  return result;
}

}  // namespace

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(std::max<std::size_t>(detail::sequence_length(text), 1));
    ++count;
  }
  return count;
}

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  if (text_.size() > most_bytes) {
    refuse_file(name_,
                "the file is too large for a problem file",
                fmt::format("at most {} MiB of text", most_bytes >> 20U));
  }
  // A byte order mark is no character of the text; parsers do not agree on whether it has a column.
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
  refuse_unreadable_bytes();
  index_characters();
}

void SourceFile::index_characters() {
  for (std::size_t line = 1; line <= line_starts_.size(); ++line) {
    const std::string_view text = line_text(line);
    const bool ascii = std::all_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii) continue;
    std::vector<std::size_t>& starts = character_starts_[line];
    for (std::size_t at = 0; at < text.size();) {
      starts.push_back(at);
      at += std::max<std::size_t>(detail::sequence_length(text.substr(at)), 1);
    }
  }
}

void SourceFile::refuse_unreadable_bytes() const {
  const std::string_view text = text_;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    refuse_file(name_, "the file is UTF-16 text", "UTF-8, which every editor can save");
  }
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = detail::sequence_length(text.substr(i));
    if (length != 0 && text[i] != '\0') {
      i += length;
      continue;
    }
    const bool nul = text[i] == '\0';
    Mistake mistake;
    mistake.message =
        nul ? "a NUL byte: this is not a text file"
            : fmt::format("byte 0x{:02X} is not UTF-8 text", static_cast<unsigned char>(text[i]));
    mistake.expected = nul ? "a TOML file" : "a file saved as UTF-8";
    mistake.place = place({i, 1});
    throw InvalidInput(std::move(mistake));
  }
}

SourceFile SourceFile::read(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    refuse_file(name, "this is a directory", "a problem file (TOML)");
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    const std::string reason = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
    refuse_file(name, "the file cannot be read: " + reason, "the path of a problem file");
  }
  std::string text;
  std::string block(std::size_t{1} << 16U, '\0');
  while (text.size() <= most_bytes) {
    const std::size_t count = std::fread(block.data(), 1, block.size(), file.get());
    if (count == 0) break;
    text.append(block, 0, count);
  }
  if (std::ferror(file.get()) != 0) {
    refuse_file(name, "the file cannot be read to its end", "a readable file");
  }
  return {name, std::move(text)};
}

std::size_t SourceFile::line_of(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(after - line_starts_.begin());
}

std::string_view SourceFile::line_text(std::size_t line) const {
  const std::size_t begin = line_starts_.at(line - 1);
  const std::size_t end = line < line_starts_.size() ? line_starts_[line] - 1 : text_.size();
  std::string_view text = std::string_view{text_}.substr(begin, end - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

FilePlace SourceFile::place(TextRange range) const {
  const std::size_t begin = std::min(range.begin, text_.size());
  const std::size_t line = line_of(begin);
  const std::string_view text = line_text(line);
  const std::size_t in_line = std::min(begin - line_starts_[line - 1], text.size());
  const std::string_view marked = text.substr(in_line, range.length);
  FilePlace place;
  place.file = name_;
  place.line = line;
  place.column = character_count(text.substr(0, in_line)) + 1;
  place.width = std::max<std::size_t>(character_count(marked), 1);
  place.line_text = printable_line(text);
  return place;
}

std::size_t SourceFile::offset(std::size_t line, std::size_t column) const {
  LEAFWISE_DEMAND(line >= 1 && column >= 1);
  if (line > line_starts_.size()) return text_.size();
  const std::size_t start = line_starts_[line - 1];
  const auto indexed = character_starts_.find(line);
  std::size_t at = start + column - 1;
  if (indexed != character_starts_.end()) {
    const std::vector<std::size_t>& starts = indexed->second;
    at = column <= starts.size() ? start + starts[column - 1] : start + line_text(line).size();
  }
  return std::min(at, text_.size());
}

}  // namespace leafwise::pipeline
