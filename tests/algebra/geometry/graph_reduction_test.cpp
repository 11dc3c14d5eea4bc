// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "geometry/graph_reduction.hpp"
#include "ideals.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::algebra;
using tests::patient;
using tests::TextRing;

namespace {

TEST_CASE("graphs: what can be solved for, and what not") {
  const TextRing ring({"x", "y", "z"}, {"r"});
  const auto reduced = [&](const std::vector<std::string>& texts) {
    return detail::reduce_graph(
        ring.variables(), ring.ideal(texts).generators(), [](const Variable& variable) {
          return variable.role != Role::parameter;
        });
  };
  CHECK(reduced({"2*x - y^2 + r"}).graph.front() == ring.polynomial("x - y^2/2 + r/2"));
  CHECK(reduced({"x*y - 1"}).graph.empty());        // no constant coefficient
  CHECK(reduced({"r*x - 1"}).graph.empty());        // likewise: r may be zero
  CHECK(reduced({"x + x^2 + y^2"}).graph.empty());  // x is on both sides
  CHECK(reduced({"r - 1"}).graph.empty());          // may not be solved for
  CHECK(reduced({"x - 1", "x - 2"}).is_inconsistent());
  CHECK(reduced({"x - 1", "y + x", "z^2 - z^2", "z - x*y"}).variables ==
        std::vector{ring.variables().back()});
}

TEST_SUITE("law") {
  TEST_CASE("graphs: a graph and its base generate the same ideal") {
    std::mt19937_64 random = tests::make_generator("graphs");
    const TextRing ring({"x", "y", "z", "w"});
    const std::vector<Variable>& variables = ring.variables();
    for (std::uint64_t round = 0; round < 20 * tests::multiplier(); ++round) {
      std::vector<Polynomial> generators;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<Variable> others(variables.begin(),
                                           variables.begin() + 1 + static_cast<std::ptrdiff_t>(i));
        generators.push_back(tests::random_quadric(random, others) +
                             Polynomial(variables[i + random() % (4 - i)]));
      }
      const auto reduction = detail::reduce_graph(
          variables, generators, [](const Variable& variable) { return variable.name != "w"; });
      CHECK(reduction.variables.size() + reduction.graph.size() == 4);
      for (const Polynomial& generator : reduction.generators) {
        for (const Variable& used : generator.variables()) {
          CHECK(std::count(reduction.variables.begin(), reduction.variables.end(), used) == 1);
        }
      }
      CHECK(std::count(reduction.variables.begin(), reduction.variables.end(), variables[3]) == 1);
      std::vector<Polynomial> both = reduction.generators;
      both.insert(both.end(), reduction.graph.begin(), reduction.graph.end());
      CHECK(tests::value_of_outcome(is_equal(ring.ideal(both), ring.ideal(generators), patient())));
    }
  }
}

}  // namespace
