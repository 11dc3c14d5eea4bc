// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <utility>

#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// What the reduced Gröbner basis of a connected piece shows.
namespace leafwise::algebra::detail::strategies {

namespace {

/// Of a graph with more terms the rest would grow too much.
constexpr std::size_t most_terms_of_graph = 12;
/// Solving for a variable may make the rest so large that it is not done: no progress then.
constexpr int most_enrichments = 2;

bool contains(const Polynomials& polynomials, const Polynomial& one) {
  return std::find(polynomials.begin(), polynomials.end(), one) != polynomials.end();
}

std::optional<PartsFound> nothing_if_in_others(Task& task) {
  const Outcome<KnownBasis> known = task.ideal().known_basis(task.turn);
  if (!known) return std::nullopt;
  if (known.value().dimension < std::max(0, task.piece.least_dimension)) return PartsFound{};
  const Outcome<Polynomials> avoided = task.ideal().normal_forms(task.piece.nonzero, task.turn);
  const bool is_elsewhere =
      avoided && std::any_of(avoided.value().begin(),
                             avoided.value().end(),
                             [](const Polynomial& rest) { return rest.is_zero(); });
  if (is_elsewhere) return PartsFound{};
  return std::nullopt;
}

/// Elements of the basis that factor, or that can be solved for a variable. A factor of an element
/// of a reduced basis is not in the ideal: each step makes it larger, so this ends.
std::optional<PartsFound> split_by_basis(Task& task) {
  const Outcome<KnownBasis> known = task.ideal().known_basis(task.turn);
  if (!known) return std::nullopt;
  const Polynomials& basis = known.value().polynomials;
  const Piece& piece = task.piece;
  Splitter& splitter = task.splitter;
  const Outcome<std::vector<Polynomials>> all_factors =
      splitter.factoriser().factors(basis, task.limits);
  if (!all_factors) return std::nullopt;
  const std::set<Polynomial> nonzero(piece.nonzero.begin(), piece.nonzero.end());
  Piece richer = piece;
  Polynomials shortest;
  bool is_progress = false;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    Polynomials factors = all_factors.value()[i];
    std::erase_if(factors, [&](const Polynomial& factor) { return nonzero.contains(factor); });
    if (factors.empty()) return PartsFound{};  // a product of what vanishes nowhere
    if (factors.size() > 1 && (shortest.empty() || factors.size() < shortest.size())) {
      shortest = factors;
    }
    if (factors.size() > 1) continue;
    const bool is_new = factors.front() != basis[i] || basis[i].degree() == 1;
    const bool is_graph = !is_new && !contains(piece.generators, basis[i]) &&
                          piece.enriched < most_enrichments &&
                          solve_for_a_variable(basis[i], most_terms_of_graph);
    if (is_new || is_graph) richer.generators.push_back(factors.front());
    is_progress |= is_new;
  }
  if (!shortest.empty()) return splitter.split_by_factors(piece, shortest, task.limits);
  if (richer.generators.size() == piece.generators.size()) return std::nullopt;
  if (!is_progress) ++richer.enriched;
  return splitter.split(std::move(richer), task.limits);
}

}  // namespace

const Strategy lies_in_others{"lies in others",
                              Stage::basis,
                              "always",
                              "normal forms of what is known not to vanish",
                              "a component of m equations in n variables has dimension n − m at "
                              "least (Krull); another branch has its points",
                              [](const Task&) { return true; },
                              nothing_if_in_others};

const Strategy factors_of_basis{
    "factors of the basis",
    Stage::basis,
    "always",
    "factorisations",
    "a product vanishes where a factor does; solving for a variable is an isomorphism",
    [](const Task&) { return true; },
    split_by_basis};

}  // namespace leafwise::algebra::detail::strategies
