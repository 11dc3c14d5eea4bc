// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leafwise {

/// Damerau–Levenshtein distance restricted to adjacent transpositions: the number of insertions,
/// deletions, replacements and swaps of neighbours that turn one word into the other.
[[nodiscard]] inline std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before_last(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> current(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + change});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[right.size()];
}

/// The candidate that a person who wrote `word` probably meant; empty if none is near enough (at
/// most a third of the longer word differs). Words beyond 64 characters are not compared: nobody
/// misspells those, and the comparison is quadratic.
[[nodiscard]] inline std::string nearest_word(std::string_view word,
                                              const std::vector<std::string>& candidates) {
  constexpr std::size_t longest_compared = 64;
  if (word.size() > longest_compared) return {};
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_compared || candidate == word) continue;
    const std::size_t distance = edit_distance(word, candidate);
    const std::size_t longer = std::max(word.size(), candidate.size());
    const bool near = distance * 3 <= longer || (distance == 1 && longer == 2);
    if (near && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

/// "a, b or c": the candidates in an error message, shortened after `most`.
[[nodiscard]] inline std::string word_list(const std::vector<std::string>& words,
                                           std::string_view conjunction = "or",
                                           std::size_t most = 12) {
  std::string text;
  const std::size_t shown = std::min(words.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == words.size();
    if (i > 0) text += last ? " " + std::string(conjunction) + " " : std::string(", ");
    text += words[i];
  }
  if (shown < words.size()) text += ", … (" + std::to_string(words.size()) + " in all)";
  return text;
}

}  // namespace leafwise
