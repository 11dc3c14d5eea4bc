// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>
#include <vector>

#include "completion/rows/affine_rows.hpp"
#include "geometry/jacobian.hpp"
#include "geometry/minor_locus.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra {

namespace {

using detail::Minors;
using detail::PolynomialMatrix;

/// More minors than this are no shorter way than elimination.
constexpr std::size_t most_minors = 2000;

Outcome<Ideal> saturated_by(Ideal ideal,
                            const std::vector<Polynomial>& pivots,
                            const Limits& limits) {
  for (const Polynomial& pivot : pivots) {
    const std::set<Variable> used = pivot.variables();
    const auto& known = ideal.variables();
    const bool fits = std::all_of(used.begin(), used.end(), [&](const Variable& variable) {
      return std::find(known.begin(), known.end(), variable) != known.end();
    });
    if (!fits) continue;
    const Outcome<Ideal> next =
        saturation(ideal, Ideal(ideal.variables(), {pivot}, ideal.engine()), limits);
    if (!next) return next;
    ideal = next.value();
  }
  return ideal;
}

std::size_t subsets(std::size_t size, std::size_t count) {
  std::size_t result = 1;
  for (std::size_t i = 1; i <= size; ++i) {
    result = result * (count - size + i) / i;
    if (result > most_minors) return most_minors + 1;
  }
  return result;
}

/// What is left of rows A·λ + r = 0 without λ, where A has as many columns as its rank everywhere:
/// the minors of [A | r] of one size more.
class WithoutMultipliers {
 public:
  WithoutMultipliers(const Leaf& leaf, const Limits& limits) : leaf_(leaf), limits_(limits) {
    for (const Polynomial& row : leaf.linear) {
      detail::AffineRow parts = detail::row_from(row, leaf.multipliers);
      if (!parts.has_graph_variables()) {
        others_.push_back(row);
        continue;
      }
      coefficients_.push_back(parts.coefficients.dense());
      parts.coefficients.append(parts.rest);
      extended_.push_back(parts.coefficients.dense());
    }
  }

  /// Whether the multipliers are determined at every point of the base.
  [[nodiscard]] bool applies() const {
    const std::size_t count = leaf_.multipliers.size();
    const auto& base = leaf_.base.variables();
    const bool are_in_graph = std::all_of(
        leaf_.multipliers.begin(), leaf_.multipliers.end(), [&](const Variable& multiplier) {
          return std::find(base.begin(), base.end(), multiplier) == base.end();
        });
    if (!are_in_graph) return false;
    if (coefficients_.size() < count || subsets(count + 1, extended_.size()) > most_minors) {
      return false;
    }
    const auto is_unit = [&](const Ideal& ideal) -> Outcome<bool> {
      const Outcome<int> dimension = ideal.dimension(limits_);
      if (!dimension) return Unable{dimension.reason()};
      return dimension.value() < 0;
    };
    const Outcome<Ideal> drops =
        detail::add_minors(leaf_.base, coefficients_, count, is_unit, limits_);
    if (!drops) return false;
    const Outcome<bool> none = is_unit(drops.value());
    return none && none.value();
  }

  [[nodiscard]] Outcome<std::vector<Polynomial>> generators() const {
    std::vector<Polynomial> result = leaf_.base.generators();
    result.insert(result.end(), others_.begin(), others_.end());
    const std::size_t size = leaf_.multipliers.size() + 1;
    if (extended_.size() < size) return result;
    Minors minors(extended_, [](const Polynomial& polynomial) { return polynomial; });
    Minors::Indices columns(size);
    Minors::Indices rows(size);
    for (std::size_t i = 0; i < size; ++i) rows[i] = columns[i] = i;
    do {
      if (limits_.is_over()) return Unable{"the time limit was reached"};
      const Polynomial minor = minors.at(rows, columns);
      if (!minor.is_zero()) result.push_back(minor.primitive());
    } while (detail::next_subset(rows, extended_.size()));
    return result;
  }

 private:
  const Leaf& leaf_;
  Limits limits_;
  std::vector<Polynomial> others_;
  PolynomialMatrix coefficients_;
  PolynomialMatrix extended_;
};

}  // namespace

Outcome<Ideal> full_ideal(const Leaf& leaf, const Limits& limits) {
  std::vector<Variable> variables = leaf.graph;
  variables.insert(variables.end(), leaf.base.variables().begin(), leaf.base.variables().end());
  std::vector<Polynomial> generators = leaf.base.generators();
  generators.insert(generators.end(), leaf.linear.begin(), leaf.linear.end());
  Ideal ideal(std::move(variables), std::move(generators), leaf.base.engine());
  if (!leaf.needs_saturation) return ideal;
  if (!leaf.has_pivots) return Unable{"where its rows lose rank is not known"};
  return saturated_by(std::move(ideal), leaf.pivots, limits);
}

Outcome<Ideal> motion_ideal(const Leaf& leaf, const Limits& limits) {
  if (leaf.multipliers.empty()) return full_ideal(leaf, limits);
  std::vector<Variable> variables = leaf.graph;
  variables.insert(variables.end(), leaf.base.variables().begin(), leaf.base.variables().end());
  // Those of massless bodies may be in the base.
  std::erase_if(variables, [&](const Variable& variable) {
    return std::find(leaf.multipliers.begin(), leaf.multipliers.end(), variable) !=
           leaf.multipliers.end();
  });
  const WithoutMultipliers without(leaf, limits);
  if (without.applies()) {
    Outcome<std::vector<Polynomial>> generators = without.generators();
    if (!generators) return Unable{generators.reason()};
    Ideal ideal(std::move(variables), std::move(generators).value(), leaf.base.engine());
    if (!leaf.needs_saturation) return ideal;
    if (!leaf.has_pivots) return Unable{"where its rows lose rank is not known"};
    return saturated_by(std::move(ideal), leaf.pivots, limits);
  }
  if (leaf.base.is_basis_out_of_reach()) return Unable{"its base has no basis that is in reach"};
  const Outcome<Ideal> full = full_ideal(leaf, limits);
  if (!full) return full;
  const Outcome<Ideal> eliminated = elimination(full.value(), leaf.multipliers, limits);
  if (!eliminated) return eliminated;
  return Ideal(std::move(variables), eliminated.value().generators(), leaf.base.engine());
}

}  // namespace leafwise::algebra
