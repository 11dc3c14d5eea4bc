// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/check.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using leafwise::BrokenInvariant;

TEST_CASE("a check that holds is silent") {
  CHECK_NOTHROW(LEAFWISE_DEMAND(1 + 1 == 2));
  CHECK_NOTHROW(LEAFWISE_DEMAND(1 + 1 == 2, "with state"));
}

TEST_CASE("a broken check says what, where and in which state") {
  std::string said;
  int line = 0;
  try {
    line = __LINE__ + 1;
    LEAFWISE_DEMAND(1 + 1 == 3, "one = " + std::to_string(1));
  } catch (const BrokenInvariant& broken) {
    said = broken.what();
  }
  CHECK(said.find("check_test.cpp:" + std::to_string(line)) != std::string::npos);
  CHECK(said.find("'1 + 1 == 3' does not hold") != std::string::npos);
  CHECK(said.find("(one = 1)") != std::string::npos);
}

TEST_CASE("a broken check without a state says nothing of one") {
  CHECK_THROWS_WITH_AS(
      LEAFWISE_DEMAND(false), doctest::Contains("'false' does not hold"), BrokenInvariant);
  std::string said;
  try {
    LEAFWISE_DEMAND(false);
  } catch (const BrokenInvariant& broken) {
    said = broken.what();
  }
  CHECK(said.find('(') == std::string::npos);
}

TEST_CASE("a check takes what converts to bool, once") {
  int calls = 0;
  const auto count = [&calls] { return ++calls; };
  LEAFWISE_DEMAND(count());
  CHECK(calls == 1);
}

TEST_CASE("a broken check is a bug of ours, not bad input") {
  CHECK_THROWS_AS(LEAFWISE_DEMAND(false), std::logic_error);
}
