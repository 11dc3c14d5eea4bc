// SPDX-License-Identifier: GPL-3.0-or-later
// Curves between few rows go where the run went, and curves on each other are named together.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "decompose_runs.hpp"
#include "svg_reading.hpp"

namespace {

using namespace leafwise::tests;

/// The picture of a run of that text.
std::string picture(const std::string& text, const std::string& options) {
  const Folder folder;
  const std::string file = folder.with("curves.toml", text);
  const std::string run = folder / "run";
  REQUIRE(run_command(program + " run " + file + " --quiet --no-cache -o " + run).exit_code == 0);
  const CommandResult plot = run_command(program + " plot " + run + " -o - " + options);
  REQUIRE_MESSAGE(plot.exit_code == 0, plot.messages);
  return plot.output;
}

/// A line is 1.5 pixels wide: half of it beside its place is not seen.
constexpr double unseen = 0.75;

TEST_SUITE("end-to-end") {
  TEST_CASE("plot: between the steps of a run a curve is where the solution is") {
    // Steps of about a radian; lambda = 1 + cos t follows from the others.
    const std::string problem =
        "unknowns = [\"x\", \"y\", \"lambda\"]\n"
        "equations = [\"x'' + x = 0\", \"y' = x\", \"lambda = 1 + x\"]\n"
        "initial = { t = 0, x = 1, \"x'\" = 0, y = 0 }\n"
        "integrate = { to = { t = 20 }, method = \"dop853\", rtol = 1e-6, atol = 1e-6 }\n";
    const std::string svg = picture(problem, "--y \"x,y,x',lambda,x^2\"");
    const SvgAxis x(svg, 'x', false);
    const SvgAxis y(svg, 'y', false);
    const auto exact = [](std::size_t k, double t) {
      const double values[] = {std::cos(t), std::sin(t), -std::sin(t), 1 + std::cos(t)};
      return k < 4 ? values[k] : std::cos(t) * std::cos(t);
    };
    const double per_unit = x.pixel(1) - x.pixel(0);
    const auto curves = curves_of(svg);
    std::size_t lines = 0;
    for (const std::string& curve : curves) {
      if (lines_of(curve).empty()) continue;
      const auto line = lines_of(curve).at(0);
      CHECK(line.size() > 200);
      for (const auto& [px, py] : line) {
        const double t = (px - x.pixel(0)) / per_unit;
        CHECK(std::abs(py - y.pixel(exact(lines, t))) < unseen);
      }
      ++lines;
    }
    CHECK(lines == 5);
  }

  TEST_CASE("plot: a curve that folds is round at its folds") {
    const std::string problem =
        "independent = \"x\"\nunknowns = [\"y\"]\nequations = [\"x^2 + y^2 = 1\"]\n"
        "initial = { x = 0, y = 1 }\n"
        "integrate = { to = { arclength = 6 }, rtol = 1e-5, atol = 1e-5 }\n";
    const std::string svg = picture(problem, "--kind phase --x x --y y --equal");
    const SvgAxis x(svg, 'x', false);
    const SvgAxis y(svg, 'y', false);
    const double radius = x.pixel(1) - x.pixel(0);
    const auto line = lines_of(curves_of(svg).at(0)).at(0);
    CHECK(line.size() > 200);
    for (const auto& [px, py] : line) {
      CHECK(std::abs(std::hypot(px - x.pixel(0), py - y.pixel(0)) - radius) < unseen);
    }
  }

  TEST_CASE("plot: curves on each other are one, with the names of all") {
    const std::string problem =
        "unknowns = [\"a\", \"b\", \"c\", \"d\", \"e\"]\n"
        "equations = [\"a' = 1\", \"b = a\", \"c = -a\", \"d = a + 1/100000\", \"e = a/2\"]\n"
        "initial = { t = 0, a = 0 }\nintegrate = { to = { t = 1 }, samples = 101 }\n";
    const std::string svg = picture(problem, "");
    CHECK(curves_of(svg).size() == 3);
    CHECK(contains(svg, ">a, b, d alike<"));
    CHECK(contains(svg, ">c<"));
    CHECK(contains(svg, ">e<"));
  }
}

}  // namespace
