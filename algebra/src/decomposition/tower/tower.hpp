// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "ring/rewriting.hpp"

/// Equations as a tower: each storey has variables of its own, and one or two equations that tell
/// them over what lies below. What is free lies below all. The lemmas are proved in
/// docs/design/decomposition.md, "Towers".
namespace leafwise::algebra::detail {

/// The kind of a storey's fibres: its equations with values for all that lies below.
enum class StoreyKind {
  graph,    ///< one point: c·v + b = 0, c a number
  inverse,  ///< one point where m is not 0: m·v + b = 0, b a number
  root,     ///< two points: v² + b·v + c = 0
  quadric,  ///< a quadric in two variables or more, its quadratic part constant and regular
  section,  ///< the same, cut by a line or a plane whose equation has coefficients from below
};

struct Storey {
  StoreyKind kind = StoreyKind::graph;
  std::vector<Variable> fresh;
  std::vector<Polynomial> equations;  ///< of a section: first the affine one, then the quadric
  /// Where fibres are larger than elsewhere: the common zeros of these; none if there are no such.
  std::vector<Polynomial> large_fibres = {};
};

struct Tower {
  /// What occurs linearly, in the order in which it was solved for: each by what comes after it.
  std::vector<Graph> graphs;
  std::vector<Variable> free;
  std::vector<Storey> storeys;  ///< the lowest first

  [[nodiscard]] std::size_t equation_count() const;
};

/// The equations as a tower, after solving for what occurs linearly: an isomorphism. Nothing if
/// they are none, or none that is seen.
[[nodiscard]] std::optional<Tower> tower_of(const std::vector<Polynomial>& generators);

}  // namespace leafwise::algebra::detail
