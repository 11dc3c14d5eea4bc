// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/algebra/parser.hpp"

/// Systems and starts from texts, for the tests of the leaf at the start.
namespace leafwise::tests::local_cases {

using Texts = std::vector<std::string>;
using Values = std::map<std::string, std::string>;

inline algebra::Scope scope_of(const Texts& unknowns) {
  algebra::Scope scope;
  scope.declare("t", algebra::Role::independent);
  for (const std::string& name : unknowns) scope.declare(name, algebra::Role::unknown);
  return scope;
}

inline algebra::LocalStart start_of(const Texts& unknowns,
                                    const Values& given,
                                    const Values& guessed = {}) {
  const algebra::Scope scope = scope_of(unknowns);
  algebra::LocalStart start;
  for (const auto& [name, value] : given) {
    const algebra::Expression number = algebra::parse_expression(value, scope);
    if (name == "t") {
      start.time = number;
    } else {
      start.given.emplace(algebra::parse_variable(name, scope), number);
    }
  }
  for (const auto& [name, value] : guessed) {
    start.guessed.emplace(algebra::parse_variable(name, scope),
                          algebra::parse_expression(value, scope));
  }
  return start;
}

inline algebra::AnalyticSystem plain(const Texts& unknowns, const Texts& equations) {
  algebra::AnalyticSystem system;
  system.unknowns = unknowns;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    system.equations.push_back(
        {algebra::parse_equation(equations[i], scope_of(unknowns)).residual(),
         "equation " + std::to_string(i + 1),
         i + 1});
  }
  return system;
}

inline const algebra::LocalPoint& value_of(const algebra::LocalLeaf& leaf,
                                           const std::string& name,
                                           unsigned order = 0) {
  for (const algebra::LocalPoint& jet : leaf.point) {
    if (jet.variable.name == name && jet.variable.order == order) return jet;
  }
  FAIL("no " << name);
  return leaf.point.front();
}

}  // namespace leafwise::tests::local_cases
