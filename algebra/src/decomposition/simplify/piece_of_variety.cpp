// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/simplify/piece_of_variety.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

/// A variable is solved for only if that does not make the other generators explode.
constexpr std::size_t most_terms_of_value = 12;
constexpr std::size_t most_growth = 4;

std::size_t term_count(const Polynomials& polynomials) {
  std::size_t count = 0;
  for (const Polynomial& polynomial : polynomials) count += polynomial.terms().size();
  return count;
}

bool contains_one(const Polynomials& generators) {
  return std::any_of(generators.begin(), generators.end(), [](const Polynomial& generator) {
    return generator.is_constant() && !generator.is_zero();
  });
}

/// Primitive, without zeros and repetitions, in the order given.
void tidy(Polynomials& generators) {
  std::set<Polynomial> seen;
  Polynomials kept;
  kept.reserve(generators.size());
  for (Polynomial& generator : generators) {
    if (generator.is_zero()) continue;
    Polynomial primitive = generator.primitive();
    if (seen.insert(primitive).second) kept.push_back(std::move(primitive));
  }
  generators = std::move(kept);
}

/// The generators with the graph put in; empty if that makes them much larger.
std::optional<Polynomials> without_variable(const Polynomials& generators,
                                            std::size_t skipped,
                                            const Graph& graph) {
  Polynomials result;
  result.reserve(generators.size());
  std::size_t before = 0;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    if (i == skipped) continue;
    const bool uses = degree_in(generators[i], graph.variable) > 0;
    if (uses) before += generators[i].terms().size();
    result.push_back(uses ? substituted(generators[i], graph.variable, graph.value)
                          : generators[i]);
  }
  const std::size_t limit = term_count(generators) + most_growth * before + most_terms_of_value;
  if (graph.value.degree() > 1 && term_count(result) > limit) return std::nullopt;
  return result;
}

bool solve_one_variable(Piece& piece) {
  std::vector<std::size_t> order(piece.generators.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Polynomial& left = piece.generators[a];
    const Polynomial& right = piece.generators[b];
    if (left.degree() != right.degree()) return left.degree() < right.degree();
    return left.terms().size() < right.terms().size();
  });
  for (const std::size_t index : order) {
    const std::optional<Graph> graph =
        solve_for_a_variable(piece.generators[index], most_terms_of_value);
    if (!graph) continue;
    std::optional<Polynomials> rest = without_variable(piece.generators, index, *graph);
    if (!rest) continue;
    piece.generators = std::move(*rest);
    for (Polynomial& polynomial : piece.nonzero) {
      polynomial = substituted(polynomial, graph->variable, graph->value).primitive();
    }
    for (Graph& earlier : piece.graphs) {
      earlier.value = substituted(earlier.value, graph->variable, graph->value);
    }
    std::erase(piece.variables, graph->variable);
    piece.graphs.push_back(*graph);
    return true;
  }
  return false;
}

/// Generators by their factors, without those factors that vanish nowhere on the piece.
class Factors {
 public:
  Factors(Piece& piece, Factoriser& factoriser, const Limits& limits) {
    // A polynomial that cannot be factored in time is kept; it does not count as irreducible.
    const Outcome<std::vector<Polynomials>> all = factoriser.factors(piece.generators, limits);
    Polynomials kept;
    for (std::size_t i = 0; i < piece.generators.size(); ++i) {
      const Polynomial& generator = piece.generators[i];
      Polynomials factors = all ? all.value()[i] : factoriser.factors_or_itself(generator, limits);
      std::erase_if(factors, [&](const Polynomial& factor) {
        return std::find(piece.nonzero.begin(), piece.nonzero.end(), factor) != piece.nonzero.end();
      });
      if (factors.empty() && !generator.is_zero()) {
        kept = {Polynomial(Rational(1))};  // a product of what vanishes nowhere: no points
        products_.clear();
        break;
      }
      if (factors.size() == 1) {
        kept.push_back(factors.front());
      } else if (!factors.empty()) {
        products_.push_back(std::move(factors));
      }
    }
    piece.generators = std::move(kept);
    drop_products_that_vanish(piece.generators);
  }

  [[nodiscard]] bool has_products() const { return !products_.empty(); }
  [[nodiscard]] const std::vector<Polynomials>& products() const { return products_; }

