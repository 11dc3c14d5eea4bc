// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/suggestion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "support/seed.hpp"

using leafwise::edit_distance;
using leafwise::nearest_word;
using leafwise::word_list;

namespace {

/// Few letters, so that words share parts.
std::string random_word(std::mt19937_64& generator) {
  std::string word;
  const std::size_t length = generator() % 8;
  while (word.size() < length) word += static_cast<char>('a' + generator() % 3);
  return word;
}

}  // namespace

TEST_CASE("suggestion: the distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("lamda", "lambda") == 1);
  CHECK(edit_distance("lambdda", "lambda") == 1);
  CHECK(edit_distance("lembda", "lambda") == 1);
  CHECK(edit_distance("labmda", "lambda") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  // Restricted: a swapped pair is not edited further (the unrestricted distance is 2).
  CHECK(edit_distance("ca", "abc") == 3);
}

TEST_CASE("suggestion: the distance is symmetric, zero for equal words only, within its bounds") {
  auto generator = leafwise::tests::make_generator("edit distance");
  for (std::size_t i = 0; i < 3000 * leafwise::tests::multiplier(); ++i) {
    const std::string a = random_word(generator);
    const std::string b = random_word(generator);
    CAPTURE(a);
    CAPTURE(b);
    const std::size_t distance = edit_distance(a, b);
    REQUIRE(distance == edit_distance(b, a));
    REQUIRE((distance == 0) == (a == b));
    const std::size_t longer = std::max(a.size(), b.size());
    REQUIRE(distance >= longer - std::min(a.size(), b.size()));
    REQUIRE(distance <= longer);
    // One more letter at the end of both changes nothing.
    REQUIRE(edit_distance(a + "z", b + "z") == distance);
  }
}

TEST_CASE("suggestion: the nearest word, the first of several") {
  const std::vector<std::string> words = {"unknowns", "equations", "inequations", "title"};
  CHECK(nearest_word("equation", words) == "equations");
  CHECK(nearest_word("inequation", words) == "inequations");
  CHECK(nearest_word("unkonwns", words) == "unknowns");
  CHECK(nearest_word("tittle", words) == "title");
  CHECK(nearest_word("x1", {"x2", "x3"}) == "x2");
  CHECK(nearest_word("x3y", {"x1y", "x3z", "x4y"}) == "x1y");
}

TEST_CASE("suggestion: nothing is suggested where nothing is near") {
  CHECK(nearest_word("velocity", {"title", "x"}).empty());
  CHECK(nearest_word("x", {"y"}).empty());
  CHECK(nearest_word("title", {"title"}).empty());
  CHECK(nearest_word("title", {}).empty());
  CHECK(nearest_word("", {"a", "ab"}).empty());
  CHECK(nearest_word("a", {""}).empty());
}

TEST_CASE("suggestion: very long words are not compared") {
  const std::string longest(64, 'a');
  CHECK(nearest_word(longest, {longest.substr(1)}) == longest.substr(1));
  CHECK(nearest_word(longest + "a", {longest}).empty());
  CHECK(nearest_word(longest, {longest + "a"}).empty());
}

TEST_CASE("suggestion: lists of words read as a sentence") {
  CHECK(word_list({}).empty());
  CHECK(word_list({"a"}) == "a");
  CHECK(word_list({"a", "b"}) == "a or b");
  CHECK(word_list({"a", "b", "c"}, "and") == "a, b and c");
  CHECK(word_list({"a", "b", "c"}, "or", 3) == "a, b or c");
  CHECK(word_list({"a", "b", "c", "d"}, "or", 2) == "a, b, … (4 in all)");
}
