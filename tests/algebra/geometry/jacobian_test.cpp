// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <map>

#include "geometry/jacobian.hpp"
#include "ideals.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using tests::TextRing;

namespace {

TEST_CASE("jacobians: minors are determinants") {
  const TextRing ring({"x", "y", "z", "w"});
  const detail::PolynomialMatrix matrix = {
      {ring.polynomial("x"), ring.polynomial("y"), ring.polynomial("1")},
      {ring.polynomial("z"), ring.polynomial("w"), ring.polynomial("0")},
      {ring.polynomial("x + z"), ring.polynomial("y + w"), ring.polynomial("x")}};
  detail::Minors minors(matrix, [](const Polynomial& minor) { return minor; });
  CHECK(minors.at({0, 1}, {0, 1}) == ring.polynomial("x*w - y*z"));
  CHECK(minors.at({0, 1, 2}, {0, 1, 2}) == ring.polynomial("(x - 1)*(x*w - y*z)"));
  detail::Minors::Indices subset = {0, 1, 2};
  int count = 1;
  while (detail::next_subset(subset, 6)) ++count;
  CHECK(count == 20);
}

TEST_CASE("jacobians: rank at points") {
  const TextRing ring({"x", "y", "z"});
  const std::vector<Variable>& xyz = ring.variables();
  const auto matrix =
      detail::jacobian({ring.polynomial("x*y - z"), ring.polynomial("x^2 + y^2 - 2*z")}, xyz);
  CHECK(matrix[1][0] == ring.polynomial("2*x"));
  const auto rank = [&](std::int64_t x, std::int64_t y) {
    return detail::rank_at(matrix, {{xyz[0], x}, {xyz[1], y}, {xyz[2], 5}});
  };
  CHECK(rank(1, 1) == 1);  // 2·(first row) is the second where x = y
  CHECK(rank(1, 2) == 2);
  CHECK(rank(0, 0) == 1);
  CHECK(detail::rank_at({}, {}) == 0);
}

}  // namespace
