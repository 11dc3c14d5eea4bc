// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/graph_reduction.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

/// A generator and a variable that it can be solved for.
struct Solvable {
  std::size_t generator = 0;
  std::size_t terms = 0;
  Variable variable;
  Rational coefficient;
};

std::vector<Solvable> solvables(const std::vector<Polynomial>& generators,
                                const std::function<bool(const Variable&)>& may_solve) {
  std::vector<Solvable> found;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    std::map<Variable, std::size_t> occurrences;
    for (const auto& [monomial, coefficient] : generators[i].terms()) {
      for (const Monomial::Factor& factor : monomial.factors()) ++occurrences[factor.variable];
    }
    for (const auto& [monomial, coefficient] : generators[i].terms()) {
      if (monomial.degree() != 1) continue;
      const Variable& variable = monomial.factors().front().variable;
      if (occurrences[variable] > 1 || !may_solve(variable)) continue;
      found.push_back({i, generators[i].terms().size(), variable, coefficient});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Solvable& left, const Solvable& right) {
    return left.terms < right.terms;
  });
  return found;
}

std::size_t size_of(const std::vector<Polynomial>& polynomials) {
  std::size_t terms = 0;
  for (const Polynomial& polynomial : polynomials) terms += polynomial.terms().size();
  return terms;
}

std::vector<Polynomial> tidy(const std::vector<Polynomial>& polynomials) {
  std::set<Polynomial> seen;
  std::vector<Polynomial> result;
  result.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    Polynomial primitive = polynomial.primitive();
    if (!primitive.is_zero() && seen.insert(primitive).second) {
      result.push_back(std::move(primitive));
    }
  }
  return result;
}

bool contains(const Polynomial& polynomial, const Variable& variable) {
  return std::any_of(polynomial.terms().begin(), polynomial.terms().end(), [&](const auto& term) {
    const auto& factors = term.first.factors();
    return std::any_of(factors.begin(), factors.end(), [&](const Monomial::Factor& factor) {
      return factor.variable == variable;
    });
  });
}

/// Those that are zero or equal to one before them are left out. @param changed places in the list;
/// all others differ from each other
std::vector<Polynomial> tidy_where_changed(std::vector<Polynomial> polynomials,
                                           const std::vector<std::size_t>& changed) {
  std::set<std::size_t> dropped;
  for (const std::size_t i : changed) {
    if (polynomials[i].is_zero()) dropped.insert(i);
    for (std::size_t j = 0; j < polynomials.size(); ++j) {
      if (j != i && polynomials[j] == polynomials[i]) dropped.insert(std::max(i, j));
    }
  }
  for (auto place = dropped.rbegin(); place != dropped.rend(); ++place) {
    polynomials.erase(polynomials.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  return polynomials;
}

/// The other generators after the substitution; nothing if they would grow too much. Of hundreds
/// of generators, few hold the variable: only these are touched. @pre tidy generators
std::optional<std::vector<Polynomial>> others_without(const std::vector<Polynomial>& generators,
                                                      const Solvable& solvable) {
  Polynomial value = -generators[solvable.generator];
  value += Polynomial::term(solvable.coefficient, Monomial(solvable.variable));
  value *= Rational(1) / solvable.coefficient;
  // Twice the size pays for a variable less; the summand lets small systems pass.
  const std::size_t most = 2 * size_of(generators) + 20;
  std::vector<Polynomial> others;
  others.reserve(generators.size());
  std::vector<std::size_t> changed;
  std::size_t size = 0;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    if (i == solvable.generator) continue;
    if (contains(generators[i], solvable.variable)) {
      changed.push_back(others.size());
      others.push_back(substituted(generators[i], solvable.variable, value).primitive());
    } else {
      others.push_back(generators[i]);
    }
    size += others.back().terms().size();
    if (size > most) return std::nullopt;
  }
  return tidy_where_changed(std::move(others), changed);
}

}  // namespace

bool GraphReduction::is_inconsistent() const {
  return std::any_of(generators.begin(), generators.end(), [](const Polynomial& generator) {
    return generator.is_constant();
  });
}

GraphReduction reduce_graph(std::vector<Variable> variables,
                            const std::vector<Polynomial>& given,
                            const std::function<bool(const Variable&)>& may_solve) {
  GraphReduction reduction{std::move(variables), tidy(given), {}};
  for (bool progress = true; progress;) {
    progress = false;
    for (const Solvable& solvable : solvables(reduction.generators, may_solve)) {
      auto others = others_without(reduction.generators, solvable);
      if (!others) continue;
      Polynomial solved = reduction.generators[solvable.generator];
      reduction.graph.push_back(solved *= Rational(1) / solvable.coefficient);
      reduction.generators = *std::move(others);
      std::erase(reduction.variables, solvable.variable);
      progress = true;
      break;
    }
  }
  return reduction;
}

}  // namespace leafwise::algebra::detail
