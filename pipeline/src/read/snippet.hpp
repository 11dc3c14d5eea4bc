// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/source_file.hpp"
#include "leafwise/pipeline/written.hpp"
#include "read/document.hpp"

namespace leafwise::pipeline::detail {

/// A piece of the user's text that is to be parsed, and how to say where its parts stand.
struct Snippet {
  std::string text;
  Origin origin;
  std::function<FilePlace(TextRange)> place;
};

/// A text or number of the document. Numbers keep the digits that were written.
/// @throws InvalidInput for other values, inf and nan; `what` names what is wanted
[[nodiscard]] Snippet snippet_of(const SourceFile& source,
                                 const Value& value,
                                 const std::string& what);

/// An argument of the command line; `name` stands for the file. `argument` is shown whole,
/// `offset` is where the text begins in it.
[[nodiscard]] Snippet snippet_of_argument(const std::string& name,
                                          const std::string& argument,
                                          std::size_t offset);

/// Runs `action`; mistakes that it finds in the snippet's text get their place in the file.
template <typename Action>
auto located(const Snippet& snippet, const Action& action) {
  try {
    return action();
  } catch (const InvalidInput& error) {
    std::vector<Mistake> mistakes = error.mistakes();
    for (Mistake& mistake : mistakes) {
      if (!mistake.place) {
        mistake.place = snippet.place(mistake.range.value_or(TextRange{0, snippet.text.size()}));
      }
    }
    throw InvalidInput(std::move(mistakes));
  }
}

}  // namespace leafwise::pipeline::detail
