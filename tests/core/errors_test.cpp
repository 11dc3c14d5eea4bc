// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/errors.hpp"

#include <doctest/doctest.h>

#include <exception>
#include <string>
#include <vector>

using leafwise::FilePlace;
using leafwise::InvalidInput;
using leafwise::Mistake;
using leafwise::TextRange;

namespace {

Mistake unknown_name() {
  return {.message = "unknown name 'lamda'",
          .expected = "one of x, y, lambda",
          .range = TextRange{.begin = 4, .length = 5},
          .place = std::nullopt};
}

}  // namespace

TEST_CASE("one mistake is kept as it was thrown") {
  const InvalidInput error(unknown_name());
  REQUIRE(error.mistakes().size() == 1);
  CHECK(error.mistakes().front() == unknown_name());
  CHECK(std::string(error.what()) == "unknown name 'lamda'");
}

TEST_CASE("several mistakes keep their order, the first one speaks") {
  Mistake second = unknown_name();
  second.message = "division by zero";
  const InvalidInput error(std::vector<Mistake>{unknown_name(), second});
  REQUIRE(error.mistakes().size() == 2);
  CHECK(error.mistakes().front() == unknown_name());
  CHECK(error.mistakes().back() == second);
  CHECK(std::string(error.what()) == "unknown name 'lamda'");
}

TEST_CASE("bad input can be caught as a standard exception") {
  CHECK_THROWS_AS(throw InvalidInput(unknown_name()), std::exception);
}

TEST_CASE("mistakes differ when anything about them differs") {
  const Mistake mistake = unknown_name();
  Mistake other = mistake;
  CHECK(other == mistake);

  SUBCASE("message") {
    other.message += "!";
  }
  SUBCASE("expectation") {
    other.expected.clear();
  }
  SUBCASE("range") {
    other.range->begin += 1;
  }
  SUBCASE("no range") {
    other.range.reset();
  }
  SUBCASE("place") {
    other.place = FilePlace{};
  }

  CHECK(other != mistake);
}

TEST_CASE("a place says nothing until it is filled in") {
  const FilePlace place;
  CHECK(place.file.empty());
  CHECK(place.line == 0);
  CHECK(place.column == 0);
  CHECK(place.width == 1);
  CHECK(place.line_text.empty());
}
