// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/graph_reduction.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

/// A variable that a generator can be solved for.
struct Solvable {
  Variable variable;
  Rational coefficient;
};

using MaySolve = std::function<bool(const Variable&)>;

std::vector<Solvable> solvables_of(const Polynomial& generator, const MaySolve& may_solve) {
  std::map<Variable, std::size_t> occurrences;
  for (const auto& [monomial, coefficient] : generator.terms()) {
    for (const Monomial::Factor& factor : monomial.factors()) ++occurrences[factor.variable];
  }
  std::vector<Solvable> found;
  for (const auto& [monomial, coefficient] : generator.terms()) {
    if (monomial.degree() != 1) continue;
    const Variable& variable = monomial.factors().front().variable;
    if (occurrences[variable] > 1 || !may_solve(variable)) continue;
    found.push_back({variable, coefficient});
  }
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

/// Tidy generators, from which graphs are taken one by one. Of hundreds few hold the variable that
/// is solved for: only these are touched.
class Reducible {
 public:
  Reducible(std::vector<Polynomial> generators, const MaySolve& may_solve)
      : generators_(std::move(generators)), may_solve_(may_solve), size_(size_of(generators_)) {
    for (const Polynomial& generator : generators_) {
      solvables_.push_back(solvables_of(generator, may_solve_));
    }
  }

  /// The shortest generator that can be solved without making the others grow too much, and what it
  /// is solved for; it is no generator any more then.
  [[nodiscard]] std::optional<std::pair<Polynomial, Solvable>> take() {
    std::vector<Place> places;  // a heap: mostly the first will do
    for (std::size_t i = 0; i < generators_.size(); ++i) {
      for (std::size_t k = 0; k < solvables_[i].size(); ++k) {
        places.emplace_back(generators_[i].terms().size(), i, k);
      }
    }
    std::make_heap(places.begin(), places.end(), std::greater<>());
    for (; !places.empty(); places.pop_back()) {
      std::pop_heap(places.begin(), places.end(), std::greater<>());
      const auto [terms, generator, number] = places.back();
      const Solvable solvable = solvables_[generator][number];
      const std::optional<Changes> changes = changes_by(generator, solvable);
      if (!changes) continue;
      Polynomial solved = generators_[generator];
      make(*changes, generator);
      return std::pair(std::move(solved), solvable);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Polynomial> generators() && { return std::move(generators_); }

 private:
  using Place = std::tuple<std::size_t, std::size_t, std::size_t>;  ///< terms, generator, number
  using Changes = std::map<std::size_t, Polynomial>;                ///< by generator

  /// The other generators that change by the substitution; nothing if they would grow too much.
  [[nodiscard]] std::optional<Changes> changes_by(std::size_t generator,
                                                  const Solvable& solvable) const {
    Polynomial value = -generators_[generator];
    value += Polynomial::term(solvable.coefficient, Monomial(solvable.variable));
    value *= Rational(1) / solvable.coefficient;
    // Twice the size pays for a variable less; the summand lets small systems pass.
    const std::size_t most = 2 * size_ + 20;
    std::size_t size = size_ - generators_[generator].terms().size();
    Changes changes;
    for (std::size_t i = 0; i < generators_.size(); ++i) {
      if (i == generator || !contains(generators_[i], solvable.variable)) continue;
      Polynomial changed = substituted(generators_[i], solvable.variable, value).primitive();
      size = size - generators_[i].terms().size() + changed.terms().size();
      changes.emplace(i, std::move(changed));
    }
    if (size > most) return std::nullopt;
    return changes;
  }

  void make(const Changes& changes, std::size_t solved) {
    std::set<std::size_t> dropped{solved};
    for (const auto& [i, polynomial] : changes) {
      generators_[i] = polynomial;
      solvables_[i] = solvables_of(generators_[i], may_solve_);
    }
    // All others differ from each other, and none is zero.
    for (const auto& [i, polynomial] : changes) {
      if (generators_[i].is_zero()) dropped.insert(i);
      for (std::size_t j = 0; j < generators_.size(); ++j) {
        const bool is_equal = j != i && j != solved && generators_[j] == generators_[i];
        if (is_equal) dropped.insert(std::max(i, j));
      }
    }
    for (auto place = dropped.rbegin(); place != dropped.rend(); ++place) {
      const auto at = static_cast<std::ptrdiff_t>(*place);
      generators_.erase(generators_.begin() + at);
      solvables_.erase(solvables_.begin() + at);
    }
    size_ = size_of(generators_);
  }

  std::vector<Polynomial> generators_;
  const MaySolve& may_solve_;
  std::vector<std::vector<Solvable>> solvables_;  ///< of each generator
  std::size_t size_;
};

}  // namespace

bool GraphReduction::is_inconsistent() const {
  return std::any_of(generators.begin(), generators.end(), [](const Polynomial& generator) {
    return generator.is_constant();
  });
}

GraphReduction reduce_graph(std::vector<Variable> variables,
                            const std::vector<Polynomial>& given,
                            const std::function<bool(const Variable&)>& may_solve) {
  GraphReduction reduction{std::move(variables), {}, {}};
  Reducible reducible(tidy(given), may_solve);
  while (auto taken = reducible.take()) {
    auto& [solved, solvable] = *taken;
    reduction.graph.push_back(solved *= Rational(1) / solvable.coefficient);
    std::erase(reduction.variables, solvable.variable);
  }
  reduction.generators = std::move(reducible).generators();
  return reduction;
}

}  // namespace leafwise::algebra::detail
