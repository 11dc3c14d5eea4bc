// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/kept_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "random_runs.hpp"
#include "support/seed.hpp"

namespace {

using leafwise::pipeline::detail::KeptRows;
using namespace leafwise::tests;

KeptRows kept_of(const std::vector<Row>& rows, std::size_t most, std::size_t some) {
  KeptRows kept({"t", "x", "_s"}, 2, 1, {0, 2}, {1}, {most, some});
  for (const Row& row : rows) {
    kept.add(std::span<const double>(row).first(3), std::span<const double>(row).last(1));
  }
  kept.finish();
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

TEST_SUITE("law") {
  TEST_CASE("kept rows: few rows are all there") {
    auto random = make_generator("kept rows: few rows are all there");
    for (const std::size_t count : {0U, 1U, 2U, 999U, 1000U}) {
      const auto rows = random_run(random, count, false);
      const KeptRows kept = kept_of(rows, 1000, 100);
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
      // What is kept of many may be less than what is kept of few.
      const std::size_t some = round % 2 == 0 ? most : most - random() % (most / 4);
      const KeptRows kept = kept_of(rows, most, some);
      REQUIRE(kept.count() == rows.size());
      REQUIRE(kept.size() <= some);
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
      // In each twentieth, and a stripe beside it, curves reach as far as there: three rows of each
      // stripe have to fit into half of the room, so a sixteenth of it in stripes always does, and
      // that is more than fifty. Where t turns, a stripe is as wide as all of t.
      const double all = rows.back()[2];
      const double beside = turns ? all : all / 50;
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
      // They lie evenly: here t is the arc length. A tenth of the run has about a tenth of them.
      for (int part = 0; part < 10 && !turns; ++part) {
        const auto inside = std::ranges::count_if(found, [&](const Row& row) {
          return row[2] >= all * part / 10 && row[2] < all * (part + 1) / 10;
        });
        CHECK(static_cast<std::size_t>(inside) < found.size() / 2);
      }
    }
  }
}

}  // namespace
