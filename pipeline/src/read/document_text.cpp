// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string_view>
#include <vector>

#include "leafwise/core/check.hpp"
#include "read/document.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Walks over a TOML text literal and notes, for each byte of the decoded text, where in the
/// literal it comes from. TOML has four kinds of literal: "…", '…', """…""" and '''…'''.
class LiteralMap {
 public:
  explicit LiteralMap(std::string_view literal) : literal_(literal) {
    const char quote = literal_.empty() ? '\0' : literal_.front();
    escapes_ = quote == '"';
    const bool block = literal_.size() >= 6 && literal_[1] == quote && literal_[2] == quote;
    at_ = block ? 3 : 1;
    end_ = literal_.size() - at_;
    if (block) skip_line_end();
    while (at_ < end_) step();
    origins_.push_back(end_);
  }

  /// One more than the length of the decoded text: the last is the closing quote.
  [[nodiscard]] const std::vector<std::size_t>& origins() const { return origins_; }

 private:
  void step() {
    if (!escapes_ || literal_[at_] != '\\') {
      origins_.push_back(at_++);
      return;
    }
    const char kind = at_ + 1 < end_ ? literal_[at_ + 1] : '\0';
    if (kind == 'u' || kind == 'U') {
      unicode_escape(kind == 'u' ? 4 : 8);
    } else if (kind == ' ' || kind == '\t' || kind == '\n' || kind == '\r') {
      skip_folded_space();
    } else {
      origins_.push_back(at_);
      at_ += 2;
    }
  }

  void unicode_escape(std::size_t digits) {
    unsigned long point = 0;
    for (std::size_t i = 0; i < digits && at_ + 2 + i < end_; ++i) {
      const char c = literal_[at_ + 2 + i];
      const int digit = c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0';
      point = point * 16 + static_cast<unsigned long>(digit);
    }
    const std::size_t bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    origins_.insert(origins_.end(), bytes, at_);
    at_ += 2 + digits;
  }

  void skip_line_end() {
    if (at_ < end_ && literal_[at_] == '\r') ++at_;
    if (at_ < end_ && literal_[at_] == '\n') ++at_;
  }

  /// A backslash at the end of a line swallows all white space that follows.
  void skip_folded_space() {
    ++at_;
    while (at_ < end_ &&
           std::string_view{" \t\r\n"}.find(literal_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }

  std::string_view literal_;
  bool escapes_ = false;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::vector<std::size_t> origins_;
};

}  // namespace

TextRange range_in_file(const SourceFile& source, const Value& value, TextRange range_in_text) {
  LEAFWISE_DEMAND(value.kind == Value::Kind::text);
  const std::string_view literal =
      std::string_view{source.text()}.substr(value.range.begin, value.range.length);
  if (literal.size() < 2) return value.range;
  const std::vector<std::size_t> origins = LiteralMap(literal).origins();
  // If the reader of TOML counted otherwise, the whole value is still a true place.
  if (origins.size() != value.text.size() + 1) return value.range;
  const std::size_t first = std::min(range_in_text.begin, value.text.size());
  const std::size_t last = std::min(first + range_in_text.length, value.text.size());
  const std::size_t begin = origins[first];
  const std::size_t end = last > first ? std::max(origins[last], begin + 1) : begin + 1;
  return {value.range.begin + begin, end - begin};
}

}  // namespace leafwise::pipeline::detail
