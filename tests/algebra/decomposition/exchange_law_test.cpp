// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"
#include "ideals.hpp"
#include "known_primes.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"
#include "support/seed.hpp"

// Systems of parts that are alike: the strategy "exchange".
namespace leafwise::tests {
namespace {

using namespace algebra;

/// n equations p(x_i) = s with p of degree 2 or 3: each x_i is a root of p − s, whose Galois group
/// over ℚ(s) is the symmetric one (x^2 + bx − s, x^3 + bx − s are irreducible, and their
/// discriminants, b² + 4s and −4b³ − 27s², are no squares). So components are the ways to choose
/// which of the roots are the same: partitions of n into d blocks at most.
struct Cells {
  std::vector<Variable> variables;  ///< x1, …, xn, s
  std::vector<Polynomial> equations;
  std::size_t components = 0;
};

/// Stirling's numbers of the second kind, summed over the number of blocks.
std::size_t partitions(std::size_t n, std::size_t most_blocks) {
  std::vector<std::size_t> of(most_blocks + 1, 0);
  of[0] = 1;
  for (std::size_t element = 0; element < n; ++element) {
    for (std::size_t k = most_blocks; k > 0; --k) of[k] = k * of[k] + of[k - 1];
    of[0] = 0;
  }
  std::size_t sum = 0;
  for (const std::size_t count : of) sum += count;
  return sum;
}

Cells random_cells(std::mt19937_64& random) {
  const std::size_t degree = 2 + random() % 2;
  const std::size_t n = degree == 2 ? 2 + random() % 4 : 2 + random() % 2;
  Cells cells;
  cells.variables = numbered_variables(n + 1);
  cells.components = partitions(n, degree);
  const Rational b(small_integer(random, 5));
  const Polynomial s(cells.variables.back());
  for (std::size_t i = 0; i < n; ++i) {
    const Polynomial x(cells.variables[i]);
    Polynomial equation = x.pow(static_cast<unsigned>(degree)) + b * x - s;
    // Alike up to a constant.
    equation *= Rational(small_integer(random, 3) * 2 + 1, 3);
    cells.equations.push_back(equation);
  }
  std::shuffle(cells.equations.begin(), cells.equations.end(), random);
  return cells;
}

/// What the strategy makes of the equations as they stand.
std::optional<detail::PartsFound> run_alone(const std::vector<Variable>& variables,
                                            const std::vector<Polynomial>& equations,
                                            const std::vector<Polynomial>& nonzero = {}) {
  detail::Splitter splitter(test_engine(), {});
  detail::Piece piece;
  piece.variables = variables;
  piece.generators = equations;
  piece.nonzero = nonzero;
  piece.set_least_dimension();
  detail::Task task(splitter, test_engine(), piece, patient());
  REQUIRE(detail::strategies::exchange.applies(task));
  return detail::strategies::exchange.run(task);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("exchange: equal parts are the same or different roots, in all ways") {
    auto random = make_generator("exchange");
    for (std::uint64_t round = 0; round < 8 * multiplier(); ++round) {
      const Cells cells = random_cells(random);
      CAPTURE(to_string(cells.equations.front()));
      CAPTURE(cells.equations.size());
      const auto alone = run_alone(cells.variables, cells.equations);
      REQUIRE(alone);
      CHECK(alone->unsplit.empty());
      CHECK(alone->primes.size() >= cells.components);  // some may be redundant
      const Ideal ideal(cells.variables, cells.equations, test_engine());
      const Decomposition found = minimal_primes(ideal, uncached(), patient());
      REQUIRE(found.complete);
      CHECK(found.components.size() == cells.components);
      std::vector<Ideal> primes;
      for (const PrimeComponent& component : found.components) {
        CHECK(component.dimension == 1);
        CHECK(component.prime == Truth::yes);
        primes.push_back(component.ideal);
      }
      const Cover cover = verify_cover(ideal, primes, patient());
      CHECK(cover.contained == Truth::yes);
      CHECK(cover.covers != Truth::no);
    }
  }

  TEST_CASE("exchange: what is not alike, or is known already, is left alone") {
    auto random = make_generator("exchange: nothing");
    for (std::uint64_t round = 0; round < 20 * multiplier(); ++round) {
      const Variables x = numbered_variables(3);
      const Rational b(1 + static_cast<std::int64_t>(random() % 5));
      const Polynomial s(x[2]);
      const Polynomial first = Polynomial(x[0]).pow(2) + b * Polynomial(x[0]) - s;
      const Polynomial second = Polynomial(x[1]).pow(2) + b * Polynomial(x[1]) - s;
      // One coefficient makes the difference.
      const Polynomial other = Polynomial(x[1]).pow(2) + (b + Rational(1)) * Polynomial(x[1]) - s;
      CHECK_FALSE(run_alone(x, {first, other}));
      CHECK_FALSE(run_alone(x, {first, first}));
      const Polynomial same = Polynomial(x[0]) - Polynomial(x[1]);
      const Polynomial sum = (Polynomial(x[0]) + Polynomial(x[1]) + b).primitive();
      CHECK_FALSE(run_alone(x, {first, second, sum}, {same}));
      // Neither root is the other's, and they are no different ones: nothing is there.
      const auto empty = run_alone(x, {first, second}, {same, sum});
      REQUIRE(empty);
      CHECK(empty->primes.empty());
      CHECK(empty->unsplit.empty());
    }
  }
}

}  // namespace leafwise::tests
