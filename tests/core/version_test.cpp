// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/version.hpp"

#include <doctest/doctest.h>

TEST_CASE("the version is that of the project") {
  CHECK(leafwise::version == LEAFWISE_EXPECTED_VERSION);
}
