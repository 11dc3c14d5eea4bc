// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "completion/rounds/filtration.hpp"
#include "completion/rows/equation_sources.hpp"
#include "completion/rows/sparse_row.hpp"
#include "geometry/jacobian.hpp"
#include "leafwise/algebra/ideal.hpp"

/// Linear algebra over K[z]/P, exact: entries are polynomials in the base variables, equal if their
/// normal forms modulo P are.
namespace leafwise::algebra::detail {

/// Σ coefficients[j]·w[j] + rest
struct AffineRow {
  SparseRow coefficients;
  Polynomial rest;
  Sources sources = {};

  [[nodiscard]] bool has_graph_variables() const;
};

/// @pre affine in the graph variables
[[nodiscard]] AffineRow row_from(const Polynomial& polynomial,
                                 const std::vector<Variable>& graph,
                                 Sources sources = {});
[[nodiscard]] Polynomial polynomial_from(const AffineRow& row, const std::vector<Variable>& graph);

/// The same modulo P. Unable: a limit.
[[nodiscard]] Outcome<std::vector<AffineRow>> reduced(std::vector<AffineRow> rows,
                                                      const Ideal& base,
                                                      const Limits& limits);

struct Condensed {
  std::vector<AffineRow>
      solved;  ///< a graph variable has a constant coefficient; occurs nowhere else
  std::vector<AffineRow> core;       ///< graph variables with other coefficients only
  std::vector<Relation> conditions;  ///< rows without graph variables
};

/// Eliminates graph variables that have constant coefficients, until none has (condensed.cpp).
[[nodiscard]] Outcome<Condensed> condensed(const std::vector<AffineRow>& rows,
                                           const Ideal& base,
                                           const Limits& limits);

struct RankOverField {
  std::size_t rank = 0;
  std::vector<Polynomial> pivots;  ///< where none vanishes, the rank is the same
  /// The rows that lost all coefficients: multiples of conditions on the base.
  std::vector<Relation> leftovers;
  bool has_pivots = true;  ///< false: the rank was found in another way
};

/// scale·row − factor·by, from what both were made of.
[[nodiscard]] AffineRow combined(AffineRow row,
                                 const Polynomial& scale,
                                 const AffineRow& by,
                                 const Polynomial& factor);

/// Makes this column of the rows zero by a multiple of `by`; the changed rows are reduced modulo P.
/// Unable: a limit; then they are lost.
[[nodiscard]] Outcome<bool> clear_column(std::vector<AffineRow>& rows,
                                         std::size_t column,
                                         const AffineRow& by,
                                         const Ideal& base,
                                         const Limits& limits);

/// Fraction-free elimination over K(V(P)); the smallest pivots first. @pre reduced modulo P, which
/// is prime (or hoped to be)
[[nodiscard]] Outcome<RankOverField> rank_over_field(std::vector<AffineRow> rows,
                                                     const Ideal& base,
                                                     const Limits& limits);

/// The same, but where it would be long, the rank is looked at in a point first: if all rows are
/// independent there, that is all there is to know, and pivots are not looked for.
[[nodiscard]] Outcome<RankOverField> generic_rank(const std::vector<AffineRow>& rows,
                                                  const Ideal& base,
                                                  const Limits& limits);

/// Their coefficients with the rest as last column: [A | c].
[[nodiscard]] PolynomialMatrix augmented_matrix(const std::vector<AffineRow>& rows);

}  // namespace leafwise::algebra::detail
