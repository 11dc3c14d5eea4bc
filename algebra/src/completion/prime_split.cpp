// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/prime_split.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <utility>

#include "completion/affine_rows.hpp"
#include "geometry/minor_locus.hpp"

namespace leafwise::algebra::detail {

namespace {

/// The lemma saves a decomposition; if it does not apply at once, that is the better way.
constexpr std::chrono::milliseconds lemma_time{1500};
constexpr std::chrono::milliseconds long_lemma_time{10000};
constexpr std::size_t most_conditions = 60;

/// Variables of the conditions that the ideal does not know.
std::vector<Variable> new_variables(const Ideal& base, const std::vector<Polynomial>& conditions) {
  std::set<Variable> known;
  for (const Polynomial& generator : base.generators()) {
    const std::set<Variable> used = generator.variables();
    known.insert(used.begin(), used.end());
  }
  std::set<Variable> fresh;
  for (const Polynomial& condition : conditions) {
    for (const Variable& variable : condition.variables()) {
      if (variable.role == Role::unknown && !known.contains(variable)) fresh.insert(variable);
    }
  }
  return {fresh.begin(), fresh.end()};
}

bool is_affine_in(const std::vector<Polynomial>& polynomials,
                  const std::vector<Variable>& variables) {
  for (const Polynomial& polynomial : polynomials) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
      unsigned degree = 0;
      for (const Variable& variable : variables) degree += monomial.exponent_of(variable);
      if (degree > 1) return false;
    }
  }
  return true;
}

std::vector<Polynomial> joined(const std::vector<Polynomial>& left,
                               const std::vector<Polynomial>& right) {
  std::vector<Polynomial> result = left;
  result.insert(result.end(), right.begin(), right.end());
  return result;
}

std::function<Outcome<bool>(const Ideal&)> is_empty(const Limits& limits) {
  return [limits](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
}

int dimension_over(const Filtration& filtration, int dimension) {
  return dimension - static_cast<int>(filtration.parameters.size());
}

}  // namespace

BasePart BaseSplitter::extended(const BasePart& parent,
                                Ideal ideal,
                                int dimension,
                                const char* how) {
  BasePart part{std::move(ideal)};
  part.dimension = dimension;
  // Fibres over V(P) that are affine spaces, almost everywhere: as irreducible as what it lies
  // over.
  part.prime = parent.prime;
  part.absolutely_prime = parent.absolutely_prime;
  part.verified = parent.verified;
  part.verified_by = parent.verified_by;
  part.verified_by.emplace_back(how);
  part.how = how;
  return part;
}

/// P prime, F = M·v + b with v new and rank [M | b] = rank M the same everywhere on V(P): P + F is
/// prime, its variety an affine bundle over V(P).
std::optional<BasePart> BaseSplitter::by_linear_extension(const BasePart& parent,
                                                          const std::vector<Polynomial>& conditions,
                                                          const std::vector<Variable>& fresh,
                                                          const Limits& limits) const {
  const Ideal& base = parent.base;
  // Decompositions in many new variables are hopeless: then the lemma may take longer.
  const bool is_only_hope = conditions.size() > 3;
  const Limits shortly = limits.at_most(is_only_hope ? long_lemma_time : lemma_time);
  std::vector<AffineRow> rows;
  rows.reserve(conditions.size());
  for (const Polynomial& condition : conditions) rows.push_back(row_from(condition, fresh));
  const Outcome<Condensed> small = condensed(rows, base, shortly);
  if (!small || !small.value().conditions.empty()) return std::nullopt;
  const std::vector<AffineRow>& core = small.value().core;
  std::size_t core_rank = 0;
  if (!core.empty()) {
    const Outcome<RankOverField> rank = rank_over_field(core, base, shortly);
    if (!rank || !rank.value().leftovers.empty()) return std::nullopt;
    core_rank = rank.value().rank;
    PolynomialMatrix matrix;
    matrix.reserve(core.size());
    for (const AffineRow& row : core) matrix.push_back(row.coefficients);
    const Outcome<Ideal> drops = add_minors(base, matrix, core_rank, is_empty(shortly), shortly);
    const Outcome<bool> none =
        drops ? is_empty(shortly)(drops.value()) : Outcome<bool>(Unable{drops.reason()});
    if (!none || !none.value()) return std::nullopt;
  }
  const auto rank = static_cast<int>(small.value().solved.size() + core_rank);
  Ideal ideal(base.variables(), joined(base.generators(), conditions), base.engine());
  return extended(parent, std::move(ideal), parent.dimension - rank, "linear extension");
}

