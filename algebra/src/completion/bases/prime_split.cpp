// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/prime_split.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/bases/tower_point.hpp"
#include "completion/rows/affine_rows.hpp"
#include "completion/rows/independent_rows.hpp"
#include "decomposition/prove/modular_cover.hpp"
#include "decomposition/tower/tower_proof.hpp"
#include "geometry/minor_locus.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"
#include "number/random_choices.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Of such whose coefficients are not constant.
constexpr std::size_t most_conditions = 60;

std::vector<Polynomial> joined(const std::vector<Polynomial>& left,
                               const std::vector<Polynomial>& right) {
  std::vector<Polynomial> result = left;
  result.insert(result.end(), right.begin(), right.end());
  return result;
}

/// Whether the rank is nowhere less than this, which is that in general.
Outcome<bool> has_constant_rank(const Ideal& base,
                                const PolynomialMatrix& matrix,
                                std::size_t rank,
                                const Limits& limits) {
  if (rank == matrix.size()) return are_rows_independent(base, matrix, limits);
  const auto is_empty = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  const Outcome<Ideal> drops = add_minors(base, matrix, rank, is_empty, limits);
  return drops ? is_empty(drops.value()) : Outcome<bool>(Unable{drops.reason()});
}

int dimension_over(const Filtration& filtration, int dimension) {
  return dimension - static_cast<int>(filtration.parameters.size());
}

}  // namespace

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

PrimeComponent BaseSplitter::extended(const PrimeComponent& parent,
                                      Ideal ideal,
                                      int dimension,
                                      const char* how) {
  PrimeComponent part{std::move(ideal)};
  part.dimension = dimension;
  // Fibres over V(P) that are affine spaces, almost everywhere: as irreducible as what it lies
  // over.
  part.prime = parent.prime;
  part.absolutely_prime = parent.absolutely_prime;
  part.verified = parent.verified;
  part.verified_by = parent.verified_by;
  part.verified_by.emplace_back(how);
  part.path = {how};
  part.probable = parent.probable;
  return part;
}

/// P prime, F = M·v + b with v new and rank [M | b] = rank M the same everywhere on V(P): P + F is
/// prime, its variety an affine bundle over V(P).
std::optional<PrimeComponent> BaseSplitter::by_linear_extension(
    const PrimeComponent& parent,
    const std::vector<Polynomial>& conditions,
    const std::vector<Variable>& fresh,
    const Limits& limits) const {
  const Ideal& base = parent.ideal;
  // Decompositions in many new variables are hopeless: then the lemma may take longer.
  // Where not even a basis can be had, engines do not tell where ranks drop.
  const bool is_only_hope = conditions.size() > 3 && !base.is_basis_out_of_reach();
  const Limits shortly = limits.spend(is_only_hope ? &Effort::only_lemma : &Effort::lemma);
  std::vector<AffineRow> rows;
  rows.reserve(conditions.size());
  for (const Polynomial& condition : conditions) rows.push_back(row_from(condition, fresh));
  const Outcome<Condensed> small = condensed(rows, base, shortly);
  if (!small || !small.value().conditions.empty()) return std::nullopt;
  const std::vector<AffineRow>& core = small.value().core;
  if (core.size() > most_conditions && !base.is_basis_out_of_reach()) return std::nullopt;
  std::size_t core_rank = 0;
  if (!core.empty()) {
    const Outcome<RankOverField> rank = generic_rank(core, base, shortly);
    if (!rank || !rank.value().leftovers.empty()) return std::nullopt;
    core_rank = rank.value().rank;
    PolynomialMatrix matrix;
    matrix.reserve(core.size());
    for (const AffineRow& row : core) matrix.push_back(row.coefficients.dense());
    const Outcome<bool> constant = has_constant_rank(base, matrix, core_rank, shortly);
    if (!constant || !constant.value()) return std::nullopt;
  }
  const auto rank = static_cast<int>(small.value().solved.size() + core_rank);
  Ideal ideal(base.variables(), joined(base.generators(), conditions), base.engine());
  PolynomialMatrix coefficients;
  std::vector<Polynomial> constants;
  for (const AffineRow& row : rows) {
    coefficients.push_back(row.coefficients.dense());
    constants.push_back(row.rest);
  }
  remember_point_over(base, ideal, coefficients, constants, fresh);
  ideal.remember_part(base);
  remember_extension(base, ideal, rank);
  return extended(parent, std::move(ideal), parent.dimension - rank, "linear extension");
}

