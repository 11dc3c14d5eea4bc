// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/congruent_dyads.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Loops are compared in pairs.
constexpr std::size_t most_loops = 60;

using Circles = std::map<Variable, std::pair<std::size_t, Rational>>;

/// For each coordinate of a point on a circle around the origin, u² + v² = c, the number of the
/// circle, and c.
Circles circles_of(const std::vector<Polynomial>& generators) {
  Circles circles;
  for (std::size_t number = 0; number < generators.size(); ++number) {
    const Polynomial& generator = generators[number];
    if (!is_circle(generator) || generator.terms().size() != 3) continue;
    Rational constant;
    std::vector<Rational> squares;
    bool is_centred = true;
    for (const auto& [monomial, coefficient] : generator.terms()) {
      if (monomial.degree() == 0) constant = coefficient;
      if (monomial.degree() == 2) squares.push_back(coefficient);
      is_centred = is_centred && monomial.degree() != 1;
    }
    if (!is_centred || squares.size() != 2 || squares[0] != squares[1]) continue;
    const std::set<Variable> pair = generator.variables();
    const bool is_new = std::none_of(
        pair.begin(), pair.end(), [&](const Variable& v) { return circles.contains(v); });
    if (!is_new) continue;
    for (const Variable& variable : pair) {
      circles[variable] = {number, -constant / squares[0]};
    }
  }
  return circles;
}

/// A linear relation of one coordinate from each of four circles.
struct Relation {
  struct Entry {
    Variable variable;
    Rational coefficient;
    Rational radius;
  };
  std::map<std::size_t, Entry> entries;  ///< by circle
};

std::optional<Relation> relation_from(const Polynomial& polynomial, const Circles& circles) {
  if (polynomial.degree() != 1 || polynomial.terms().size() != 4) return std::nullopt;
  Relation relation;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.degree() != 1) return std::nullopt;
    const Variable& variable = monomial.factors().front().variable;
    const auto circle = circles.find(variable);
    if (circle == circles.end()) return std::nullopt;
    relation.entries[circle->second.first] = {variable, coefficient, circle->second.second};
  }
  if (relation.entries.size() != 4) return std::nullopt;
  return relation;
}

/// Affine equations, and differences of two that share a variable.
std::vector<Relation> relations_of(const std::vector<Polynomial>& generators,
                                   const Circles& circles) {
  std::vector<const Polynomial*> loops;
  for (const Polynomial& generator : generators) {
    if (generator.degree() == 1) loops.push_back(&generator);
  }
  std::vector<Relation> relations;
  const auto look_at = [&](const Polynomial& polynomial) {
    if (auto relation = relation_from(polynomial, circles)) {
      relations.push_back(std::move(*relation));
    }
  };
  for (const Polynomial* loop : loops) look_at(*loop);
  if (loops.size() > most_loops) return relations;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (std::size_t k = i + 1; k < loops.size(); ++k) {
      std::set<Rational> ratios;
      for (const auto& [monomial, coefficient] : loops[i]->terms()) {
        const auto other = loops[k]->terms().find(monomial);
        const bool is_shared = monomial.degree() == 1 && other != loops[k]->terms().end();
        if (!is_shared || !ratios.insert(coefficient / other->second).second) continue;
        Polynomial scaled = *loops[k];
        scaled *= coefficient / other->second;
        look_at(*loops[i] - scaled);
      }
    }
  }
  return relations;
}

/// The relations have coordinates of the same circles, and different ones.
bool belong_together(const Relation& first, const Relation& second) {
  return std::all_of(first.entries.begin(), first.entries.end(), [&](const auto& entry) {
    const auto other = second.entries.find(entry.first);
    return other != second.entries.end() && other->second.variable != entry.second.variable;
  });
}

/// What the circles P and H have in one relation: α(p + s·h), s = ±1.
struct Paired {
  Rational coefficient;
  Polynomial zero;   ///< p + s·h
  Polynomial other;  ///< p − s·h
};

std::optional<Paired> paired(const Relation& relation, std::size_t p, std::size_t h) {
  const Relation::Entry& left = relation.entries.at(p);
  const Relation::Entry& right = relation.entries.at(h);
  const Rational sign = right.coefficient / left.coefficient;
  if (abs(sign) != Rational(1) || left.radius != right.radius) return std::nullopt;
  Polynomial second(right.variable);
  second *= sign;
  const Polynomial first(left.variable);
  return Paired{left.coefficient, first + second, first - second};
}

std::optional<CongruentDyads> split_of(const std::array<const Relation*, 2>& relations,
                                       const std::array<std::size_t, 4>& circles) {
  CongruentDyads result;
  std::array<Polynomial, 2> first;
  std::array<Polynomial, 2> second;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto z = paired(*relations.at(k), circles[0], circles[1]);
    const auto w = paired(*relations.at(k), circles[2], circles[3]);
    if (!z || !w) return std::nullopt;
    result.same.push_back(z->zero);
    first.at(k) = z->other;
    // w_k = −(α_k/β_k) z_k
    second.at(k) = w->other;
    second.at(k) *= z->coefficient / w->coefficient;
  }
  const Polynomial determinant = first[0] * second[1] - first[1] * second[0];
  if (determinant.is_zero()) return std::nullopt;
  result.mirrored.push_back(determinant.primitive());
  return result;
}

std::optional<CongruentDyads> split_of(const Relation& first, const Relation& second) {
  std::vector<std::size_t> numbers;
  numbers.reserve(first.entries.size());
  for (const auto& [number, entry] : first.entries) numbers.push_back(number);
  constexpr std::array<std::array<std::size_t, 4>, 3> pairings = {
      {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}};
  for (const auto& pairing : pairings) {
    std::array<std::size_t, 4> circles{};
    for (std::size_t i = 0; i < 4; ++i) circles.at(i) = numbers.at(pairing.at(i));
    if (auto split = split_of({&first, &second}, circles)) return split;
  }
  return std::nullopt;
}

bool is_known(const CongruentDyads& split, const std::vector<Polynomial>& generators) {
  const auto holds = [&](const Polynomial& polynomial) {
    return std::any_of(generators.begin(), generators.end(), [&](const Polynomial& generator) {
      return generator.primitive() == polynomial.primitive();
    });
  };
  return holds(split.mirrored.front()) || std::all_of(split.same.begin(), split.same.end(), holds);
}

}  // namespace

std::optional<CongruentDyads> congruent_dyads(const std::vector<Polynomial>& generators) {
  const Circles circles = circles_of(generators);
  if (circles.size() < 8) return std::nullopt;  // four circles
  const std::vector<Relation> relations = relations_of(generators, circles);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    for (std::size_t k = i + 1; k < relations.size(); ++k) {
      if (!belong_together(relations[i], relations[k])) continue;
      auto split = split_of(relations[i], relations[k]);
      if (split && !is_known(*split, generators)) return split;
    }
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::detail
