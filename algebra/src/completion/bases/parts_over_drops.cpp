// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "completion/bases/dominating_part.hpp"
#include "completion/bases/prime_split.hpp"
#include "completion/rows/affine_rows.hpp"
#include "geometry/minor_locus.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"
#include "number/random_choices.hpp"

/// Affine conditions on new variables over a prime where they lose rank in some places: positions
/// with nodes, and velocities. What lies over all positions, then what lies over those places.
namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

constexpr const char* not_here_words = "it does not hold the point";
constexpr const char* open_words = "where the conditions lose rank, there may be more";

PolynomialMatrix extended_rows(const std::vector<Polynomial>& conditions,
                               const std::vector<Variable>& fresh) {
  std::vector<AffineRow> rows;
  rows.reserve(conditions.size());
  for (const Polynomial& condition : conditions) rows.push_back(row_from(condition, fresh));
  return augmented_matrix(rows);
}

/// Where the conditions' coefficients lose rank.
Outcome<Ideal> drops_of(const Ideal& base,
                        const std::vector<Polynomial>& conditions,
                        const std::vector<Variable>& fresh,
                        const Limits& limits) {
  PolynomialMatrix matrix = extended_rows(conditions, fresh);
  for (std::vector<Polynomial>& row : matrix) row.pop_back();
  const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  return add_minors(base, matrix, matrix.size(), is_unit, limits);
}

Ideal with(const Ideal& ideal, const std::vector<Polynomial>& further) {
  std::vector<Polynomial> generators = ideal.generators();
  generators.insert(generators.end(), further.begin(), further.end());
  return {ideal.variables(), std::move(generators), ideal.engine()};
}

bool is_off(const Ideal& ideal, const std::optional<Point>& point) {
  if (!point) return false;
  const auto& generators = ideal.generators();
  return std::any_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
    return point->vanishes(generator) == Truth::no;
  });
}

}  // namespace

std::optional<BaseSplit> BaseSplitter::by_dominating_part(const PrimeComponent& parent,
                                                          const std::vector<Polynomial>& conditions,
                                                          const Ideal& sum,
                                                          const Limits& limits) const {
  const std::vector<Variable> fresh = new_variables(parent.ideal, conditions);
  const Outcome<Ideal> ideal =
      dominating_part(parent.ideal, conditions, fresh, limits.spend(&Effort::dominating_part));
  if (!ideal) return std::nullopt;
  PolynomialMatrix coefficients = extended_rows(conditions, fresh);
  std::vector<Polynomial> constants;
  for (std::vector<Polynomial>& row : coefficients) {
    constants.push_back(std::move(row.back()));
    row.pop_back();
  }
  remember_point_over(parent.ideal, ideal.value(), coefficients, constants, fresh);
  ideal.value().remember_part(parent.ideal);
  const int dimension = parent.dimension - static_cast<int>(conditions.size());
  PrimeComponent main = extended(parent, ideal.value(), dimension, "closure of a linear extension");
  const Outcome<Evidence> none = nothing_over_drops(parent, conditions, fresh, limits);
  const bool is_probable = none && none.value() == Evidence::probable;
  if (is_probable) main.probable.push_back(probably("nothing more where conditions lose rank"));
  BaseSplit result;
  if (!is_probable && !(none && none.value() == Evidence::proved)) {
    result = parts_over_drops(parent, conditions, sum, dimension, limits);
  }
  if (is_off(main.ideal, options_.point)) {
    result.unexplored.push_back({main.ideal, not_here_words});
  } else {
    result.parts.insert(result.parts.begin(), std::move(main));
  }
  return result;
}

/// As many equations as the main component has less dimensions cut out V(P + F) of V(P) and the new
/// variables: no component is smaller than that one (Krull).
Outcome<Evidence> BaseSplitter::nothing_over_drops(const PrimeComponent& parent,
                                                   const std::vector<Polynomial>& conditions,
                                                   const std::vector<Variable>& fresh,
                                                   const Limits& limits) const {
  const int bound = parent.dimension + static_cast<int>(filtration_.parameters.size()) - 1;
  return are_dependences_below(parent.ideal,
                               extended_rows(conditions, fresh),
                               bound,
                               limits.spend(&Effort::drops_of_extension));
}

BaseSplit BaseSplitter::parts_over_drops(const PrimeComponent& parent,
                                         const std::vector<Polynomial>& conditions,
                                         const Ideal& sum,
                                         int dimension,
                                         const Limits& limits) const {
  BaseSplit result;
  const std::vector<Variable> fresh = new_variables(parent.ideal, conditions);
  const Outcome<Ideal> locus =
      drops_of(parent.ideal, conditions, fresh, limits.spend(&Effort::drops_of_extension));
  // Steered, nobody looks where the point is not.
  if (locus && is_off(locus.value(), options_.point)) {
    result.unexplored.push_back({with(locus.value(), conditions), not_here_words});
    return result;
  }
  if (!locus) {
    result.unexplored.push_back({sum, open_words});
    return result;
  }
  DecompositionOptions options;
  options.seed = options_.seed;
  options.cache = options_.cache;
  options.use_cache = options_.use_cache;
  const Decomposition places =
      minimal_primes(locus.value(), options, limits.spend(&Effort::parts_over_drops));
  if (!places.complete) result.unexplored.push_back({sum, open_words});
  for (const PrimeComponent& place : places.components) {
    if (!places.complete) break;
    PrimeComponent below = part_from(place, "prime");
    const Ideal over = with(below.ideal, conditions);
    auto part = by_linear_extension(below, conditions, fresh, limits);
    if (part && part->dimension >= dimension) {
      if (is_off(part->ideal, options_.point)) {
        result.unexplored.push_back({part->ideal, not_here_words});
      } else {
        result.parts.push_back(std::move(*part));
      }
    }
    if (part) continue;
    const Outcome<int> size = over.dimension(limits.spend(&Effort::dimension_over_drops));
    const int parameters = static_cast<int>(filtration_.parameters.size());
    if (!size || size.value() - parameters >= dimension) {
      result.unexplored.push_back({over, open_words});
    }
  }
  return result;
}

}  // namespace leafwise::algebra::detail
