// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <utility>

#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// Parts that are alike: equations that become each other when two variables change places. Of
/// twenty equal cells around a common one each pair is equal or not, and nobody sees that in a
/// Gröbner basis of their product of degrees.
namespace leafwise::algebra::detail::strategies {

namespace {

/// Each pair of equations is compared, for each pair of variables.
constexpr std::size_t most_equations = 40;
constexpr std::size_t most_terms = 60;

Polynomial exchanged(const Polynomial& polynomial, const Variable& u, const Variable& v) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Monomial image;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const Variable& to = factor.variable == u ? v : factor.variable == v ? u : factor.variable;
      image = image * Monomial(to, factor.exponent);
    }
    result += Polynomial::term(coefficient, image);
  }
  return result;
}

bool may_be_alike(const Polynomial& f, const Polynomial& g) {
  return f.terms().size() == g.terms().size() && f.terms().size() <= most_terms &&
         f.degree() == g.degree();
}

/// f − g where g, up to a constant, is f with u and v exchanged: a multiple of u − v, and 0 only
/// where both are the same.
std::optional<Polynomial> difference_of_alike(const Polynomial& f, const Polynomial& g) {
  if (!may_be_alike(f, g)) return std::nullopt;
  const Polynomial wanted = g.primitive();
  std::set<Variable> both = f.variables();
  const std::set<Variable> others = g.variables();
  both.insert(others.begin(), others.end());
  for (auto u = both.begin(); u != both.end(); ++u) {
    for (auto v = std::next(u); v != both.end(); ++v) {
      const Polynomial image = exchanged(f, *u, *v);
      if (image.primitive() != wanted || image == f) continue;
      return f - image;
    }
  }
  return std::nullopt;
}

/// What is left of the factors where some vanish nowhere.
std::optional<Polynomials> open_factors(Task& task, const Polynomial& difference) {
  const Outcome<std::vector<Polynomials>> factors =
      task.splitter.factoriser().factors({difference}, task.limits);
  if (!factors) return std::nullopt;
  Polynomials open = factors.value().front();
  const Polynomials& nonzero = task.piece.nonzero;
  std::erase_if(open, [&](const Polynomial& factor) {
    return std::find(nonzero.begin(), nonzero.end(), factor) != nonzero.end();
  });
  return open;
}

std::optional<PartsFound> split_by_exchange(Task& task) {
  const Polynomials& generators = task.piece.generators;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    for (std::size_t k = i + 1; k < generators.size() && !task.limits.is_over(); ++k) {
      const std::optional<Polynomial> difference =
          difference_of_alike(generators[i], generators[k]);
      if (!difference) continue;
      const std::optional<Polynomials> open = open_factors(task, *difference);
      if (!open) continue;
      if (open->empty()) return PartsFound{};  // a product of what vanishes nowhere
      const bool is_known =
          open->size() == 1 &&
          std::find(generators.begin(), generators.end(), open->front()) != generators.end();
      if (!is_known) return task.splitter.split_by_factors(task.piece, *open, task.limits);
    }
  }
  return std::nullopt;
}

}  // namespace

const Strategy exchange{
    "exchange",
    Stage::first,
    "two equations become each other when two variables change places",
    "comparisons, one factorisation",
    "their difference lies in the ideal, and the variables' difference divides it",
    [](const Task& task) { return task.piece.generators.size() <= most_equations; },
    split_by_exchange};

}  // namespace leafwise::algebra::detail::strategies
