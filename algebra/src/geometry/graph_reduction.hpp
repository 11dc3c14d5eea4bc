// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// A variety as the graph of a polynomial map over a smaller one: ⟨given⟩ = ⟨generators⟩ + ⟨graph⟩,
/// and each member of `graph` is v − p, with one v for each variable that is gone. Both varieties
/// are isomorphic, so they are smooth, irreducible, … together; degrees differ.
struct GraphReduction {
  std::vector<Variable> variables;     ///< those that stay, in their order; may be empty
  std::vector<Polynomial> generators;  ///< in these, primitive, distinct, none is zero
  std::vector<Polynomial> graph;

  /// Whether a generator is a constant: then there is no point.
  [[nodiscard]] bool is_inconsistent() const;
};

/// Solves generators for variables in which they are linear with a constant coefficient, as long as
/// this does not blow up the others.
/// @param may_solve which variables may go
[[nodiscard]] GraphReduction reduce_graph(std::vector<Variable> variables,
                                          const std::vector<Polynomial>& given,
                                          const std::function<bool(const Variable&)>& may_solve);

}  // namespace leafwise::algebra::detail
