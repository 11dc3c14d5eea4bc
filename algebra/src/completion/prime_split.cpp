// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/prime_split.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/affine_rows.hpp"
#include "geometry/minor_locus.hpp"

namespace leafwise::algebra::detail {

namespace {

/// The lemma saves a decomposition; if it does not apply at once, that is the better way.
constexpr std::chrono::milliseconds lemma_time{1500};
constexpr std::size_t most_conditions = 8;

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

int dimension_over(const Filtration& filtration, int dimension) {
  return dimension - static_cast<int>(filtration.parameters.size());
}

}  // namespace

/// P prime, F = M·v + b with v new and rank M full everywhere on V(P): P + F is prime, its variety
/// an affine bundle over V(P).
std::optional<BasePart> BaseSplitter::by_linear_extension(const BasePart& parent,
                                                          const std::vector<Polynomial>& conditions,
                                                          const Limits& limits) const {
  const Ideal& base = parent.base;
  const Limits short_limits = limits.at_most(lemma_time);
  const std::vector<Variable> fresh = new_variables(base, conditions);
  const bool applies =
      !fresh.empty() && conditions.size() <= std::min(most_conditions, fresh.size());
  if (!applies || !is_affine_in(conditions, fresh)) return std::nullopt;
  PolynomialMatrix matrix;
  matrix.reserve(conditions.size());
  for (const Polynomial& condition : conditions) {
    matrix.push_back(row_from(condition, fresh).coefficients);
  }
  const auto is_enough = [&](const Ideal& ideal) -> Outcome<bool> {
    const Outcome<int> dimension = ideal.dimension(short_limits);
    if (!dimension) return Unable{dimension.reason()};
    return dimension.value() < 0;
  };
  const Outcome<Ideal> drops = add_minors(base, matrix, conditions.size(), is_enough, short_limits);
  if (!drops) return std::nullopt;
  const Outcome<int> dimension = drops.value().dimension(short_limits);
  if (!dimension || dimension.value() >= 0) return std::nullopt;
  BasePart part{Ideal(base.variables(), joined(base.generators(), conditions), base.engine())};
  const Outcome<int> whole = part.base.dimension(limits);
  if (!whole) return std::nullopt;
  part.dimension = dimension_over(filtration_, whole.value());
  // A bundle with affine spaces as fibres: as irreducible as what it lies over.
  part.prime = parent.prime;
  part.absolutely_prime = parent.absolutely_prime;
  part.verified = parent.verified;
  part.verified_by = parent.verified_by;
  part.verified_by.emplace_back("linear extension");
  part.how = "linear extension";
  return part;
}

BaseSplit BaseSplitter::split(const BasePart& parent,
                              const std::vector<Polynomial>& conditions,
                              const Limits& limits) const {
  BaseSplit result;
  const Ideal& base = parent.base;
  const Ideal sum(base.variables(), joined(base.generators(), conditions), base.engine());
  if (auto part = by_linear_extension(parent, conditions, limits)) {
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
