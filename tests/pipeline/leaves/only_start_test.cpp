// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>
#include <string>

#include "leafwise/pipeline/read_problem.hpp"
#include "run/local_route.hpp"
#include "support/seed.hpp"

// Starts of which it is proved that there are no others.
namespace leafwise {
namespace {

using pipeline::Problem;
using pipeline::SourceFile;
using pipeline::detail::local_way;
using pipeline::detail::LocalWay;
using tests::make_generator;
using tests::multiplier;

Problem problem_of(const std::string& text) {
  return read_problem(SourceFile("start.toml", text));
}

}  // namespace

TEST_CASE("of equations that are not affine, too, the only start in a box is proved to be it") {
  auto random = make_generator("only starts");
  const auto number = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (std::uint64_t attempt = 0; attempt < 20 * multiplier(); ++attempt) {
    // The left side of the second line grows with y, from −∞ to ∞.
    const double a = number(0.1, 3);
    const double b = number(0.1, 3);
    const std::string text = fmt::format(
        "unknowns = [\"x\", \"y\", \"z\"]\nequations = [\"x' = y\", \"{:.17g}*y^3 + {:.17g}*y = "
        "x + {:.17g}\", \"z + exp(z) = y\"]\n[initial]\nt = 0\nx = {:.17g}\n"
        "[integrate]\nto = {{ t = 1 }}\n",
        a,
        b,
        number(-3, 3),
        number(-3, 3));
    CAPTURE(text);
    const LocalWay way = local_way(problem_of(text), "", 1);
    REQUIRE_MESSAGE(way.selection.has_value(), way.selection.reason());
    CHECK(way.selection.value().start.is_only_one == Truth::yes);
  }
}

TEST_CASE("a way that ends counts as no other start only where that is proved") {
  auto random = make_generator("ways that end");
  for (std::uint64_t attempt = 0; attempt < 20 * multiplier(); ++attempt) {
    const double p = std::uniform_real_distribution<double>(0.2, 5)(random);
    // Beside p there is −p. exp(q) = −p has no solution, as a box shows; sqrt(q) = −p has none,
    // too, but its domain ends in the box.
    for (const bool is_exponential : {true, false}) {
      const std::string text = fmt::format(
          "unknowns = [\"x\", \"p\", \"q\"]\nequations = [\"x' = q\", \"p^2 = {:.17g}\", \"{} = "
          "p\"]\n[initial]\nt = 0\nx = 1\n[guess]\np = {:.17g}\nq = 1\n[integrate]\nto = {{ t = 1 "
          "}}\n",
          p * p,
          is_exponential ? "exp(q)" : "sqrt(q)",
          p);
      CAPTURE(text);
      const LocalWay way = local_way(problem_of(text), "", 1);
      REQUIRE_MESSAGE(way.selection.has_value(), way.selection.reason());
      const auto& start = way.selection.value().start;
      CHECK_FALSE(start.by_guess);
      CHECK(start.is_only_one == (is_exponential ? Truth::yes : Truth::unknown));
    }
  }
}

}  // namespace leafwise
