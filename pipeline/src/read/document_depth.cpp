// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <string_view>

#include "read/document.hpp"

/// toml++ recurses over the parts of a dotted key without a bound: 100,000 of them overflow its
/// stack. This refuses such keys before it sees them.
namespace leafwise::pipeline::detail {

namespace {

constexpr std::size_t most_parts = 64;

/// Reads as much of TOML as is needed to distinguish keys from texts and comments.
class KeyScanner {
 public:
  explicit KeyScanner(std::string_view text) : text_(text) {}

  /// The place of a key with too many parts; the end of the text if there is none.
  [[nodiscard]] std::size_t find() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_comment();
      } else if (c == '"' || c == '\'') {
        skip_text(c);
      } else {
        // White space, letters, digits, - and _ go on with a key; all else ends it.
        if (c == '.' && ++dots_ >= most_parts) return at_;
        if (std::string_view("\n=[]{},").find(c) != std::string_view::npos) dots_ = 0;
        ++at_;
      }
    }
    return text_.size();
  }

 private:
  void skip_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void skip_text(char quote) {
    const bool block = text_.substr(at_, 3) == std::string(3, quote);
    const std::string end(block ? 3 : 1, quote);
    at_ += end.size();
    while (at_ < text_.size() && text_.substr(at_, end.size()) != end) {
      // An unclosed text ends with its line: what follows is for toml++ to complain about.
      if (!block && text_[at_] == '\n') return;
      at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    }
    at_ += end.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t dots_ = 0;
};

}  // namespace

void refuse_deep_keys(const SourceFile& source) {
  const std::size_t place = KeyScanner(source.text()).find();
  if (place >= source.text().size()) return;
  Mistake mistake;
  mistake.message = "a key with more than " + std::to_string(most_parts) + " parts";
  mistake.expected = "the keys of problem files: none has more than two parts";
  mistake.place = source.place({place, 1});
  throw InvalidInput(std::move(mistake));
}

}  // namespace leafwise::pipeline::detail
