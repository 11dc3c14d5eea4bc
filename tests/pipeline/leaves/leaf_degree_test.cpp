// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {
namespace {

using namespace pipeline;

DecompositionReport report_of(const std::string& text) {
  const Problem problem = read_problem(SourceFile("degree.toml", text));
  const algebra::DifferentialSystem system = system_from(problem.model);
  algebra::CompletionOptions options;
  options.use_cache = false;
  const algebra::Completion completion = algebra::complete(system, options, {});
  return report_on(problem, system, completion, {}, {});
}

/// A polynomial in x and y with a term x^n: a y that moves by itself is on a curve of that degree.
std::string curve(std::mt19937_64& random, unsigned degree) {
  std::string text = "x^" + std::to_string(degree);
  for (unsigned i = 0; i <= degree; ++i) {
    const auto factor = static_cast<int>(random() % 7) - 3;
    text += " + (" + std::to_string(factor) + ")*x^" + std::to_string(i) + "*y^" +
            std::to_string(degree - i);
  }
  return text + " - 1";
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("the degree of a leaf with one equation is that of the equation") {
    auto random = make_generator("the degree of a leaf");
    std::size_t seen = 0;
    for (unsigned degree = 1; degree <= 4; ++degree) {
      for (std::uint64_t i = 0; i < 2 * multiplier(); ++i) {
        const std::string text = "unknowns = [\"x\", \"y\"]\nequations = [\"y' = 1\", \"" +
                                 curve(random, degree) + " = 0\"]\n";
        CAPTURE(text);
        for (const Leaf& leaf : report_of(text).leaves) {
          if (!leaf.is_complete() || !leaf.numbers.degree) continue;
          if (leaf.equations.base.equations.size() != 1) continue;
          ++seen;
          const unsigned expected = leaf.equations.base.equations.front().degree();
          CHECK(*leaf.numbers.degree == static_cast<int>(expected));
        }
      }
    }
    // Each system has a leaf unless all its coefficients cancel, and these are small and prime.
    CHECK(seen > 0);
  }

  TEST_CASE("degrees of leaves that are known from elsewhere") {
    // All of the space; and n points, each a leaf of degree 1 or together one of degree n.
    const DecompositionReport all = report_of("unknowns = [\"x\"]\nequations = [\"x' = 1\"]\n");
    REQUIRE(all.leaves.size() == 1);
    CHECK(all.leaves[0].numbers.degree == 1);
    const DecompositionReport points = report_of(
        "unknowns = [\"x\", \"y\"]\n"
        "equations = [\"x^3 - 2 = 0\", \"y^2 - x = 0\"]\n");
    REQUIRE(points.leaves.size() == 1);
    CHECK(points.leaves[0].numbers.degree == 6);
  }
}

}  // namespace leafwise::tests
