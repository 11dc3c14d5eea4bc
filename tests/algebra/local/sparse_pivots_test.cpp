// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/sparse/sparse_pivots.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "local_cases.hpp"
#include "support/seed.hpp"

namespace leafwise::algebra::detail {
namespace {

/// Linked rows, with small integers: each beside a few others, the diagonal not always there.
SparseEntries<double> linked_matrix(std::size_t size, std::mt19937_64& random) {
  SparseEntries<double> matrix{size, size, {}};
  const auto number = [&] { return static_cast<double>(1 + random() % 8) / 8; };
  for (std::size_t i = 0; i < size; ++i) {
    matrix.list.push_back({i, (i + 1) % size, number()});
    matrix.list.push_back({i, (i + random() % 3) % size, number()});
    if (random() % 6 == 0) matrix.list.push_back({i, random() % size, number()});
  }
  return matrix;
}

SparseEntries<Ball> in_balls(const SparseEntries<double>& matrix, double radius) {
  SparseEntries<Ball> balls{matrix.rows, matrix.columns, {}};
  for (const auto& entry : matrix.list) {
    Ball ball(entry.value);
    mag_set_d(arb_radref(ball.raw()), radius);
    balls.list.push_back({entry.row, entry.column, ball});
  }
  return balls;
}

/// A pendulum of that many links, hanging askew; the last bar twice if wanted.
std::pair<AnalyticSystem, LocalStart> chain(std::size_t links, bool has_copy) {
  tests::local_cases::Texts unknowns;
  tests::local_cases::Texts rows;
  tests::local_cases::Texts bars;
  tests::local_cases::Values given{{"t", "0"}};
  for (std::size_t i = 1; i <= links; ++i) {
    const std::string x = "x" + std::to_string(i);
    const std::string y = "y" + std::to_string(i);
    const std::string left = i == 1 ? "0" : "x" + std::to_string(i - 1);
    const std::string below = i == 1 ? "0" : "y" + std::to_string(i - 1);
    for (const std::string& name : {x, y}) unknowns.push_back(name);
    rows.push_back(x + "'' = 0");
    rows.push_back(y + "'' + 1 = 0");
    bars.push_back("(" + x + " - " + left + ")^2 + (" + y + " - " + below + ")^2 - 1");
    // Sides 3 and 4 of 5, by turns: all points are rational.
    given[x] = std::to_string(7 * (i / 2) + (i % 2 == 1 ? 3 : 0)) + "/5";
    given[y] = std::to_string(7 * (i / 2) + (i % 2 == 1 ? 4 : 0)) + "/5";
  }
  for (std::size_t i = 0; i < 2 * links; ++i) given[unknowns[i] + "'"] = "0";
  if (has_copy) bars.push_back("2*(" + bars.back() + ")");
  for (std::size_t k = 0; k < bars.size(); ++k) {
    unknowns.push_back("l" + std::to_string(k));
    rows.push_back(bars[k] + " = 0");
  }
  AnalyticSystem system = tests::local_cases::plain(unknowns, rows);
  system.coordinates = 2 * links;
  return {system, tests::local_cases::start_of(unknowns, given)};
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("elimination in a sparse order encloses the solution") {
    auto random = tests::make_generator("sparse pivots");
    int solved = 0;
    for (int round = 0; round < 60; ++round) {
      const std::size_t size = 5 + random() % 80;
      const SparseEntries<double> matrix = linked_matrix(size, random);
      const auto pivots = sparse_pivots(matrix);
      if (!pivots) continue;
      // Whole numbers and eighths: what the rows make of it is exact.
      std::vector<double> truth;
      for (std::size_t i = 0; i < size; ++i) truth.push_back(static_cast<double>(random() % 9));
      std::vector<double> sums(size);
      for (const auto& entry : matrix.list) sums[entry.row] += entry.value * truth[entry.column];
      const std::vector<Ball> right(sums.begin(), sums.end());
      for (const double radius : {0.0, 1e-60}) {
        const auto found = solve_in_order(in_balls(matrix, radius), right, *pivots, 256);
        if (!found) continue;
        ++solved;
        for (std::size_t i = 0; i < size; ++i) {
          CHECK(arb_contains((*found)[i].raw(), Ball(truth[i]).raw()) != 0);
          // 256 bits, or a radius of 1e-60, by conditions and growth of that many rows.
          CHECK((*found)[i].radius() < 1e-18);
        }
      }
    }
    CHECK(solved > 0);
  }

  TEST_CASE("matrices that may be singular are not solved") {
    auto random = tests::make_generator("sparse pivots, singular");
    for (int round = 0; round < 40; ++round) {
      const std::size_t size = 5 + random() % 60;
      SparseEntries<double> matrix = linked_matrix(size, random);
      const auto pivots = sparse_pivots(matrix);
      if (!pivots) continue;
      // The second row is the first one: exact in doubles.
      std::erase_if(matrix.list, [](const auto& entry) { return entry.row == 1; });
      const auto before = matrix.list;
      for (const auto& entry : before) {
        if (entry.row == 0) matrix.list.push_back({1, entry.column, entry.value});
      }
      CHECK(!sparse_pivots(matrix));
      CHECK(!solve_in_order(in_balls(matrix, 0), std::vector<Ball>(size), *pivots, 256));
      CHECK(!solve_in_order(in_balls(matrix, 1e-9), std::vector<Ball>(size), *pivots, 256));
    }
  }
}

TEST_CASE("long chains are proved as short ones, with a bar set aside that is there twice") {
  for (const std::size_t links : {std::size_t{3}, std::size_t{30}, std::size_t{120}}) {
    for (const bool has_copy : {false, true}) {
      CAPTURE(links);
      CAPTURE(has_copy);
      const auto [system, start] = chain(links, has_copy);
      const LocalLeaf leaf = complete_locally(system, start);
      CHECK(leaf.one_leaf == Truth::yes);
      CHECK(leaf.dimension == 2 * links + 1);
      CHECK(leaf.hidden.size() == links);
      CHECK(leaf.redundant.size() == (has_copy ? 1 : 0));
      CHECK(leaf.moved == 0);
    }
  }
}

}  // namespace leafwise::algebra::detail
