// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "decomposition/split/factoriser.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

/// A part of a variety: the zeros of `generators` in the remaining `variables`, with the others
/// given as polynomials in these (`graphs`). Solving for a variable is an isomorphism: the minimal
/// primes of the smaller ideal are those of the larger.
struct Piece {
  std::vector<Variable> variables;
  Polynomials generators;
  std::vector<Graph> graphs;
  /// Where one of these vanishes, another piece has the points already.
  Polynomials nonzero;
  std::vector<std::string> path;
  /// Parts of lower dimension lie in others: every component of the zeros of m equations in n
  /// variables has dimension n − m at least (Krull). Solving for a variable does not change it.
  int least_dimension = 0;
  /// How many splits lie above it: a bound against going round in circles.
  int depth = 0;
  /// Of a tower that is taken storey by storey already.
  bool is_storey = false;
  /// How often a Gröbner basis has already given it new generators.
  int enriched = 0;

  /// Of the equations as they are given.
  void set_least_dimension() {
    least_dimension = static_cast<int>(variables.size()) - static_cast<int>(generators.size());
  }

  /// The generators in all variables: those of the piece, and v − value for every graph.
  [[nodiscard]] Polynomials all_generators() const;
};

struct SimplifiedPieces {
  std::vector<Piece> pieces;     ///< nothing simple left to do; their union is the given piece
  std::vector<Piece> excluded;   ///< do not hold the point
  std::vector<Piece> untouched;  ///< the limit was reached before these were looked at
};

/// Without Gröbner bases: linear variables are solved for, generators reduced modulo circles and
/// replaced by their irreducible factors, one piece for each choice; pieces without points go.
/// @param point may be null
[[nodiscard]] SimplifiedPieces simplified(Piece piece,
                                          const Point* point,
                                          Factoriser& factoriser,
                                          const Limits& limits);

/// Whether the point certainly does not lie on the piece.
[[nodiscard]] bool is_excluded(const Piece& piece, const Point* point);

}  // namespace leafwise::algebra::detail
