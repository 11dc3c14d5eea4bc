// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

namespace leafwise::tests {

/// The laws of a commutative ring without divisors of zero, at three of its elements.
template <typename Ring>
void require_ring_laws(const Ring& a, const Ring& b, const Ring& c, const Ring& one) {
  REQUIRE(a + b == b + a);
  REQUIRE((a + b) + c == a + (b + c));
  REQUIRE(a * b == b * a);
  REQUIRE((a * b) * c == a * (b * c));
  REQUIRE(a * (b + c) == a * b + a * c);
  REQUIRE((a - a).is_zero());
  REQUIRE(a - b == a + (-b));
  REQUIRE(a * one == a);
  const bool has_zero = a.is_zero() || b.is_zero();
  REQUIRE((a * b).is_zero() == has_zero);
}

}  // namespace leafwise::tests
