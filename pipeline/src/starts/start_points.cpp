// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/start_points.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "starts/open_rows.hpp"
#include "starts/part_search.hpp"
#include "starts/start_sizes.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Point = std::vector<double>;
using Mask = OpenRows::Mask;

class StartSearch {
 public:
  StartSearch(const NumericLeaf& leaf,
              const ParameterValues& parameters,
              const PointAtHand& at_hand,
              const IsStart& is_start,
              std::uint64_t seed)
      : leaf_(leaf),
        rows_(leaf, parameters),
        start_(at_hand),
        is_start_(is_start),
        sizes_(leaf, rows_, at_hand),
        parts_(leaf, rows_, sizes_, at_hand, seed) {}

  StartPoints search() {
    Mask open = start_.held;
    open.flip();
    Point first = start_.point;
    sizes_.turn_back(first, open_at_the_start());
    found_.points.push_back(first);
    found_.is_only_one = true;
    branches_.push_back({std::move(first), std::move(open), true});
    while (!branches_.empty() && !is_enough()) {
      const Branch branch = std::move(branches_.front());
      branches_.pop_front();
      follow(branch);
    }
    found_.is_cut = !branches_.empty();
    return std::move(found_);
  }

 private:
  /// A choice for the parts that are solved; the rest is open.
  struct Branch {
    Point values;
    Mask open;
    bool is_settled = false;  ///< the values satisfy all rows
  };

  [[nodiscard]] bool is_enough() const {
    constexpr std::size_t most_points = 64;
    constexpr std::size_t most_searches = 3000;
    return found_.points.size() >= most_points || parts_.count() >= most_searches;
  }

  /// To the end of it, by the best point of each part; the others are branches for later.
  void follow(Branch branch) {
    for (;;) {
      if (!branch.is_settled && !settle(branch)) return give_up(branch);
      for (auto known = rows_.determined(branch.values, branch.open); !known.empty();
           known = rows_.determined(branch.values, branch.open)) {
        for (const std::size_t column : known) branch.open[column] = false;
      }
      if (rows_.whole(branch.open).rows.empty()) return add(std::move(branch.values));
      const OpenRows::Part part = rows_.next_part(branch.values, branch.open);
      const PartSearch::Solved solved = parts_.solutions(part, branch.values);
      const std::vector<Point>& points = solved.points;
      found_.is_only_one = found_.is_only_one && solved.is_all;
      for (const std::size_t column : part.columns) branch.open[column] = false;
      for (std::size_t k = 1; k < points.size(); ++k) {
        branches_.push_back({points[k], branch.open, false});
      }
      branch.is_settled = points.front() == branch.values;
      branch.values = points.front();
    }
  }

  /// What is open, beside what is decided.
  bool settle(Branch& branch) {
    const OpenRows::Part rest = rows_.whole(branch.open);
    if (!rest.rows.empty()) {
      const std::optional<Point> solved = parts_.solve(rows_.problem_of(rest), rest, branch.values);
      if (!solved) return false;
      branch.values = *solved;
    }
    branch.is_settled = true;
    return true;
  }

  /// Nothing was found on it: that there is nothing may be proved, too.
  void give_up(const Branch& branch) {
    const OpenRows::Part part = rows_.next_part(branch.values, branch.open);
    found_.is_only_one = found_.is_only_one && parts_.has_none(part, branch.values);
  }

  void add(Point point) {
    const std::vector<std::size_t> columns = open_at_the_start();
    const OpenRows::Part everything = rows_.whole(opened(columns));
    if (everything.rows.empty()) return;
    const double size = sizes_.of(everything, point);
    const bool is_known = std::ranges::any_of(found_.points, [&](const Point& other) {
      return sizes_.is_same(other, point, columns, *leaf_.problem.equations, size);
    });
    if (!is_known && is_start_(point)) found_.points.push_back(std::move(point));
  }

  [[nodiscard]] std::vector<std::size_t> open_at_the_start() const {
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < start_.held.size(); ++j) {
      if (!start_.held[j]) columns.push_back(j);
    }
    return columns;
  }
  [[nodiscard]] Mask opened(const std::vector<std::size_t>& columns) const {
    Mask open(start_.held.size(), false);
    for (const std::size_t j : columns) open[j] = true;
    return open;
  }

  const NumericLeaf& leaf_;
  OpenRows rows_;
  const PointAtHand& start_;
  const IsStart& is_start_;
  StartSizes sizes_;
  PartSearch parts_;
  std::deque<Branch> branches_;
  StartPoints found_;
};

}  // namespace

PointAtHand at_hand(const StartNumbers& numbers, const NumericLeaf& leaf, Point point) {
  PointAtHand result{std::move(point), {}, {}};
  for (const algebra::Variable& variable : leaf.coordinates) {
    const auto guess = numbers.guessed.find(variable);
    const bool is_given =
        variable.role == algebra::Role::independent || numbers.given.contains(variable);
    const bool is_guessed = !is_given && guess != numbers.guessed.end();
    result.held.push_back(is_given);
    result.guess.push_back(is_guessed ? std::optional(guess->second) : std::nullopt);
  }
  return result;
}

StartPoints start_points(const NumericLeaf& leaf,
                         const ParameterValues& parameters,
                         const PointAtHand& at_hand,
                         const IsStart& is_start,
                         std::uint64_t seed) {
  const bool is_all_held = std::ranges::all_of(at_hand.held, [](const bool held) { return held; });
  if (leaf.rows.empty() || is_all_held) return {{at_hand.point}, true, false};
  return StartSearch(leaf, parameters, at_hand, is_start, seed).search();
}

}  // namespace leafwise::pipeline::detail
