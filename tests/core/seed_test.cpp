// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/seed.hpp"

#include <doctest/doctest.h>

using leafwise::tests::make_generator;
using leafwise::tests::multiplier;

TEST_CASE("generators of one name agree, of different names do not") {
  auto first = make_generator("a law");
  auto same = make_generator("a law");
  auto other = make_generator("another law");
  const auto drawn = first();
  CHECK(same() == drawn);
  CHECK(other() != drawn);
}

TEST_CASE("the multiplier is at least one") {
  CHECK(multiplier() >= 1);
}
