// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Errors in input. A stage that finds a mistake in something a user wrote throws
/// `InvalidInput`; it never prints and never ends the process.
namespace leafwise {

/// A half-open range of bytes [begin, begin + length) in a text that the thrower was given.
struct TextRange {
  std::size_t begin = 0;
  std::size_t length = 0;

  friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// A place in a file, as an editor counts: lines and columns from 1, columns in characters
/// (UTF-8 code points), not bytes.
struct FilePlace {
  std::string file;
  std::size_t line = 0;    ///< 0: the file as a whole
  std::size_t column = 0;  ///< 0: the line as a whole
  std::size_t width = 1;   ///< characters to underline, at least 1
  std::string line_text;   ///< the line of the file, without its end

  friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

/// One mistake. `message` says what is wrong, `expected` what would be right (it may be empty),
/// `range` where in the text handed to the thrower; the reader of the file adds `place`.
struct Mistake {
  std::string message;
  std::string expected;
  std::optional<TextRange> range;
  std::optional<FilePlace> place;

  friend bool operator==(const Mistake&, const Mistake&) = default;
};

/// Bad input from a user: one or more mistakes, in the order of the text. Never empty.
class InvalidInput : public std::runtime_error {
 public:
  explicit InvalidInput(Mistake mistake) : InvalidInput(std::vector<Mistake>{std::move(mistake)}) {}

  /// @pre mistakes is not empty.
  explicit InvalidInput(std::vector<Mistake> mistakes)
      : std::runtime_error(mistakes.empty() ? std::string("invalid input")
                                            : mistakes.front().message),
        mistakes_(std::move(mistakes)) {}

  [[nodiscard]] const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }

 private:
  std::vector<Mistake> mistakes_;
};

}  // namespace leafwise
