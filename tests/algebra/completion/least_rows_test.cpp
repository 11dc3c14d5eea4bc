// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/least_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "differential_systems.hpp"
#include "geometry/modular_point.hpp"
#include "leafwise/algebra/completion.hpp"
#include "support/seed.hpp"

// Of the rows of a leaf those that say all that the others do.

using namespace leafwise;
using namespace leafwise::algebra;
using namespace leafwise::algebra::detail;
using namespace leafwise::tests;

namespace {

std::int64_t within(std::mt19937_64& random, std::int64_t bound) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * bound + 1)) - bound;
}

std::string text_of(const AffineRow& row, const std::vector<Variable>& graph) {
  return to_string(polynomial_from(row, graph).primitive());
}

/// Short rows over a surface z = …, and combinations of them that are long.
class Planted {
 public:
  explicit Planted(std::mt19937_64& random)
      : random_(random), ring_({"x", "y", "z"}), base_(ring_.ideal({surface()})) {
    const std::size_t columns = 1 + random_() % 3;
    for (std::size_t j = 0; j < columns; ++j) {
      graph_.push_back({Role::unknown, "w" + std::to_string(j), 0});
    }
    while (core_.size() < columns - (columns > 1 ? random_() % 2 : 0)) {
      std::vector<AffineRow> more = core_;
      more.push_back(short_row(more.size()));
      if (rank_of(more) == more.size()) core_ = std::move(more);
    }
    rows_ = core_;
    const std::size_t others = random_() % 6;
    for (std::size_t i = 0; i < others; ++i) rows_.push_back(long_row());
    if (others > 0) rows_.push_back(rows_[random_() % rows_.size()]);
    rows_ = value_of_outcome(reduced(std::move(rows_), base_, patient()));
    std::erase_if(rows_, [](const AffineRow& row) { return !row.has_graph_variables(); });
    std::shuffle(rows_.begin(), rows_.end(), random_);
  }

  [[nodiscard]] const Ideal& base() const { return base_; }
  [[nodiscard]] const std::vector<Variable>& graph() const { return graph_; }
  [[nodiscard]] const std::vector<AffineRow>& core() const { return core_; }
  [[nodiscard]] const std::vector<AffineRow>& rows() const { return rows_; }

  [[nodiscard]] std::size_t rank_of(const std::vector<AffineRow>& rows) const {
    const auto point = value_of_outcome(modular_point(base_, patient()));
    REQUIRE(point != nullptr);
    RowsAtPoint independent(*point);
    for (const AffineRow& row : rows) (void)independent.add(row.coefficients.dense());
    return independent.rank();
  }

  [[nodiscard]] Ideal with(const std::vector<AffineRow>& rows) const {
    std::vector<Variable> variables = graph_;
    variables.insert(variables.end(), base_.variables().begin(), base_.variables().end());
    std::vector<Polynomial> generators = base_.generators();
    for (const AffineRow& row : rows) generators.push_back(polynomial_from(row, graph_));
    return {std::move(variables), std::move(generators), base_.engine()};
  }

 private:
  std::string number(std::int64_t bound) {
    return "(" + std::to_string(within(random_, bound)) + ")";
  }

  std::string surface() {
    return "z + x*y + " + number(3) + "*x^2 + " + number(3) + "*y + " + number(3);
  }

  Polynomial entry(std::int64_t bound) {
    static const std::vector<std::string> factors = {"1", "x", "y", "z", "x*z"};
    return ring_.polynomial(number(bound) + " + " + number(bound) + "*" +
                            factors[random_() % factors.size()]);
  }

  AffineRow short_row(std::size_t i) {
    AffineRow row;
    row.coefficients = SparseRow(graph_.size());
    for (std::size_t j = 0; j < graph_.size(); ++j) {
      if (j == i || random_() % 2 == 0) row.coefficients.set(j, entry(2));
    }
    row.rest = entry(2);
    return row;
  }

