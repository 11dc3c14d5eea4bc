// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/drawing.hpp"
#include "support/seed.hpp"
#include "svg_reading.hpp"

namespace {

using namespace leafwise::pipeline::drawing;
using namespace leafwise::tests;

/// As in drawing_test.cpp.
constexpr double pixel_tolerance = 0.06;

const double infinity = std::numeric_limits<double>::infinity();

std::string picture_of(Curve curve, double width, double height) {
  Figure figure;
  figure.width = width;
  figure.height = height;
  figure.panels.emplace_back();
  figure.panels.front().curves.push_back(std::move(curve));
  return svg_of(figure);
}

TEST_SUITE("law") {
  TEST_CASE("drawing: of very many points the extremes of each pixel remain") {
    auto random = make_generator("drawing: of very many points");
    std::uniform_real_distribution<double> unit(0, 1);
    for (int round = 0; round < 5; ++round) {
      Curve curve;
      const std::size_t count = 200'000;
      const double rare = 5e-4;
      for (std::size_t i = 0; i < count; ++i) {
        curve.x.push_back(static_cast<double>(i));
        const double spike = unit(random) < rare ? 30 * (unit(random) - 0.5) : 0;
        curve.y.push_back(std::sin(1e-4 * static_cast<double>(i)) + spike);
      }
      const std::string svg = picture_of(curve, 800, 500);
      CHECK(svg.size() < 120'000);  // at most 4 points of 14 letters in each of 1600 half pixels
      const SvgAxis x(svg, 'x', false);
      const SvgAxis y(svg, 'y', false);
      const auto lines = lines_of(curves_of(svg).at(0));
      REQUIRE(lines.size() == 1);
      // Per whole pixel, what the drawn points reach, and what the data reach.
      std::map<long, std::pair<double, double>> drawn;
      for (const auto& [px, py] : lines[0]) {
        auto& [low, high] = drawn.try_emplace(std::lround(px * 2), py, py).first->second;
        low = std::min(low, py);
        high = std::max(high, py);
      }
      double worst = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double px = x.pixel(curve.x[i]);
        const double py = y.pixel(curve.y[i]);
        double low = infinity;
        double high = -infinity;
        for (long k = std::lround(px * 2) - 1; k <= std::lround(px * 2) + 1; ++k) {
          const auto found = drawn.find(k);
          if (found == drawn.end()) continue;
          low = std::min(low, found->second.first);
          high = std::max(high, found->second.second);
        }
        worst = std::max({worst, low - py, py - high});
      }
      CHECK(worst < pixel_tolerance);
    }
  }

  TEST_CASE("drawing: a long curve that winds keeps its ink, and stays small") {
    auto random = make_generator("drawing: a long curve that winds");
    std::uniform_real_distribution<double> unit(0.1, 3);
    const double a = unit(random);
    const double b = unit(random);
    Curve curve;
    const std::size_t count = 400'000;
    for (std::size_t i = 0; i < count; ++i) {
      const double t = 0.013 * static_cast<double>(i);
      curve.x.push_back(std::sin(a * t) + 0.3 * std::cos(std::sqrt(2.0) * t));
      curve.y.push_back(std::cos(b * t));
    }
    const std::string svg = picture_of(curve, 500, 400);
    CHECK(svg.size() < 3'000'000);  // all points would be 6 MB
    const SvgAxis x(svg, 'x', false);
    const SvgAxis y(svg, 'y', false);
    std::vector<bool> ink(500 * 400);
    const auto at = [](double px, double py) {
      return static_cast<std::size_t>(std::lround(py)) * 500 +
             static_cast<std::size_t>(std::lround(px));
    };
    for (const auto& line : lines_of(curves_of(svg).at(0))) {
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        for (int k = 0; k <= 20; ++k) {
          const double share = k / 20.0;
          ink[at(line[i].first + share * (line[i + 1].first - line[i].first),
                 line[i].second + share * (line[i + 1].second - line[i].second))] = true;
        }
      }
    }
    std::size_t lost = 0;
    for (std::size_t i = 0; i < count; ++i) {
      bool is_near = false;
      for (const double dx : {-1.5, -0.5, 0.5, 1.5}) {
        for (const double dy : {-1.5, -0.5, 0.5, 1.5}) {
          is_near = is_near || ink[at(x.pixel(curve.x[i]) + dx, y.pixel(curve.y[i]) + dy)];
        }
      }
      lost += is_near ? 0 : 1;
    }
    CHECK(lost == 0);
  }

  TEST_CASE("drawing: many pieces and many dots stay small, too") {
    auto random = make_generator("drawing: many pieces");
    std::uniform_real_distribution<double> unit(0, 1);
    Curve broken;
    for (int i = 0; i < 300'000; ++i) {
      broken.x.push_back(i);
      broken.y.push_back(i % 3 == 2 ? infinity : unit(random));
    }
    Curve dots = broken;
    dots.stroke = Stroke::none;
    dots.mark = Mark::dot;
    const std::string lines = picture_of(broken, 800, 500);
    // 700 times 450 pixels are covered by some thousand pieces of several pixels each.
    CHECK(lines.size() < 2'000'000);
    CHECK(curves_of(lines).size() == 1);
    const std::string svg = picture_of(dots, 800, 500);
    const SvgAxis x(svg, 'x', false);
    const SvgAxis y(svg, 'y', false);
    // Each point has a dot within a pixel.
    std::vector<bool> ink(800 * 500);
    const auto at = [](double px, double py) {
      return static_cast<std::size_t>(py) * 800 + static_cast<std::size_t>(px);
    };
    for (const auto& [px, py] : dots_of(curves_of(svg).at(0))) ink[at(px, py)] = true;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < dots.x.size(); ++i) {
      if (i % 3 == 2) continue;
      bool is_near = false;
      for (const double dx : {-1.0, 0.0, 1.0}) {
        for (const double dy : {-1.0, 0.0, 1.0}) {
          is_near = is_near || ink[at(x.pixel(dots.x[i]) + dx, y.pixel(dots.y[i]) + dy)];
        }
      }
      lost += is_near ? 0 : 1;
    }
    CHECK(lost == 0);
  }
}

}  // namespace