/// P prime, f = m·v + b with v new. Where m and b vanish together, fibres are lines: of a set of
/// codimension 2 they are too small to be a component, and of none at all they are not there. What
/// is left is the closure of a graph over V(P).
std::optional<PrimeComponent> BaseSplitter::by_graph(const PrimeComponent& parent,
                                                     const Polynomial& condition,
                                                     const std::vector<Variable>& fresh,
                                                     const Limits& limits) const {
  const Ideal& base = parent.ideal;
  const Limits shortly = limits.spend(&Effort::lemma);
  for (const Variable& variable : fresh) {
    if (!is_affine_in({condition}, {variable})) continue;
    const AffineRow row = row_from(condition, {variable});
    const Polynomial& slope_of_fibre = row.coefficients[0];
    const std::set<Variable> in_slope = slope_of_fibre.variables();
    const std::set<Variable> in_rest = row.rest.variables();
    const bool alone = std::none_of(fresh.begin(), fresh.end(), [&](const Variable& other) {
      return in_slope.contains(other) || in_rest.contains(other);
    });
    if (!alone) continue;
    const Outcome<bool> flat = base.contains(slope_of_fibre, shortly);
    if (!flat || flat.value()) continue;
    const Ideal indefinite(
        base.variables(), joined(base.generators(), {slope_of_fibre, row.rest}), base.engine());
    const Outcome<int> dimension = indefinite.dimension(shortly);
    if (!dimension) continue;
    // The fresh variables count in the dimensions of both.
    const int bundle = dimension_over(filtration_, dimension.value());
    const bool nowhere = dimension.value() < 0;
    if (!nowhere && bundle > parent.dimension - 2) continue;
    Ideal ideal(base.variables(), joined(base.generators(), {condition}), base.engine());
    if (!nowhere) {
      const Ideal slope(base.variables(), {slope_of_fibre}, base.engine());
      const Outcome<Ideal> closure = saturation(ideal, slope, shortly);
      if (!closure) continue;
      ideal = closure.value();
    }
    remember_point_over(base, ideal, {{slope_of_fibre}}, {row.rest}, {variable});
    return extended(parent, std::move(ideal), parent.dimension - 1, "graph over what was there");
  }
  return std::nullopt;
}

/// Each condition by itself: roots, then what is said with them.
std::optional<PrimeComponent> BaseSplitter::one_by_one(const PrimeComponent& parent,
                                                       std::vector<Polynomial> conditions,
                                                       const Limits& limits) const {
  PrimeComponent part = parent;
  while (!conditions.empty()) {
    // The fewest new variables first: it needs those least that the others define.
    const auto next = std::min_element(
        conditions.begin(), conditions.end(), [&](const Polynomial& a, const Polynomial& b) {
          return new_variables(part.ideal, {a}).size() < new_variables(part.ideal, {b}).size();
        });
    std::optional<PrimeComponent> longer = by_lemmas(part, {*next}, limits);
    // Of one equation alone a decomposition tells more: whether it is irreducible over ℂ.
    if (!longer) {
      const std::vector<Variable> fresh = new_variables(part.ideal, {*next});
      longer = by_irreducible_equation(part, *next, fresh, limits);
    }
    if (!longer) return std::nullopt;
    part = std::move(*longer);
    conditions.erase(next);
  }
  return part;
}

std::optional<PrimeComponent> BaseSplitter::by_lemmas(const PrimeComponent& parent,
                                                      const std::vector<Polynomial>& conditions,
                                                      const Limits& limits) const {
  const std::vector<Variable> fresh = new_variables(parent.ideal, conditions);
  if (fresh.empty() || parent.dimension < 0) return std::nullopt;
  if (is_affine_in(conditions, fresh)) {
    if (auto part = by_linear_extension(parent, conditions, fresh, limits)) return part;
    if (parent.ideal.is_basis_out_of_reach() && conditions.size() > 1) return std::nullopt;
  }
  if (conditions.size() > most_conditions) return std::nullopt;
  if (conditions.size() > 1) return one_by_one(parent, conditions, limits);
  return by_graph(parent, conditions.front(), fresh, limits);
}

