// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/start_points.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <random>
#include <span>
#include <utility>

#include "leafwise/integrator/initialise.hpp"
#include "starts/open_rows.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Point = std::vector<double>;
using Mask = OpenRows::Mask;
using integrator::Meant;

/// The same numbers with every library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  /// Between −1 and 1.
  double next() {
    constexpr unsigned bits_of_double = 53;
    const std::uint64_t number = generator_() >> (64U - bits_of_double);
    return std::ldexp(static_cast<double>(number), 1 - static_cast<int>(bits_of_double)) - 1;
  }

 private:
  std::mt19937_64 generator_;
};

/// A box that is searched for all solutions: so many times the size of what stands in its rows.
constexpr double sizes_of_box = 64;
/// Some hundredths of a second.
constexpr std::size_t work_on_a_box = 300000;

class StartSearch {
 public:
  StartSearch(const NumericLeaf& leaf,
              const ParameterValues& parameters,
              const PointAtHand& at_hand,
              const IsStart& is_start,
              std::uint64_t seed)
      : leaf_(leaf), rows_(leaf, parameters), start_(at_hand), is_start_(is_start), seed_(seed) {
    for (std::size_t j = 0; j < leaf.coordinates.size(); ++j) {
      is_angle_.push_back(!at_hand.held[j] && leaf.coordinates[j].order == 0 &&
                          std::ranges::all_of(leaf.rows, [&](const algebra::Expression& row) {
                            return is_periodic_in(row, leaf.coordinates[j]);
                          }));
    }
  }

