// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "geometry/definite_polynomial.hpp"
#include "geometry/exact_point.hpp"
#include "geometry/interval_newton.hpp"
#include "geometry/jacobian.hpp"
#include "geometry/numeric_system.hpp"
#include "geometry/regular_real_point.hpp"
#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::algebra {

namespace {

using detail::Box;
using detail::NumericSystem;

RealPoints impossible(const Polynomial& witness) {
  return {Truth::no, std::nullopt, to_string(witness) + " has no real zero"};
}

std::optional<RealPoints> refute(const std::vector<Polynomial>& polynomials, const Limits& limits) {
  for (const Polynomial& polynomial : polynomials) {
    if (limits.is_over()) return RealPoints{};
    if (detail::has_certainly_no_real_zero(polynomial)) return impossible(polynomial);
  }
  return std::nullopt;
}

RealPoints exact_sample(std::map<Variable, Rational> point) {
  RealPoint sample;
  for (const auto& [variable, coordinate] : point) {
    sample.coordinates.emplace(variable, coordinate.to_double());
  }
  sample.exact = std::move(point);
  return {Truth::yes, std::move(sample), "exact"};
}

RealPoints enclosed_sample(const Box& box) {
  RealPoint sample;
  for (const auto& [variable, interval] : box) {
    sample.coordinates.emplace(variable, interval.centre);
    sample.radius = std::max(sample.radius, interval.radius);
  }
  return {Truth::yes, std::move(sample), "interval Newton"};
}

/// The given point; zeros where it has no coordinate.
std::vector<double> start_at(const Point& point, const std::vector<Variable>& variables) {
  std::vector<double> start;
  start.reserve(variables.size());
  for (const Variable& variable : variables) {
    start.push_back(point.has(variable) ? point.approximate(variable) : 0);
  }
  return start;
}

/// A point that is known exactly and has all coordinates. Doubles that are nearest to them are
/// within one unit in the last place.
RealPoints given_sample(const std::vector<Variable>& variables, const Point& point) {
  RealPoint sample;
  for (const Variable& variable : variables) {
    const double nearest = point.approximate(variable);
    const double size = std::abs(nearest);
    sample.coordinates.emplace(variable, nearest);
    sample.radius = std::max(sample.radius, std::nextafter(size, HUGE_VAL) - size);
  }
  return {Truth::yes, std::move(sample), "exact"};
}

/// Looks for a real point from one start after the other, and proves what it finds.
class Search {
 public:
  /// @param rank of the Jacobian that a point has to have; 0: any point will do
  Search(const Ideal& prime,
         std::vector<Polynomial> equations,
         std::size_t rank,
         const Limits& limits)
      : prime_(prime),
        equations_(std::move(equations)),
        variables_(prime.variables()),
        numeric_(equations_, variables_),
        rank_(rank),
        limits_(limits) {
    all_.reserve(variables_.size());
    for (std::size_t i = 0; i < variables_.size(); ++i) all_.push_back(i);
  }

  /// The point itself, if that can be proved without moving it.
  [[nodiscard]] std::optional<RealPoints> at(const Point& point) const {
    const bool is_complete =
        std::all_of(variables_.begin(), variables_.end(), [&](const Variable& variable) {
          return point.has(variable);
        });
    if (!is_complete || rank_ > 0) return std::nullopt;
    for (const Polynomial& equation : equations_) {
      if (limits_.is_over() || point.vanishes(equation) != Truth::yes) return std::nullopt;
    }
    auto exact = detail::exact_zero_near(equations_, variables_, start_at(point, variables_));
    return exact ? exact_sample(std::move(*exact)) : given_sample(variables_, point);
  }

  /// @param stays_near a point close to the start is preferred to a simpler one further away
  [[nodiscard]] std::optional<RealPoints> from(const std::vector<double>& start, bool stays_near) {
    const std::optional<std::vector<double>> found = approach_zero(numeric_, start, all_, limits_);
    if (!found) return std::nullopt;
    if (auto point = detail::exact_zero_near(equations_, variables_, *found)) {
      if (is_regular(*point)) return exact_sample(std::move(*point));
    }
    // The error of a singular zero, 1e-8, must count as nothing.
    constexpr double threshold = 1e-6;
    const detail::RegularPart part =
        detail::regular_part(numeric_.jacobian(*found, all_), threshold);
    if (part.rows.size() < rank_) return std::nullopt;
    if (stays_near) {
      if (std::optional<RealPoints> sample = enclose(*found, part)) return sample;
      return simplify(*found, part);
    }
    if (std::optional<RealPoints> sample = simplify(*found, part)) return sample;
    return enclose(*found, part);
  }