/// Conditions in new variables, velocities over positions, over what is no prime, or where they
/// could not be split: what was left whole is no easier to split than before.
std::optional<PrimeComponent> BaseSplitter::left_whole(const PrimeComponent& parent,
                                                       const std::vector<Polynomial>& conditions,
                                                       const Ideal& sum,
                                                       const Limits& limits) const {
  const std::vector<Variable> fresh = new_variables(parent.ideal, conditions);
  if (fresh.empty() || !is_affine_in(conditions, fresh)) return std::nullopt;
  const auto point = modular_point(parent.ideal, limits);
  if (!point || !point.value()) return std::nullopt;
  PolynomialMatrix coefficients;
  std::vector<Polynomial> constants;
  RowsAtPoint independent(*point.value());
  for (const Polynomial& condition : conditions) {
    AffineRow row = row_from(condition, fresh);
    coefficients.push_back(row.coefficients.dense());
    constants.push_back(std::move(row.rest));
    if (!independent.add(coefficients.back())) return std::nullopt;
  }
  remember_point_over(parent.ideal, sum, coefficients, constants, fresh);
  sum.remember_part(parent.ideal);
  if (parent.ideal.is_basis_out_of_reach()) sum.remember_basis_is_out_of_reach();
  PrimeComponent part =
      extended(parent, sum, parent.dimension - static_cast<int>(conditions.size()), "left whole");
  part.prime = Truth::unknown;
  part.absolutely_prime = Truth::unknown;
  part.verified = false;
  part.verified_by.clear();
  return part;
}

PrimeComponent part_from(PrimeComponent component, std::string how) {
  remember_point_of_tower(component.ideal);
  component.path = {std::move(how)};
  return component;
}

std::string how_told(const PrimeComponent& part) {
  return part.path.empty() ? std::string() : part.path.front();
}

void leave_whole_if_unfinished(const Ideal& ideal, Decomposition& found, const Limits& limits) {
  const bool all_prime = std::all_of(
      found.components.begin(), found.components.end(), [](const PrimeComponent& component) {
        return component.prime == Truth::yes;
      });
  if (all_prime) return;
  const Outcome<int> dimension = ideal.dimension(limits);
  if (!dimension) return;
  PrimeComponent whole{ideal};
  const auto& variables = ideal.variables();
  const auto parameters = std::count_if(variables.begin(), variables.end(), [](const Variable& v) {
    return v.role == Role::parameter;
  });
  whole.dimension = dimension.value() - static_cast<int>(parameters);
  whole.path = {left_whole_words};
  found.components = {std::move(whole)};
  found.unexplored.clear();
}

BaseSplit BaseSplitter::split(const PrimeComponent& parent,
                              const std::vector<Polynomial>& conditions,
                              const Limits& limits) const {
  BaseSplit result;
  const Ideal& base = parent.ideal;
  const Ideal sum(base.variables(), joined(base.generators(), conditions), base.engine());
  if (!options_.split) {
    const Outcome<int> dimension = sum.dimension(limits.spend(&Effort::lemma));
    if (dimension && dimension.value() < 0) return result;
    PrimeComponent whole{sum};
    // An upper bound where it is not known.
    whole.dimension = dimension ? dimension_over(filtration_, dimension.value()) : parent.dimension;
    whole.path = {"kept whole"};
    result.parts.push_back(std::move(whole));
    return result;
  }
  if (auto part = by_lemmas(parent, conditions, limits)) {
    result.parts.push_back(std::move(*part));
    return result;
  }
  if (parent.prime != Truth::yes || base.is_basis_out_of_reach()) {
    if (auto part = left_whole(parent, conditions, sum, limits)) {
      result.parts.push_back(std::move(*part));
      return result;
    }
  }
  if (auto parts = by_rank(parent, conditions, sum, limits)) return std::move(*parts);
  const std::vector<Variable> fresh = new_variables(base, conditions);
  const bool is_extension = parent.prime == Truth::yes && parent.dimension >= 0 && !fresh.empty() &&
                            is_affine_in(conditions, fresh);
  DecompositionOptions options;
  options.point = options_.point;
  options.seed = options_.seed;
  options.cache = options_.cache;
  options.use_cache = options_.use_cache;
  Decomposition found =
      minimal_primes(sum, options, is_extension ? limits.spend(&Effort::extension) : limits);
  if (is_extension && !found.complete) {
    if (auto parts = by_dominating_part(parent, conditions, sum, limits)) return *parts;
    found = minimal_primes(sum, options, limits.spend(&Effort::last_decomposition));
    auto part = found.complete ? std::nullopt : left_whole(parent, conditions, sum, limits);
    if (part) {
      result.parts.push_back(std::move(*part));
      return result;
    }
  }
  join_unexplored(sum, found, limits);
  result.unexplored = std::move(found.unexplored);
  leave_whole_if_unfinished(sum, found, limits);
  std::vector<std::string> words = words_on_parts(found);
  for (std::size_t i = 0; i < found.components.size(); ++i) {
    result.parts.push_back(part_from(std::move(found.components[i]), std::move(words[i])));
  }
  return result;
}

}  // namespace leafwise::algebra::detail
