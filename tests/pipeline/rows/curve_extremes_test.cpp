// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/curve_extremes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "random_runs.hpp"
#include "support/seed.hpp"

namespace {

using leafwise::pipeline::CurvePoints;
using leafwise::pipeline::detail::CurveExtremes;
using leafwise::pipeline::detail::PackedReader;
using leafwise::pipeline::detail::PackedWriter;
using namespace leafwise::tests;

constexpr std::size_t width = 4;  // t, x, _s, and a number beside the table
constexpr std::size_t arclength = 2;

CurveExtremes empty_curves(std::size_t most) {
  return {width, {0, arclength}, most};
}

void add(CurveExtremes& curves, const Row& row) {
  curves.add(std::span<const double>(row).first(3), std::span<const double>(row).last(1));
}

CurveExtremes curves_of(const std::vector<Row>& rows, std::size_t most) {
  CurveExtremes curves = empty_curves(most);
  for (const Row& row : rows) add(curves, row);
  return curves;
}

/// The lowest and highest number of those between two places; infinite if there is none.
template <typename Points>
std::pair<double, double> reach(const Points& points, double from, double to) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& [place, value] : points) {
    if (!(place >= from && place <= to) || std::isnan(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

std::vector<std::pair<double, double>> pairs_of(const CurvePoints& points) {
  std::vector<std::pair<double, double>> result;
  for (std::size_t i = 0; i < points.along.size(); ++i) {
    result.emplace_back(points.along[i], points.values[i]);
  }
  return result;
}

std::vector<std::pair<double, double>> pairs_of(const std::vector<Row>& rows, std::size_t column) {
  std::vector<std::pair<double, double>> result;
  result.reserve(rows.size());
  for (const Row& row : rows) result.emplace_back(row[arclength], row[column]);
  return result;
}

bool same_bits(const CurvePoints& one, const CurvePoints& other) {
  const auto equal = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(
        a, b, [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
  };
  return equal(one.along, other.along) && equal(one.values, other.values);
}

TEST_SUITE("law") {
  TEST_CASE("curves: of few rows each is a point") {
    auto random = make_generator("curves: of few rows each is a point");
    for (const std::size_t count : {1U, 2U, 100U, 1000U}) {
      const auto rows = random_run(random, count, false);
      const CurveExtremes curves = curves_of(rows, 1000);
      CHECK(curves.parts() == count);
      CHECK(curves.is_monotone());
      for (std::size_t column = 0; column < width; ++column) {
        const CurvePoints points = curves.curve(column, 1);
        // The first and the last one are there once more.
        REQUIRE(points.along.size() == count + 2);
        for (std::size_t i = 0; i < count; ++i) {
          const double value = rows[i][column];
          CHECK(points.along[i + 1] == rows[i][arclength]);
          CHECK((points.values[i + 1] == value ||
                 (std::isnan(value) && std::isnan(points.values[i + 1]))));
        }
      }
    }
    CHECK(empty_curves(1000).curve(0, 0).along.empty());
    CHECK(curves_of(random_run(random, 100, false), 0).parts() == 0);
  }

  TEST_CASE("curves: of many rows, points of the run that reach as far as all of them") {
    auto random = make_generator("curves: of many rows");
    for (std::uint64_t round = 0; round < 6 * multiplier(); ++round) {
      const bool turns = round % 3 == 2;
      const std::size_t most = 500 + random() % 2000;
      const auto rows = random_run(random, 20'000 + random() % 100'000, turns);
      const CurveExtremes curves = curves_of(rows, most);
      CHECK(curves.is_monotone() == !turns);
      CHECK(curves.parts() <= most);
      const double all = rows.back()[arclength];
      // Parts are joined when there are `most`, to three quarters of that. Any two neighbours of
      // them are wider than a division of t or of _s, so an eighth as many divisions are always
      // enough; a factor of two for what is beside. Where t turns, a part is as wide as all of t.
      const double beside = turns ? all : 16 * all / static_cast<double>(most);
      for (std::size_t column = 0; column < width; ++column) {
        const auto points = pairs_of(curves.curve(column, 1));
        const auto own = pairs_of(rows, column);
        REQUIRE(points.size() <= 2 * most + 2);
        CHECK(std::ranges::is_sorted(points, {}, [](const auto& point) { return point.first; }));
        CHECK(points.front().first == own.front().first);
        CHECK(points.back().first == own.back().first);
        std::size_t at = 0;
        for (const auto& point : points) {
          if (std::isnan(point.second)) continue;
          while (at < own.size() && own[at].first < point.first) ++at;
          REQUIRE(at < own.size());
          REQUIRE(own[at] == point);
        }
        for (int part = 0; part < 20; ++part) {
          const double from = all * part / 20;
          const double to = all * (part + 1) / 20;
          const auto [low, high] = reach(own, from, to);
          const auto [drawn_low, drawn_high] = reach(points, from - beside, to + beside);
          CHECK(drawn_low <= low);
          CHECK(drawn_high >= high);
        }
      }
    }
  }

  TEST_CASE("curves: saved anywhere they go on as if they had not been") {
    auto random = make_generator("curves: saved anywhere");
    for (std::uint64_t round = 0; round < 6 * multiplier(); ++round) {
      const auto rows = random_run(random, 1 + random() % 20'000, round % 3 == 2);
      const std::size_t most = 100 + random() % 1000;
      const std::size_t cut = random() % (rows.size() + 1);
      CurveExtremes before = empty_curves(most);
      for (std::size_t i = 0; i < cut; ++i) add(before, rows[i]);
      PackedWriter writer;
      before.save(writer);
      CurveExtremes after = empty_curves(most);
      PackedReader reader(writer.bytes());
      after.restore(reader);
      reader.end();
      for (std::size_t i = cut; i < rows.size(); ++i) add(after, rows[i]);
      const CurveExtremes whole = curves_of(rows, most);
      CHECK(after.parts() == whole.parts());
      CHECK(after.is_monotone() == whole.is_monotone());
      for (std::size_t column = 0; column < width; ++column) {
        for (const std::size_t along : {0U, 1U}) {
          CHECK(same_bits(after.curve(column, along), whole.curve(column, along)));
        }
      }
    }
  }
}

}  // namespace