  /// The factor that occurs in most products, so that its branch gets rid of most of them.
  [[nodiscard]] const Polynomial& most_common() const {
    std::map<Polynomial, std::size_t> uses;
    for (const Polynomials& product : products_) {
      for (const Polynomial& factor : product) ++uses[factor];
    }
    const Polynomial* best = &products_.front().front();
    for (const Polynomials& product : products_) {
      for (const Polynomial& factor : product) {
        if (uses.at(factor) > uses.at(*best)) best = &factor;
      }
    }
    return *best;
  }

 private:
  void drop_products_that_vanish(const Polynomials& generators) {
    const std::set<Polynomial> known(generators.begin(), generators.end());
    std::erase_if(products_, [&](const Polynomials& product) {
      return std::any_of(product.begin(), product.end(), [&](const Polynomial& factor) {
        return known.contains(factor);
      });
    });
  }

  std::vector<Polynomials> products_;
};

Polynomial product_of(const Polynomials& factors) {
  Polynomial product(Rational(1));
  for (const Polynomial& factor : factors) product = product * factor;
  return product;
}

/// Solves and reduces until nothing changes. False: the piece has no points.
bool simplify_in_place(Piece& piece) {
  while (true) {
    tidy(piece.generators);
    if (contains_one(piece.generators)) return false;
    if (solve_one_variable(piece)) continue;
    Polynomials reduced = piece.variables.empty()
                              ? piece.generators
                              : reduced_by_circles(piece.generators, piece.variables);
    tidy(reduced);
    if (std::set<Polynomial>(reduced.begin(), reduced.end()) ==
        std::set<Polynomial>(piece.generators.begin(), piece.generators.end())) {
      return true;
    }
    piece.generators = std::move(reduced);
  }
}

/// Two pieces: where the factor vanishes, and the rest.
std::pair<Piece, Piece> branches(const Piece& piece, const Factors& factors) {
  const Polynomial& factor = factors.most_common();
  Piece zero = piece;
  Piece rest = piece;
  zero.generators.push_back(factor);
  zero.path.push_back("factor " + to_string(factor));
  rest.nonzero.push_back(factor);
  rest.path.push_back("where " + to_string(factor) + " is not 0");
  for (const Polynomials& product : factors.products()) {
    const bool has = std::find(product.begin(), product.end(), factor) != product.end();
    Polynomials left = product;
    std::erase(left, factor);
    if (!has) zero.generators.push_back(product_of(product));
    rest.generators.push_back(product_of(left));
  }
  return {std::move(zero), std::move(rest)};
}

bool vanishes_where_it_must_not(const Piece& piece) {
  return std::any_of(piece.nonzero.begin(), piece.nonzero.end(), [&](const Polynomial& polynomial) {
    return polynomial.is_zero() ||
           std::find(piece.generators.begin(), piece.generators.end(), polynomial.primitive()) !=
               piece.generators.end();
  });
}

}  // namespace

Polynomials Piece::all_generators() const {
  Polynomials result;
  result.reserve(graphs.size() + generators.size());
  for (const Graph& graph : graphs) result.push_back(Polynomial(graph.variable) - graph.value);
  result.insert(result.end(), generators.begin(), generators.end());
  return result;
}

bool is_excluded(const Piece& piece, const Point* point) {
  if (point == nullptr || point->empty()) return false;
  const Polynomials all = piece.all_generators();
  return std::any_of(all.begin(), all.end(), [&](const Polynomial& generator) {
    return point->vanishes(generator) == Truth::no;
  });
}

SimplifiedPieces simplified(Piece piece,
                            const Point* point,
                            Factoriser& factoriser,
                            const Limits& limits) {
  SimplifiedPieces result;
  std::vector<Piece> open;
  open.push_back(std::move(piece));
  while (!open.empty()) {
    Piece current = std::move(open.back());
    open.pop_back();
    if (limits.is_over()) {
      result.untouched.push_back(std::move(current));
      continue;
    }
    if (contains_one(current.generators)) continue;
    if (is_excluded(current, point)) {
      result.excluded.push_back(std::move(current));
      continue;
    }
    if (!simplify_in_place(current) || vanishes_where_it_must_not(current)) continue;
    const std::size_t before = current.generators.size();
    const Polynomials unfactored = current.generators;
    const Factors factors(current, factoriser, limits);
    if (factors.has_products()) {
      auto [zero, rest] = branches(current, factors);
      open.push_back(std::move(rest));
      open.push_back(std::move(zero));
    } else if (current.generators.size() != before || current.generators != unfactored) {
      open.push_back(std::move(current));
    } else if (is_excluded(current, point)) {
      result.excluded.push_back(std::move(current));
    } else {
      result.pieces.push_back(std::move(current));
    }
  }
  return result;
}

}  // namespace leafwise::algebra::detail