/// P prime, f = m·v + b with v new. Where m and b vanish together, fibres are lines: of a set of
/// codimension 2 they are too small to be a component, and of none at all they are not there. What
/// is left is the closure of a graph over V(P).
std::optional<BasePart> BaseSplitter::by_graph(const BasePart& parent,
                                               const Polynomial& condition,
                                               const std::vector<Variable>& fresh,
                                               const Limits& limits) const {
  const Ideal& base = parent.base;
  const Limits shortly = limits.at_most(lemma_time);
  for (const Variable& variable : fresh) {
    if (!is_affine_in({condition}, {variable})) continue;
    const AffineRow row = row_from(condition, {variable});
    const std::set<Variable> in_slope = row.coefficients.front().variables();
    const std::set<Variable> in_rest = row.rest.variables();
    const bool alone = std::none_of(fresh.begin(), fresh.end(), [&](const Variable& other) {
      return in_slope.contains(other) || in_rest.contains(other);
    });
    if (!alone) continue;
    const Outcome<bool> flat = base.contains(row.coefficients.front(), shortly);
    if (!flat || flat.value()) continue;
    const Ideal indefinite(base.variables(),
                           joined(base.generators(), {row.coefficients.front(), row.rest}),
                           base.engine());
    const Outcome<int> dimension = indefinite.dimension(shortly);
    if (!dimension) continue;
    // The fresh variables count in the dimensions of both.
    const int bundle = dimension_over(filtration_, dimension.value());
    const bool nowhere = dimension.value() < 0;
    if (!nowhere && bundle > parent.dimension - 2) continue;
    Ideal ideal(base.variables(), joined(base.generators(), {condition}), base.engine());
    if (!nowhere) {
      const Ideal slope(base.variables(), {row.coefficients.front()}, base.engine());
      const Outcome<Ideal> closure = saturation(ideal, slope, shortly);
      if (!closure) continue;
      ideal = closure.value();
    }
    return extended(parent, std::move(ideal), parent.dimension - 1, "graph over what was there");
  }
  return std::nullopt;
}

std::optional<BasePart> BaseSplitter::by_lemmas(const BasePart& parent,
                                                const std::vector<Polynomial>& conditions,
                                                const Limits& limits) const {
  const std::vector<Variable> fresh = new_variables(parent.base, conditions);
  if (fresh.empty() || parent.dimension < 0 || conditions.size() > most_conditions) {
    return std::nullopt;
  }
  if (is_affine_in(conditions, fresh)) {
    if (auto part = by_linear_extension(parent, conditions, fresh, limits)) return part;
  }
  if (conditions.size() > 1) return std::nullopt;
  return by_graph(parent, conditions.front(), fresh, limits);
}

BaseSplit BaseSplitter::split(const BasePart& parent,
                              const std::vector<Polynomial>& conditions,
                              const Limits& limits) const {
  BaseSplit result;
  const Ideal& base = parent.base;
  const Ideal sum(base.variables(), joined(base.generators(), conditions), base.engine());
  if (!options_.split) {
    const Outcome<int> dimension = sum.dimension(limits);
    if (dimension && dimension.value() < 0) return result;
    BasePart whole{sum};
    // An upper bound where it is not known.
    whole.dimension = dimension ? dimension_over(filtration_, dimension.value()) : parent.dimension;
    whole.how = "kept whole";
    result.parts.push_back(std::move(whole));
    return result;
  }
  if (auto part = by_lemmas(parent, conditions, limits)) {
    result.parts.push_back(std::move(*part));
    return result;
  }
  DecompositionOptions options;
  options.point = options_.point;
  options.seed = options_.seed;
  options.cache = options_.cache;
  options.use_cache = options_.use_cache;
  Decomposition found = minimal_primes(sum, options, limits);
  result.unexplored = std::move(found.unexplored);
  for (PrimeComponent& component : found.components) {
    BasePart part{std::move(component.ideal)};
    part.dimension = component.dimension;
    part.prime = component.prime;
    part.absolutely_prime = component.absolutely_prime;
    part.verified = component.verified;
    part.verified_by = std::move(component.verified_by);
    part.how = component.path.empty() ? "prime" : component.path.back();
    result.parts.push_back(std::move(part));
  }
  return result;
}

}  // namespace leafwise::algebra::detail
