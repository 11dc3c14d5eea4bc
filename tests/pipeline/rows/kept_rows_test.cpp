// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/kept_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/seed.hpp"

namespace {

using leafwise::pipeline::detail::KeptRows;
using namespace leafwise::tests;

/// Columns t, x, _s, and a number beside the table.
using Row = std::vector<double>;

KeptRows kept_of(const std::vector<Row>& rows, std::size_t most) {
  KeptRows kept({"t", "x", "_s"}, 2, 1, {0, 2}, most);
  for (const Row& row : rows) {
    kept.add(std::span<const double>(row).first(3), std::span<const double>(row).last(1));
  }
  return kept;
}

std::vector<Row> rows_of(const KeptRows& kept) {
  const auto table = kept.table();
  const std::vector<double> more = kept.more(0);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    rows.emplace_back(table.row(i).begin(), table.row(i).end());
    rows.back().push_back(more[i]);
  }
  return rows;
}

/// Steps of very different sizes, now and then a peak, and forces that are not determined.
std::vector<Row> random_run(std::mt19937_64& random, std::size_t count, bool turns) {
  std::normal_distribution<double> normal;
  std::vector<Row> rows;
  double t = 0;
  double s = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_peak = random() % 5000 == 0;
    const double x = normal(random) + (is_peak ? 100 * normal(random) : 0);
    const double force = random() % 10 == 0 ? std::numeric_limits<double>::quiet_NaN() : x * x;
    rows.push_back({t, x, s, force});
    const double step = std::exp(2 * normal(random));
    t += turns ? std::cos(static_cast<double>(i) / 50) * step : step;
    s += step;
  }
  return rows;
}

TEST_SUITE("law") {
  TEST_CASE("kept rows: few rows are all there") {
    auto random = make_generator("kept rows: few rows are all there");
    for (const std::size_t count : {0U, 1U, 2U, 999U, 1000U}) {
      const auto rows = random_run(random, count, false);
      const KeptRows kept = kept_of(rows, 1000);
      CHECK(kept.count() == count);
      CHECK(kept.size() == count);
      const auto found = rows_of(kept);
      for (std::size_t i = 0; i < count; ++i) {
        // Not a number is itself, too.
        CHECK(std::equal(rows[i].begin(), rows[i].end(), found[i].begin(), [](double a, double b) {
          return a == b || (std::isnan(a) && std::isnan(b));
        }));
      }
    }
  }

  TEST_CASE("kept rows: of many, rows of the run that reach as far as all of them in each part") {
    auto random = make_generator("kept rows: of many");
    constexpr std::size_t most = 2000;
    for (std::uint64_t round = 0; round < 6 * multiplier(); ++round) {
      const bool turns = round % 3 == 2;
      const auto rows = random_run(random, 20'000 + random() % 100'000, turns);
      const KeptRows kept = kept_of(rows, most);
      REQUIRE(kept.count() == rows.size());
      REQUIRE(kept.size() <= most);
      const auto found = rows_of(kept);
      REQUIRE(found.front()[2] == rows.front()[2]);
      REQUIRE(found.back()[2] == rows.back()[2]);
      // They are rows of the run, in its order: _s tells them apart.
      std::size_t at = 0;
      for (const Row& row : found) {
        while (at < rows.size() && rows[at][2] < row[2]) ++at;
        REQUIRE(at < rows.size());
        REQUIRE(rows[at][2] == row[2]);
        REQUIRE(rows[at][1] == row[1]);
      }
      // In each twentieth, and a stripe of a hundredth beside it, curves reach as far as there.
      // Where t turns, a stripe is as wide as all of t.
      const double all = rows.back()[2];
      const double beside = turns ? all : all / 100;
      for (int part = 0; part < 20; ++part) {
        const double from = all * part / 20;
        const double to = all * (part + 1) / 20;
        double high = -std::numeric_limits<double>::infinity();
        double drawn = high;
        for (const Row& row : rows) {
          if (row[2] >= from && row[2] <= to) high = std::max(high, row[1]);
        }
        for (const Row& row : found) {
          if (row[2] >= from - beside && row[2] <= to + beside) drawn = std::max(drawn, row[1]);
        }
        CHECK(drawn >= high);
      }
    }
  }
}

}  // namespace
