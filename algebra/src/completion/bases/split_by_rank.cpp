// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "completion/bases/prime_split.hpp"
#include "completion/rows/affine_rows.hpp"
#include "decomposition/simplify/readable_generators.hpp"
#include "geometry/minor_locus.hpp"

/// Velocities over positions with a singular point: a linkage that can lie flat, and whose
/// positions do not split.
namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t most_conditions = 12;

/// The same ideal by the generators that people want to read, none of which can be left out: what
/// saturation gives are many more.
Ideal with_few_generators(const Ideal& ideal, const Ideal& given, const Limits& limits) {
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return ideal;
  ReadableGenerators few =
      readable_generators(ideal, given.generators(), limits.spend(&Effort::few_generators));
  Ideal result(ideal.variables(), std::move(few.polynomials), ideal.engine());
  result.remember(known.value());
  return result;
}

}  // namespace

/// P prime, F = M·v + b with v new and M of full rank, though not everywhere. Where the pivots of
/// an elimination of M do not vanish, P + F is an affine bundle over V(P), and its closure is
/// prime. What is not in it lies over the zeros of the minors, which have a smaller dimension: the
/// fibres are larger there, and may be components of their own.
std::optional<BaseSplit> BaseSplitter::by_rank(const PrimeComponent& parent,
                                               const std::vector<Polynomial>& conditions,
                                               const Ideal& sum,
                                               const Limits& limits) const {
  const std::vector<Variable> fresh = new_variables(parent.ideal, conditions);
  if (parent.prime != Truth::yes || fresh.empty() || conditions.size() > most_conditions ||
      !is_affine_in(conditions, fresh)) {
    return std::nullopt;
  }
  const Limits shortly = limits.spend(&Effort::split_by_rank);
  std::vector<AffineRow> rows;
  rows.reserve(conditions.size());
  for (const Polynomial& condition : conditions) rows.push_back(row_from(condition, fresh));
  const Outcome<Condensed> small = condensed(rows, parent.ideal, shortly);
  if (!small || !small.value().conditions.empty() || small.value().core.empty()) {
    return std::nullopt;
  }
  const std::vector<AffineRow>& core = small.value().core;
  const Outcome<RankOverField> rank = rank_over_field(core, parent.ideal, shortly);
  if (!rank || rank.value().rank != core.size() || !rank.value().has_pivots) return std::nullopt;
  Outcome<Ideal> closure = sum;
  for (const Polynomial& pivot : rank.value().pivots) {
    if (pivot.is_constant()) continue;
    const Ideal zeros(sum.variables(), {pivot}, sum.engine());
    closure = saturation(closure.value(), zeros, shortly);
    if (!closure) return std::nullopt;
  }
  const int lost = static_cast<int>(small.value().solved.size() + core.size());
  BaseSplit result;
  result.parts.push_back(extended(
      parent, closure.value(), parent.dimension - lost, "linear extension where the rank is full"));
  if (!add_parts_over_drops(parent, conditions, core, result, shortly)) return std::nullopt;
  // Last: what people want to read may take longer than what is so.
  result.parts.front().ideal = with_few_generators(closure.value(), sum, limits);
  return result;
}

/// The components over the zeros of the minors that are not in the first part. False: a limit.
bool BaseSplitter::add_parts_over_drops(const PrimeComponent& parent,
                                        const std::vector<Polynomial>& conditions,
                                        const std::vector<AffineRow>& core,
                                        BaseSplit& result,
                                        const Limits& limits) const {
  PolynomialMatrix matrix;
  matrix.reserve(core.size());
  for (const AffineRow& row : core) matrix.push_back(row.coefficients.dense());
  const auto never = [](const Ideal&) -> Outcome<bool> { return false; };
  const Outcome<Ideal> drops = add_minors(parent.ideal, matrix, core.size(), never, limits);
  if (!drops) return false;
  DecompositionOptions options;
  options.seed = options_.seed;
  options.cache = options_.cache;
  options.use_cache = options_.use_cache;
  Decomposition found = minimal_primes(drops.value(), options, limits);
  const Ideal closure = result.parts.front().ideal;
  for (PrimeComponent& component : found.components) {
    if (component.prime != Truth::yes) return false;
    const PrimeComponent over = part_from(std::move(component), "over a drop of rank");
    BaseSplit further = split(over, conditions, limits);
    if (!further.unexplored.empty()) return false;
    for (PrimeComponent& part : further.parts) {
      const Outcome<bool> inside = is_subset(closure, part.ideal, limits);
      if (part.prime != Truth::yes || !inside) return false;
      if (!inside.value()) result.parts.push_back(std::move(part));
    }
  }
  return found.unexplored.empty();
}

}  // namespace leafwise::algebra::detail
