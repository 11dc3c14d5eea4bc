// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/outcome.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

using leafwise::BrokenInvariant;
using leafwise::Outcome;
using leafwise::Truth;
using leafwise::Unable;
using leafwise::Undefined;

namespace {

Outcome<int> half(int n) {
  if (n < 0) return Unable{"negative numbers are not supported"};
  if (n % 2 != 0) return Undefined{"odd"};
  return n / 2;
}

}  // namespace

TEST_CASE("an outcome is exactly one of value, undefined, unable") {
  for (const int n : {4, 3, -1}) {
    CAPTURE(n);
    const Outcome<int> outcome = half(n);
    const int kinds = static_cast<int>(outcome.has_value()) +
                      static_cast<int>(outcome.is_undefined()) +
                      static_cast<int>(outcome.is_unable());
    CHECK(kinds == 1);
    CHECK(static_cast<bool>(outcome) == outcome.has_value());
    CHECK(outcome.reason().empty() == outcome.has_value());
  }
}

TEST_CASE("an outcome hands out its value") {
  CHECK(half(4).value() == 2);
  const Outcome<int> kept = half(6);
  CHECK(kept.value() == 3);
}

TEST_CASE("an outcome says why there is no value") {
  CHECK(half(3).is_undefined());
  CHECK(half(3).reason() == "odd");
  CHECK(half(-1).is_unable());
  CHECK(half(-1).reason() == "negative numbers are not supported");
}

TEST_CASE("taking a value that is not there is a bug, and names the reason") {
  const Outcome<int> outcome = half(3);
  CHECK_THROWS_AS(static_cast<void>(outcome.value()), BrokenInvariant);
  CHECK_THROWS_WITH(static_cast<void>(outcome.value()), doctest::Contains("odd"));
  CHECK_THROWS_AS(static_cast<void>(half(-1).value()), BrokenInvariant);
}

TEST_CASE("an outcome carries values that can only be moved") {
  Outcome<std::unique_ptr<int>> outcome = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(outcome).value();
  REQUIRE(taken != nullptr);
  CHECK(*taken == 7);
}

TEST_CASE("a text as a value is not taken for a reason") {
  const Outcome<std::string> outcome = std::string("fine");
  REQUIRE(outcome.has_value());
  CHECK(outcome.value() == "fine");
  CHECK(outcome.reason().empty());
}

TEST_CASE("an outcome does not turn into a number by accident") {
  CHECK_FALSE(std::is_convertible_v<Outcome<int>, bool>);
  CHECK_FALSE(std::is_convertible_v<Outcome<int>, int>);
}

TEST_CASE("truth has the three words of the reports") {
  CHECK(std::string(to_string(Truth::no)) == "no");
  CHECK(std::string(to_string(Truth::yes)) == "yes");
  CHECK(std::string(to_string(Truth::unknown)) == "unknown");
}