  StartPoints search() {
    Mask open = start_.held;
    open.flip();
    Point first = start_.point;
    turn_back(first, open_at_the_start());
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

  struct Solved {
    OpenRows::Part part;
    Point beside;  ///< with what is open in the part left out
    std::vector<Point> points;
    bool is_all = false;  ///< proved: in the box that was searched
  };

  [[nodiscard]] bool is_enough() const {
    constexpr std::size_t most_points = 64;
    constexpr std::size_t most_searches = 3000;
    return found_.points.size() >= most_points || searches_ >= most_searches;
  }

  /// To the end of it, by the best point of each part; the others are branches for later.
  void follow(Branch branch) {
    for (;;) {
      if (!branch.is_settled && !settle(branch)) return;
      for (auto known = rows_.determined(branch.values, branch.open); !known.empty();
           known = rows_.determined(branch.values, branch.open)) {
        for (const std::size_t column : known) branch.open[column] = false;
      }
      if (rows_.whole(branch.open).rows.empty()) return add(std::move(branch.values));
      const OpenRows::Part part = rows_.next_part(branch.values, branch.open);
      const Solved solved = solutions(part, branch.values);
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
      const std::optional<Point> solved = solve(rows_.problem_of(rest), rest, branch.values);
      if (!solved) return false;
      branch.values = *solved;
    }
    branch.is_settled = true;
    return true;
  }

  std::optional<Point> solve(const integrator::ManifoldProblem<double>& problem,
                             const OpenRows::Part& part,
                             const Point& from) {
    ++searches_;
    integrator::StartingValues<double> start;
    start.values = from;
    start.meant.assign(from.size(), Meant::fixed);
    for (const std::size_t column : part.columns) start.meant[column] = Meant::guessed;
    auto found = integrator::initialise(problem, start);
    if (!found) return std::nullopt;
    return std::move(found).value().point;
  }

  /// All that are found, the one that is nearest to the guess first; with equal ones what is there.
  Solved solutions(const OpenRows::Part& part, const Point& values) {
    Point beside = values;
    for (const std::size_t column : part.columns) beside[column] = 0;
    for (const Solved& known : solved_) {
      if (known.part.rows == part.rows && known.part.columns == part.columns &&
          known.beside == beside) {
        return known;
      }
    }
    Solved solved{part, std::move(beside), {values}};
    solved.is_all = add_all_in_box(solved, values);
    if (!solved.is_all) add_tried(solved, values);
    std::ranges::stable_sort(
        solved.points, {}, [&](const Point& point) { return from_guess(point, part); });
    solved_.push_back(solved);
    return solved;
  }

  /// What solving from there leads to. @return whether it is new
  bool look_from(const integrator::ManifoldProblem<double>& problem,
                 Solved& solved,
                 const Point& from,
                 double size) {
    std::optional<Point> found = solve(problem, solved.part, from);
    if (!found) return false;
    turn_back(*found, solved.part.columns);
    const bool is_known = std::ranges::any_of(solved.points, [&](const Point& point) {
      return is_same(point, *found, solved.part.columns, *problem.equations, size);
    });
    if (!is_known) solved.points.push_back(std::move(*found));
    return !is_known;
  }

  /// Of few coordinates, by halving a box. @return whether it has these and no others
  bool add_all_in_box(Solved& solved, const Point& values) {
    constexpr std::size_t most_columns = 6;
    const OpenRows::Part& part = solved.part;
    if (part.rows.size() != part.columns.size() || part.columns.size() > most_columns) return false;
    const double size = size_of(part, values);
    PartInBox search = rows_.in_box(part);
    for (const std::size_t column : part.columns) {
      search.box.push_back(
          is_angle_[column]
              ? algebra::Span{values[column], std::numbers::pi}
              : algebra::Span{0, sizes_of_box * std::max(size, std::abs(values[column]))});
    }
    for (const std::size_t column : rows_.columns_of(part.rows)) {
      if (std::ranges::count(part.columns, column) > 0) continue;
      // Given values are rounded; what was solved for before is known to far more digits than this.
      const double rounding = start_.held[column] ? 0x1p-52 * std::abs(values[column])
                                                  : 1e-9 * std::max(size, std::abs(values[column]));
      search.others.emplace(leaf_.coordinates[column], algebra::Span{values[column], rounding});
    }
    const algebra::ZerosInBox found = algebra::zeros_in_box(
        search.equations, search.solved, search.box, search.others, work_on_a_box);
    if (!found.is_complete) return false;
    const integrator::ManifoldProblem<double> problem = rows_.problem_of(part);
    for (const std::vector<algebra::Span>& zero : found.zeros) {
      Point from = values;
      for (std::size_t k = 0; k < zero.size(); ++k) from[part.columns[k]] = zero[k].centre;
      (void)look_from(problem, solved, from, size);
    }
    return solved.points.size() == found.zeros.size();
  }

  void add_tried(Solved& solved, const Point& values) {
    const OpenRows::Part& part = solved.part;
    const integrator::ManifoldProblem<double> problem = rows_.problem_of(part);
    const double size = size_of(part, values);
    Random random(seed_ + part.rows.front());
    for (const Point& place : changes_of_sign(problem, part, values, size)) {
      (void)look_from(problem, solved, place, size);
    }
    // Points that are left are found in as many tries, unless few ways lead to them.
    constexpr std::size_t most_tries = 400;
    constexpr std::size_t tries_for_nothing = 48;
    std::size_t last_new = 0;
    for (std::size_t n = 0;
         n < most_tries && n - last_new < tries_for_nothing * solved.points.size();
         ++n) {
      const Point from = elsewhere(n, part, values, size, random);
      if (look_from(problem, solved, from, size)) last_new = n;
    }
  }

  /// Of one row in one coordinate: places between which it changes its sign, denser near the value
  /// that is there, as far as 66 times the size of what stands in the row.
  [[nodiscard]] std::vector<Point> changes_of_sign(
      const integrator::ManifoldProblem<double>& problem,
      const OpenRows::Part& part,
      const Point& values,
      double size) const {
    std::vector<Point> places;
    if (part.rows.size() != 1 || part.columns.size() != 1) return places;
    const std::size_t column = part.columns.front();
    const auto map = problem.equations->clone();
    constexpr int steps = 200;
    Point before = values;
    double last = 0;
    for (int k = -steps; k <= steps; ++k) {
      // Half a step beside the value itself, which is a zero.
      const double share = (k + 0.5) / steps;
      Point place = values;
      place[column] += size_of(column, size) * (2 * share + 64 * share * share * share);
      double value = 0;
      map->value(place, std::span<double>(&value, 1));
      if (last * value < 0) {
        places.push_back(before);
        places.back()[column] = (before[column] + place[column]) / 2;
      }
      last = value;
      before = std::move(place);
    }
    return places;
  }

  /// Other solutions are mirror images as a rule, or of the size of what stands beside them; or
  /// farther away.
  Point elsewhere(std::size_t number,
                  const OpenRows::Part& part,
                  const Point& values,
                  double size,
                  Random& random) const {
    constexpr double near = 0.1;
    constexpr double wide = 2;
    constexpr double far = 16;
    Point from = values;
    for (const std::size_t j : part.columns) {
      const double width = size_of(j, size);
      const double share = random.next();
      if (is_angle_[j]) {
        from[j] += std::numbers::pi * share;
      } else if (number % 4 == 0) {
        from[j] = (random.next() < 0 ? -values[j] : values[j]) + near * width * share;
      } else if (number % 4 == 1) {
        from[j] = wide * width * share;
      } else if (number % 4 == 2) {
        from[j] = wide * std::max(width, 1.0) * share;
      } else {
        from[j] = values[j] + far * width * share * std::abs(share);
      }
    }
    return from;
  }

  /// The largest of what is open in the part, and of what else stands in its rows: of positions
  /// that is the size of the mechanism.
  [[nodiscard]] double size_of(const OpenRows::Part& part, const Point& values) const {
    double size = 0;
    for (const std::size_t j : rows_.columns_of(part.rows)) {
      const bool is_time = leaf_.problem.independent == j;
      if (!is_time && !is_angle_[j]) size = std::max(size, std::abs(values[j]));
    }
    return size > 0 ? size : 1;
  }
  [[nodiscard]] double size_of(std::size_t column, double size) const {
    return is_angle_[column] ? 1 : size;
  }

  /// Of turns that count once, the one nearest to the guess, or to no turn.
  void turn_back(Point& point, const std::vector<std::size_t>& columns) const {
    constexpr double turn = 2 * std::numbers::pi;
    for (const std::size_t j : columns) {
      if (!is_angle_[j]) continue;
      point[j] -= turn * std::round((point[j] - start_.guess[j].value_or(0)) / turn);
    }
  }

  [[nodiscard]] double difference(const Point& one, const Point& other, std::size_t j) const {
    const double plain = one[j] - other[j];
    if (!is_angle_[j]) return plain;
    constexpr double turn = 2 * std::numbers::pi;
    return plain - turn * std::round(plain / turn);
  }

  /// Two points that are near each other are one, found with its rounding, if the rows vanish
  /// between them: of a double root as little is known as the square root of round-off.
  [[nodiscard]] bool is_same(const Point& one,
                             const Point& other,
                             const std::vector<std::size_t>& columns,
                             const integrator::SmoothMap<double>& rows,
                             double size) const {
    constexpr double rounding = 1e-9;
    constexpr double near = 1e-3;
    double distance = 0;
    Point between = one;
    for (const std::size_t j : columns) {
      const double step = difference(other, one, j);
      const double unit = std::max({size_of(j, size), std::abs(one[j]), std::abs(other[j])});
      distance = std::max(distance, std::abs(step) / unit);
      between[j] += step / 2;
    }
    if (distance < rounding) return true;
    return distance < near && vanish(rows, between);
  }

  /// Up to the rounding of their terms.
  static bool vanish(const integrator::SmoothMap<double>& rows, const Point& point) {
    constexpr double round_off = 1e-14;
    const auto map = rows.clone();
    std::vector<double> f(map->outputs());
    std::vector<double> slopes(f.size() * point.size());
    map->jacobian(point, f, slopes);
    for (std::size_t i = 0; i < f.size(); ++i) {
      double terms = 0;
      for (std::size_t j = 0; j < point.size(); ++j) {
        terms += std::abs(slopes[i * point.size() + j]) * std::max(1.0, std::abs(point[j]));
      }
      if (!(std::abs(f[i]) <= round_off * terms)) return false;
    }
    return true;
  }

  [[nodiscard]] double from_guess(const Point& point, const OpenRows::Part& part) const {
    double square = 0;
    for (const std::size_t j : part.columns) {
      if (!start_.guess[j]) continue;
      square += (point[j] - *start_.guess[j]) * (point[j] - *start_.guess[j]);
    }
    return square;
  }

  void add(Point point) {
    const std::vector<std::size_t> columns = open_at_the_start();
    const OpenRows::Part everything = rows_.whole(opened(columns));
    if (everything.rows.empty()) return;
    const double size = size_of(everything, point);
    const bool is_known = std::ranges::any_of(found_.points, [&](const Point& other) {
      return is_same(other, point, columns, *leaf_.problem.equations, size);
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
  std::uint64_t seed_;
  std::vector<bool> is_angle_;
  std::vector<Solved> solved_;
  std::deque<Branch> branches_;
  std::size_t searches_ = 0;
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
