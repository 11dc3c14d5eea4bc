// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/part_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <utility>

#include "leafwise/integrator/initialise.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Point = std::vector<double>;
using integrator::Meant;

/// A box that is searched for all solutions: so many times the size of what stands in its rows.
constexpr double sizes_of_box = 64;
/// Some hundredths of a second.
constexpr std::size_t work_on_a_box = 300000;

}  // namespace

/// The same numbers with every library.
class PartSearch::Random {
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

std::optional<Point> PartSearch::solve(const integrator::ManifoldProblem<double>& problem,
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

PartSearch::Solved PartSearch::solutions(const OpenRows::Part& part, const Point& values) {
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
bool PartSearch::look_from(const integrator::ManifoldProblem<double>& problem,
                           Solved& solved,
                           const Point& from,
                           double size) {
  std::optional<Point> found = solve(problem, solved.part, from);
  if (!found) return false;
  sizes_.turn_back(*found, solved.part.columns);
  const bool is_known = std::ranges::any_of(solved.points, [&](const Point& point) {
    return sizes_.is_same(point, *found, solved.part.columns, *problem.equations, size);
  });
  if (!is_known) solved.points.push_back(std::move(*found));
  return !is_known;
}

/// Of few coordinates, by halving a box.
algebra::ZerosInBox PartSearch::zeros_of(const OpenRows::Part& part, const Point& values) const {
  constexpr std::size_t most_columns = 6;
  if (part.rows.size() != part.columns.size() || part.columns.size() > most_columns) return {};
  const double size = sizes_.of(part, values);
  PartInBox search = rows_.in_box(part);
  for (const std::size_t column : part.columns) {
    search.box.push_back(
        sizes_.is_angle(column)
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
  return algebra::zeros_in_box(
      search.equations, search.solved, search.box, search.others, work_on_a_box);
}

bool PartSearch::has_none(const OpenRows::Part& part, const Point& values) const {
  const algebra::ZerosInBox found = zeros_of(part, values);
  return found.is_complete && found.zeros.empty();
}

/// @return whether it has these and no others
bool PartSearch::add_all_in_box(Solved& solved, const Point& values) {
  const OpenRows::Part& part = solved.part;
  const double size = sizes_.of(part, values);
  const algebra::ZerosInBox found = zeros_of(part, values);
  if (!found.is_complete) return false;
  const integrator::ManifoldProblem<double> problem = rows_.problem_of(part);
  for (const std::vector<algebra::Span>& zero : found.zeros) {
    Point from = values;
    for (std::size_t k = 0; k < zero.size(); ++k) from[part.columns[k]] = zero[k].centre;
    (void)look_from(problem, solved, from, size);
  }
  return solved.points.size() == found.zeros.size();
}

void PartSearch::add_tried(Solved& solved, const Point& values) {
  const OpenRows::Part& part = solved.part;
  const integrator::ManifoldProblem<double> problem = rows_.problem_of(part);
  const double size = sizes_.of(part, values);
  Random random(seed_ + part.rows.front());
  for (const Point& place : changes_of_sign(problem, part, values, size)) {
    (void)look_from(problem, solved, place, size);
  }
  // Points that are left are found in as many tries, unless few ways lead to them.
  constexpr std::size_t most_tries = 400;
  constexpr std::size_t tries_for_nothing = 48;
  std::size_t last_new = 0;
  for (std::size_t n = 0; n < most_tries && n - last_new < tries_for_nothing * solved.points.size();
       ++n) {
    const Point from = elsewhere(n, part, values, size, random);
    if (look_from(problem, solved, from, size)) last_new = n;
  }
}

/// Of one row in one coordinate: places between which it changes its sign, denser near the value
/// that is there, as far as 66 times the size of what stands in the row.
std::vector<Point> PartSearch::changes_of_sign(const integrator::ManifoldProblem<double>& problem,
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
    place[column] += sizes_.of(column, size) * (2 * share + 64 * share * share * share);
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
Point PartSearch::elsewhere(std::size_t number,
                            const OpenRows::Part& part,
                            const Point& values,
                            double size,
                            Random& random) const {
  constexpr double near = 0.1;
  constexpr double wide = 2;
  constexpr double far = 16;
  Point from = values;
  for (const std::size_t j : part.columns) {
    const double width = sizes_.of(j, size);
    const double share = random.next();
    if (sizes_.is_angle(j)) {
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

double PartSearch::from_guess(const Point& point, const OpenRows::Part& part) const {
  double square = 0;
  for (const std::size_t j : part.columns) {
    if (!start_.guess[j]) continue;
    square += (point[j] - *start_.guess[j]) * (point[j] - *start_.guess[j]);
  }
  return square;
}

}  // namespace leafwise::pipeline::detail