 private:
  /// Moves the coordinates that the equations leave free to simple numbers: the others often
  /// become rational then.
  [[nodiscard]] std::optional<RealPoints> simplify(const std::vector<double>& point,
                                                   const detail::RegularPart& part) const {
    constexpr std::array<double, 3> denominators = {1, 2, 5};
    if (part.columns.size() == all_.size()) return std::nullopt;
    for (const double denominator : denominators) {
      std::vector<double> start = point;
      for (const std::size_t i : all_) {
        const bool is_free = !std::binary_search(part.columns.begin(), part.columns.end(), i);
        if (is_free) start[i] = std::round(start[i] * denominator) / denominator;
      }
      const auto moved = approach_zero(numeric_, start, part.columns, limits_);
      if (!moved) continue;
      if (auto exact = detail::exact_zero_near(equations_, variables_, *moved)) {
        if (is_regular(*exact)) return exact_sample(std::move(*exact));
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_regular(const std::map<Variable, Rational>& point) const {
    return rank_ == 0 || detail::rank_at(detail::jacobian(equations_, variables_), point) >= rank_;
  }

  [[nodiscard]] std::optional<RealPoints> enclose(const std::vector<double>& point,
                                                  const detail::RegularPart& part) {
    if (part.rows.empty()) return std::nullopt;
    // The box shows that these rows are independent at the zero in it.
    if (rank_ > 0 && part.rows.size() != rank_) return std::nullopt;
    std::vector<Polynomial> system;
    std::vector<Variable> solved;
    std::map<Variable, double> near;
    system.reserve(part.rows.size());
    solved.reserve(part.columns.size());
    for (const std::size_t row : part.rows) system.push_back(equations_[row]);
    for (const std::size_t column : part.columns) solved.push_back(variables_[column]);
    for (const std::size_t i : all_) near.emplace(variables_[i], point[i]);
    const std::optional<Box> box = detail::enclose_zero(system, solved, near, limits_);
    if (!box || !holds_no_other_zeros(system, part.rows, *box)) return std::nullopt;
    return enclosed_sample(*box);
  }

  /// Whether in the box the zeros of the chosen equations C are zeros of all: an element h of
  /// C : P without zeros in the box proves it, for there h·g = 0 and so g = 0 for all g in P.
  [[nodiscard]] bool holds_no_other_zeros(const std::vector<Polynomial>& system,
                                          const std::vector<std::size_t>& rows,
                                          const Box& box) {
    if (rows.size() == equations_.size()) return true;
    auto known = quotients_.find(rows);
    if (known == quotients_.end()) {
      // A handful is enough: others would come from points close to singular ones.
      constexpr std::size_t most_quotients = 3;
      if (quotients_.size() == most_quotients) return false;
      const Ideal chosen(variables_, system, prime_.engine());
      const Outcome<Ideal> outcome =
          quotient(chosen, prime_, limits_.spend(&Effort::real_quotient));
      known = quotients_
                  .emplace(rows, outcome ? outcome.value().generators() : std::vector<Polynomial>())
                  .first;
    }
    return std::any_of(known->second.begin(), known->second.end(), [&](const Polynomial& h) {
      return detail::excludes_zero(h, box);
    });
  }

  const Ideal& prime_;
  std::vector<Polynomial> equations_;
  const std::vector<Variable>& variables_;
  NumericSystem numeric_;
  std::size_t rank_;
  const Limits& limits_;
  std::vector<std::size_t> all_;
  /// C : P by the rows of C.
  std::map<std::vector<std::size_t>, std::vector<Polynomial>> quotients_;
};

class RandomStarts {
 public:
  explicit RandomStarts(std::uint64_t seed) : random_(seed) {}

  /// Of different sizes; in the last of each round every coordinate has a size of its own.
  [[nodiscard]] std::vector<double> next(std::size_t size) {
    constexpr std::array<double, 7> scales = {1, 3, 0.3, 10, 0.03, 100, 1000};
    const std::size_t kind = count_++ % (scales.size() + 1);
    std::vector<double> start(size);
    for (double& coordinate : start) {
      const double scale =
          kind < scales.size() ? scales[kind] : std::pow(10.0, 6 * between_minus_one_and_one());
      coordinate = scale * between_minus_one_and_one();
    }
    return start;
  }

 private:
  /// The distributions of the standard library differ from system to system.
  [[nodiscard]] double between_minus_one_and_one() {
    return std::ldexp(static_cast<double>(random_() >> 11U), -52) - 1;
  }

  std::mt19937_64 random_;
  std::size_t count_ = 0;
};

std::optional<RealPoints> find_sample(Search& search,
                                      const std::vector<Variable>& variables,
                                      const std::optional<Point>& near,
                                      std::uint64_t seed,
                                      int most_starts,
                                      const Limits& limits) {
  if (near && !near->empty()) {
    if (auto sample = search.at(*near)) return sample;
    if (auto sample = search.from(start_at(*near, variables), true)) return sample;
  }
  RandomStarts starts(seed);
  for (int i = 0; i < most_starts && !limits.is_over(); ++i) {
    if (auto sample = search.from(starts.next(variables.size()), false)) return sample;
  }
  return std::nullopt;
}

}  // namespace

namespace detail {

std::optional<RealPoint> regular_real_point(const Ideal& prime,
                                            std::size_t codimension,
                                            const std::optional<Point>& near,
                                            const RealSearch& options,
                                            const Limits& limits) {
  Search search(prime, prime.generators(), codimension, limits);
  const auto& variables = prime.variables();
  auto found = find_sample(search, variables, near, options.seed, options.starts, limits);
  return found ? std::move(found->sample) : std::nullopt;
}

}  // namespace detail

RealPoints real_points(const Ideal& prime,
                       const std::optional<Point>& near,
                       std::uint64_t seed,
                       const Limits& limits) {
  if (limits.is_over()) return {};
  std::vector<Polynomial> equations;
  equations.reserve(prime.generators().size());
  for (const Polynomial& generator : prime.generators()) {
    if (!generator.is_zero()) equations.push_back(generator);
  }
  if (std::optional<RealPoints> answer = refute(equations, limits)) return *answer;
  constexpr int most_starts = 40;
  Search search(prime, equations, 0, limits);
  if (auto answer = find_sample(search, prime.variables(), near, seed, most_starts, limits)) {
    return *answer;
  }
  const Outcome<std::vector<Polynomial>> basis =
      prime.groebner_basis(limits.spend(&Effort::real_quotient));
  if (!basis) return {};
  return refute(basis.value(), limits).value_or(RealPoints{});
}

}  // namespace leafwise::algebra
