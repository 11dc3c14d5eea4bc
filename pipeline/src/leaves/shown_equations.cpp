// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/shown_equations.hpp"

#include <algorithm>
#include <optional>

#include "leafwise/algebra/calculus.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

namespace {

/// Of a text that replaces an auxiliary unknown: longer ones hide more than they show.
constexpr std::size_t most_readable_size = 200;

}  // namespace

std::vector<Polynomial> definitions_of(const Model& model) {
  std::vector<Polynomial> definitions;
  for (const PolynomialEquation& equation : model.polynomial.equations) {
    if (equation.source != PolynomialEquation::Source::auxiliary) continue;
    definitions.push_back(equation.polynomial.primitive());
  }
  return definitions;
}

std::vector<NamedExpression> auxiliaries_of(const Model& model) {
  std::vector<NamedExpression> auxiliaries;
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    auxiliaries.push_back({unknown.auxiliary.name, unknown.auxiliary.original});
  }
  return auxiliaries;
}

ShownEquations::ShownEquations(const DecompositionReport& report)
    : ShownEquations(report.auxiliary, report.definitions) {}

ShownEquations::ShownEquations(const Model& model)
    : ShownEquations(auxiliaries_of(model), definitions_of(model)) {}

ShownEquations::ShownEquations(const std::vector<NamedExpression>& auxiliaries,
                               const std::vector<Polynomial>& definitions)
    : definitions_(definitions.begin(), definitions.end()) {
  for (const auto& [name, original] : auxiliaries) {
    if (original.size() <= most_readable_size) originals_.emplace(name, original);
  }
}

Expression ShownEquations::readable(const Polynomial& polynomial) const {
  const Expression expression = to_expression(polynomial);
  if (originals_.empty() || definitions_.contains(polynomial)) return expression;
  const std::set<Variable> used = polynomial.variables();
  const bool has_derivative = std::any_of(used.begin(), used.end(), [&](const Variable& v) {
    return v.order > 0 && originals_.contains(v.name);
  });
  if (has_derivative) return expression;
  return algebra::substitute(expression, [&](const Variable& v) -> std::optional<Expression> {
    const auto found = originals_.find(v.name);
    if (v.role != Role::unknown || found == originals_.end()) return std::nullopt;
    return found->second;
  });
}

std::string ShownEquations::shown(const Polynomial& polynomial) const {
  return safe_text(to_string(readable(polynomial))) + " = 0";
}

}  // namespace leafwise::pipeline::detail
