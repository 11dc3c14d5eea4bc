// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "ideals.hpp"
#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/completion_by_elimination.hpp"

/// Differential systems written as text, and their leaves as ideals, for the tests of completion.
namespace leafwise::tests {

using Texts = std::vector<std::string>;
using Orders = std::map<std::string, unsigned>;

/// Reads `x'' + t*y` with these names.
class JetReader {
 public:
  explicit JetReader(const Texts& unknowns,
                     const std::string& independent = "t",
                     const Texts& parameters = {}) {
    scope_.declare(independent, algebra::Role::independent);
    for (const std::string& name : unknowns) scope_.declare(name, algebra::Role::unknown);
    for (const std::string& name : parameters) scope_.declare(name, algebra::Role::parameter);
  }
  [[nodiscard]] algebra::Polynomial read(const std::string& text) const {
    return algebra::Polynomialiser({}, {}).convert(algebra::parse_expression(text, scope_));
  }

 private:
  algebra::Scope scope_;
};

inline algebra::DifferentialSystem system_of(const Texts& unknowns,
                                             const std::vector<algebra::Polynomial>& equations,
                                             const Orders& orders = {}) {
  algebra::DifferentialSystem system;
  system.unknowns = unknowns;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    system.equations.push_back({equations[i], "equation " + std::to_string(i + 1)});
  }
  system.orders = orders;
  return system;
}

/// In the independent variable t.
inline algebra::DifferentialSystem read_system(const Texts& unknowns,
                                               const Texts& equations,
                                               const Orders& orders = {}) {
  const JetReader reader(unknowns);
  std::vector<algebra::Polynomial> polynomials;
  polynomials.reserve(equations.size());
  for (const std::string& text : equations) polynomials.push_back(reader.read(text));
  return system_of(unknowns, polynomials, orders);
}

inline std::string to_text(const algebra::DifferentialSystem& system) {
  std::string text = "unknowns:";
  for (const std::string& unknown : system.unknowns) text += " " + unknown;
  for (const auto& [unknown, order] : system.orders) {
    text += ", " + unknown + " of order " + std::to_string(order);
  }
  for (const auto& equation : system.equations) text += "; " + to_string(equation.polynomial);
  return text;
}

inline algebra::CompletionOptions test_completion_options() {
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.engine = test_engine();
  return options;
}

inline algebra::Completion completed(const algebra::DifferentialSystem& system,
                                     const algebra::Limits& limits = patient()) {
  return algebra::complete(system, test_completion_options(), limits);
}

/// A leaf's ideal with what is told of it.
struct FullLeaf {
  algebra::Ideal ideal;
  int rounds = 0;
};
using FullLeaves = std::vector<FullLeaf>;

/// Unable unless the completion is complete, nothing left open.
inline Outcome<FullLeaves> full_leaves(const algebra::Completion& completion,
                                       const algebra::Limits& limits) {
  if (!completion.complete) return Unable{completion.reason};
  FullLeaves leaves;
  for (const algebra::Leaf& leaf : completion.leaves) {
    if (leaf.status == algebra::LeafStatus::inconsistent) continue;
    const Outcome<algebra::Ideal> ideal = full_ideal(leaf, limits);
    if (!ideal) return Unable{ideal.reason()};
    leaves.push_back({ideal.value(), leaf.rounds});
  }
  return leaves;
}

inline Outcome<FullLeaves> leaves_by_elimination(const algebra::DifferentialSystem& system,
                                                 const algebra::Limits& limits) {
  const auto found = complete_by_elimination(system, test_completion_options(), limits);
  if (!found) return Unable{found.reason()};
  FullLeaves leaves;
  for (const auto& leaf : found.value()) leaves.push_back({leaf.ideal, leaf.rounds});
  return leaves;
}

/// The same generators with the variables in the order of another.
inline algebra::Ideal in_ring_of(const algebra::Ideal& like, const algebra::Ideal& ideal) {
  return {like.variables(), ideal.generators(), ideal.engine()};
}

/// Whether they are the same ideals, in any order. @pre the same variables up to their order
inline Outcome<bool> are_same(const FullLeaves& left,
                              const FullLeaves& right,
                              const algebra::Limits& limits) {
  if (left.size() != right.size()) return false;
  for (const FullLeaf& one : left) {
    bool found = false;
    for (const FullLeaf& other : right) {
      const auto equal = is_equal(one.ideal, in_ring_of(one.ideal, other.ideal), limits);
      if (!equal) return Unable{equal.reason()};
      found = found || equal.value();
    }
    if (!found) return false;
  }
  return true;
}

inline std::string to_text(const FullLeaves& leaves) {
  std::string text;
  for (const FullLeaf& leaf : leaves) {
    text += "\n  rounds " + std::to_string(leaf.rounds) + ":";
    const auto basis = leaf.ideal.groebner_basis(patient());
    for (const auto& generator : basis ? basis.value() : leaf.ideal.generators()) {
      text += " " + to_string(generator) + ",";
    }
  }
  return text.empty() ? "none" : text;
}

}  // namespace leafwise::tests
