// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/modular_point.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "geometry/row_dependence.hpp"
#include "ideals.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::algebra::detail;
using tests::patient;
using tests::TextRing;

namespace {

PolynomialMatrix matrix_of(const TextRing& ring,
                           const std::vector<std::vector<const char*>>& rows) {
  PolynomialMatrix matrix;
  for (const auto& row : rows) {
    matrix.emplace_back();
    for (const char* entry : row) matrix.back().push_back(ring.polynomial(entry));
  }
  return matrix;
}

TEST_CASE("points modulo p: they lie on the variety, whatever field they need") {
  const TextRing ring({"x", "y", "z"});
  const std::vector<std::vector<std::string>> varieties = {
      {},
      {"x^2 + y^2 - 1"},
      {"x^2 - 2", "y^3 - x", "z^2 - y - 1"},  // points, none of them rational
      {"x^2 - y^3", "z*x - y"},
      {"x/3 - 2*y/7 + 1", "x*y*z - 5"}};
  for (const auto& texts : varieties) {
    const Ideal ideal = ring.ideal(texts);
    const auto point = modular_point(ideal, patient());
    REQUIRE(point);
    REQUIRE(point.value() != nullptr);
    for (const Polynomial& generator : ideal.generators()) {
      CHECK(point.value()->value_of(generator)->is_zero());
    }
    // The next one who asks gets the same.
    CHECK(modular_point(ideal, patient()).value() == point.value());
  }
  const auto nowhere =
      modular_point(ring.ideal(std::vector<std::string>{"x^2 + 1", "x"}), patient());
  REQUIRE(nowhere);
  CHECK(nowhere.value() == nullptr);
}

TEST_CASE("points modulo p: ranks, and points over points") {
  const TextRing ring({"x", "y", "v", "w"});
  const Ideal circle = ring.ideal({"x^2 + y^2 - 1"});
  const auto point = modular_point(circle, patient());
  REQUIRE(point);
  REQUIRE(point.value() != nullptr);
  RowsAtPoint rows(*point.value());
  CHECK(rows.add(matrix_of(ring, {{"x", "y", "0"}}).front()));
  CHECK(rows.add(matrix_of(ring, {{"-y", "x", "1"}}).front()));
  // x·row 1 − y·row 2, for x² + y² = 1
  CHECK_FALSE(rows.add(matrix_of(ring, {{"1", "0", "-y"}}).front()));
  CHECK(rows.add(matrix_of(ring, {{"1", "0", "y"}}).front()));

  const Ideal tangents = ring.ideal({"x^2 + y^2 - 1", "x*v + y*w", "x*w - y*v - 1"});
  const auto& variables = ring.variables();
  remember_point_over(circle,
                      tangents,
                      matrix_of(ring, {{"x", "y"}, {"-y", "x"}}),
                      {ring.polynomial("0"), ring.polynomial("-1")},
                      {variables[2], variables[3]});
  REQUIRE(tangents.known_point() != nullptr);
  for (const Polynomial& generator : tangents.generators()) {
    CHECK(tangents.known_point()->value_of(generator)->is_zero());
  }
}

TEST_CASE("points modulo p: an equation that is irreducible at one") {
  const TextRing ring({"x", "y", "r"});
  const Variable root = ring.variables()[2];
  const auto point = modular_point(ring.ideal({"y - x^2"}), patient());
  REQUIRE(point);
  REQUIRE(point.value() != nullptr);
  // y is a square on this curve.
  CHECK_FALSE(is_irreducible_at(*point.value(), ring.polynomial("r^2 - y"), root));
  CHECK_FALSE(is_irreducible_at(*point.value(), ring.polynomial("r^3 - y*x"), root));
  CHECK_FALSE(is_irreducible_at(*point.value(), ring.polynomial("x*r^2 - y*x"), root));
}

TEST_CASE("dependent rows: nowhere, somewhere, and how much of it") {
  const TextRing ring({"x", "y", "z"});
  const Ideal circle = ring.ideal({"x^2 + y^2 - 1"});
  const Ideal space = ring.ideal(std::vector<std::string>{});
  const auto independent = [&](const Ideal& ideal, const PolynomialMatrix& rows) {
    const Outcome<bool> answer = are_rows_independent(ideal, rows, patient());
    REQUIRE(answer);
    return answer.value();
  };
  const auto below = [&](const Ideal& ideal, const PolynomialMatrix& rows, int dimension) {
    const Outcome<Evidence> answer = are_dependences_below(ideal, rows, dimension, patient());
    REQUIRE(answer);
    CHECK(answer.value() != Evidence::probable);  // of systems so small
    return answer.value() == Evidence::proved;
  };
  CHECK(independent(circle, matrix_of(ring, {{"x", "y"}})));
  CHECK_FALSE(independent(space, matrix_of(ring, {{"x", "y"}})));
  CHECK(independent(circle, matrix_of(ring, {{"x", "y", "0"}, {"-y", "x", "z"}})));
  CHECK_FALSE(independent(circle, matrix_of(ring, {{"x"}, {"y"}})));  // more rows than columns
  CHECK_FALSE(independent(circle, matrix_of(ring, {{"x", "1"}, {"1", "x"}})));  // x² = 1

  // x = y = 0 is a line.
  const PolynomialMatrix line = matrix_of(ring, {{"x", "y"}});
  CHECK(below(space, line, 2));
  CHECK_FALSE(below(space, line, 1));
  // The rows of a skew matrix depend in the whole plane x = 0, or everywhere.
  CHECK_FALSE(below(space, matrix_of(ring, {{"0", "x"}, {"-x", "0"}}), 2));
  CHECK(below(space, matrix_of(ring, {{"0", "x"}, {"-x", "0"}}), 4));
}

}  // namespace