  AffineRow long_row() {
    AffineRow sum;
    sum.coefficients = SparseRow(graph_.size());
    for (const AffineRow& row : core_) {
      sum = combined(std::move(sum), Polynomial(Rational(1)), row, entry(1'000'000'007));
    }
    return sum;
  }

  std::mt19937_64& random_;
  TextRing ring_;
  Ideal base_;
  std::vector<Variable> graph_;
  std::vector<AffineRow> core_;
  std::vector<AffineRow> rows_;
};

void check_choice(const Planted& planted, const LeastRows& least) {
  const std::size_t rank = planted.core().size();
  REQUIRE(least.rows.size() >= rank);
  const auto length = [&](const AffineRow& row) { return text_of(row, planted.graph()).size(); };
  std::set<std::string> texts;
  for (const AffineRow& row : least.rows) texts.insert(text_of(row, planted.graph()));
  CHECK(texts.size() == least.rows.size());
  const std::vector<AffineRow> core(least.rows.begin(),
                                    least.rows.begin() + static_cast<std::ptrdiff_t>(rank));
  CHECK(planted.rank_of(core) == rank);
  // A matroid's greedy basis is the least at each place, beside any other.
  std::vector<std::size_t> planted_lengths;
  for (const AffineRow& row :
       value_of_outcome(reduced(planted.core(), planted.base(), patient()))) {
    planted_lengths.push_back(length(row));
  }
  std::sort(planted_lengths.begin(), planted_lengths.end());
  for (std::size_t i = 0; i < rank; ++i) CHECK(length(core[i]) <= planted_lengths[i]);
  // Where the rows have their rank everywhere they generate a direct summand: what is in it in
  // general is in it.
  CHECK(value_of_outcome(
      is_equal(planted.with(least.rows), planted.with(planted.rows()), patient())));
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("least rows say what all rows say") {
    auto random = make_generator("least rows");
    int regular = 0;
    for (std::uint64_t attempt = 0; attempt < 30 * multiplier(); ++attempt) {
      CAPTURE(attempt);
      const Planted planted(random);
      const std::size_t rank = planted.core().size();
      if (planted.rows().size() <= rank) continue;
      const LeastRows least =
          least_rows(planted.rows(), rank, planted.graph(), planted.base(), patient());
      check_choice(planted, least);
      if (least.everywhere) ++regular;
    }
    CHECK(regular > 0);
  }
}

TEST_CASE("rows that are needed where the core loses rank are kept, and no others") {
  // x w = x y on a curve with points where x = 0, and y w = y² says the rest; (x + y) w says
  // nothing new, nor does 10⁶ x w.
  const TextRing ring({"x", "y", "w"});
  const TextRing below({"x", "y"});
  const Ideal base = below.ideal({"x^2 + y^2 - 1"});
  const std::vector<Variable> graph = {{Role::unknown, "w", 0}};
  std::vector<AffineRow> rows;
  for (const char* text : {"1000000*x*w + 7*x^2*w - 1000000*x*y - 7*x^2*y",
                           "(x + y)*w - x*y - y^2",
                           "y*w - y^2",
                           "x*w - x*y",
                           "2*y*w - 2*y^2"}) {
    rows.push_back(row_from(ring.polynomial(text), graph));
  }
  const LeastRows least = least_rows(rows, 1, graph, base, patient());
  CHECK(least.everywhere);
  REQUIRE(least.rows.size() == 2);
  CHECK(text_of(least.rows[0], graph) == "w*x - x*y");
  CHECK(text_of(least.rows[1], graph) == "w*y - y^2");
  // Without the second nothing holds where y = 0: nothing is left out then but repetitions.
  rows.erase(rows.begin() + 3);
  rows.erase(rows.begin(), rows.begin() + 2);
  rows.push_back(row_from(ring.polynomial("x*y*w - x*y^2"), graph));
  const LeastRows other = least_rows(rows, 1, graph, base, patient());
  CHECK_FALSE(other.everywhere);
  CHECK(other.rows.size() == 2);
}

TEST_CASE("without time rows are only put in order") {
  const TextRing ring({"x", "y", "w"});
  const Ideal base = TextRing({"x", "y"}).ideal({"x^2 + y^2 - 1"});
  const std::vector<Variable> graph = {{Role::unknown, "w", 0}};
  std::vector<AffineRow> rows;
  for (const char* text : {"(x + y)*w - x*y - y^2", "x*w - x*y"}) {
    rows.push_back(row_from(ring.polynomial(text), graph));
  }
  const LeastRows least =
      least_rows(rows, 1, graph, base, Limits::within(std::chrono::milliseconds(0)));
  CHECK_FALSE(least.everywhere);
  CHECK(least.rows.size() == 2);
}

TEST_SUITE("law") {
  TEST_CASE("a load on a prescribed path has few rows, whatever it weighs") {
    // index 5: the rope's length r and the trolley d follow from a path that is differentiated four
    // times. Before, the leaf kept 14 rows or more, with coefficients of up to 100 digits.
    auto random = make_generator("prescribed paths");
    const auto number = [&](std::int64_t most) {
      return std::to_string(1 +
                            static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)));
    };
    for (std::uint64_t attempt = 0; attempt < 2 * multiplier(); ++attempt) {
      const DifferentialSystem system = read_system({"x", "z", "d", "r", "s", "c", "T", "u"},
                                                    {number(9) + "*x'' + T*s",
                                                     number(9) + "*z'' + T*c - " + number(90),
                                                     number(9) + "*d'' + d' - T*s - u",
                                                     "r*s + d - x",
                                                     "r*c - z",
                                                     "s^2 + c^2 - 1",
                                                     number(9) + "*x - t^2",
                                                     number(9) + "*z - t - " + number(9)});
      CAPTURE(to_text(system));
      const Completion found = completed(system);
      CHECK(found.complete);
      REQUIRE_FALSE(found.leaves.empty());
      for (const Leaf& leaf : found.leaves) {
        const auto rank = static_cast<std::size_t>(leaf.rank);
        REQUIRE(leaf.linear.size() >= rank);
        std::set<std::string> texts;
        for (const Polynomial& row : leaf.linear) texts.insert(to_string(row));
        CHECK(texts.size() == leaf.linear.size());
        if (leaf.has_rank_drops) continue;
        // Each further row takes a component of the core's drops away.
        CHECK(leaf.linear.size() <= rank + 3);
      }
    }
  }
}
