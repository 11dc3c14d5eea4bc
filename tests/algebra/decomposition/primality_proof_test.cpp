// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "decomposition/simplify/components.hpp"
#include "ideals.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

/// What an engine called prime, with the basis known.
PrimeComponent claimed(const Ideal& ideal) {
  PrimeComponent component{ideal};
  const auto known = value_of_outcome(ideal.known_basis(patient()));
  component.dimension = known.dimension;
  component.degree = known.degree;
  component.prime = Truth::yes;
  component.verified_by = {"GTZ"};
  return component;
}

TEST_SUITE("law") {
  // One equation beside a linear one, a sum of primes, points: nobody computes beyond the limits.
  TEST_CASE("primality proof: keeps to its limits") {
    const TextRing ring({"x", "y", "z"});
    const std::vector<std::vector<std::string>> cases = {
        {"z - 1", "x^2 + y^2 - z"}, {"x^2 - y^3", "z^2 - 2"}, {"x^2 - 2", "y^2 - 3", "z - x - y"}};
    for (const std::vector<std::string>& texts : cases) {
      CAPTURE(texts.front());
      Limits cancelled;
      cancelled.cancellation.emplace();
      cancelled.cancellation->cancel();
      for (const Limits& over : {Limits::within(std::chrono::milliseconds(0)), cancelled}) {
        PrimeComponent component = claimed(ring.ideal(texts));
        detail::prove_again(component, 1, over);
        CHECK_FALSE(detail::is_proved_prime(component));
        detail::prove_again(component, 1, patient());
        CHECK(detail::is_proved_prime(component));
      }
    }
  }
}

}  // namespace
