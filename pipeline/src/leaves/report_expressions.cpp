// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/report_expressions.hpp"

#include <algorithm>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/errors.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;

namespace {

/// Of a text that replaces an auxiliary unknown: longer ones hide more than they show.
constexpr std::size_t most_readable_size = 200;

}  // namespace

ReportExpressions::ReportExpressions(const DecompositionReport& report)
    : definitions_(report.definitions.begin(), report.definitions.end()) {
  declare(report.independent, Role::independent);
  for (const auto& [name, text] : report.parameters) declare(name, Role::parameter);
  for (const auto& [name, order] : report.orders) declare(name, Role::unknown);
  for (const std::string& name : report.unknowns) declare(name, Role::unknown);
  for (const auto& [name, text] : report.auxiliary) declare(name, Role::unknown);
  for (const ReportedLeaf& leaf : report.leaves) {
    for (std::size_t k = 1; k <= leaf.constraints.size(); ++k) {
      declare("lambda" + std::to_string(k), Role::unknown);
    }
  }
  for (const auto& [name, text] : report.auxiliary) {
    const std::optional<Expression> original = parsed(text);
    if (original && original->size() <= most_readable_size) originals_.emplace(name, *original);
  }
}

void ReportExpressions::declare(const std::string& name, Role role) {
  const bool possible =
      algebra::is_name(name) && !algebra::Scope::is_reserved(name) && !scope_.find(name);
  if (possible) scope_.declare(name, role);
}

std::optional<Expression> ReportExpressions::parsed(const std::string& text) const {
  // What the algebra found may be larger than anything that a person would write.
  algebra::ParserLimits limits;
  limits.most_factors = 100'000;
  limits.most_digits = 100'000;
  try {
    return algebra::parse_expression(text, scope_, limits);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

std::optional<Expression> ReportExpressions::readable(const std::string& text) const {
  const std::optional<Expression> expression = parsed(text);
  if (!expression || originals_.empty() || definitions_.contains(text)) return expression;
  const std::set<Variable> used = algebra::variables_of(*expression);
  const bool has_derivative = std::any_of(used.begin(), used.end(), [&](const Variable& v) {
    return v.order > 0 && originals_.contains(v.name);
  });
  if (has_derivative) return expression;
  return algebra::substitute(*expression, [&](const Variable& v) -> std::optional<Expression> {
    const auto found = originals_.find(v.name);
    if (v.role != Role::unknown || found == originals_.end()) return std::nullopt;
    return found->second;
  });
}

std::string ReportExpressions::shown(const std::string& text) const {
  if (originals_.empty()) return safe_text(text) + " = 0";
  const std::optional<Expression> expression = readable(text);
  return safe_text(expression ? to_string(*expression) : text) + " = 0";
}

}  // namespace leafwise::pipeline::detail
