// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/report_names.hpp"

#include <algorithm>

#include "leafwise/algebra/motion.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

namespace {

Variable symbol(const std::string& text) {
  return {Role::unknown, text, 0};
}

/// What the algebra found may be larger than anything that a person would write.
algebra::ParserLimits parser_limits() {
  algebra::ParserLimits limits;
  limits.most_factors = 100'000;
  limits.most_digits = 100'000;
  return limits;
}

/// The same. What products may cost stays: a report has none but monomials.
algebra::PolynomialLimits polynomial_limits() {
  algebra::PolynomialLimits limits;
  limits.most_terms = 1'000'000;
  limits.most_bits = 400'000;
  return limits;
}

}  // namespace

ReportNames::ReportNames(const DecompositionReport& report) {
  declare(report.independent, Role::independent);
  for (const auto& [name, text] : report.parameters) declare(name, Role::parameter);
  for (const auto& [name, order] : report.orders) declare(name, Role::unknown);
  for (const std::string& name : report.unknowns) declare(name, Role::unknown);
  for (const auto& [name, original] : report.auxiliary) declare(name, Role::unknown);
  for (const Leaf& leaf : report.leaves) declare_multipliers(leaf.equations.constraints.size());
}

void ReportNames::declare_multipliers(std::size_t count) {
  for (const std::string& name : algebra::Multipliers::names(count)) declare(name, Role::unknown);
}

bool ReportNames::knows(const Variable& variable) const {
  return scope_.find(variable.name) == variable.role;
}

void ReportNames::declare(const std::string& name, Role role) {
  const bool possible =
      algebra::is_name(name) && !algebra::Scope::is_reserved(name) && !scope_.find(name);
  if (possible) scope_.declare(name, role);
}

std::optional<Expression> ReportNames::parsed(const std::string& text) const {
  try {
    return algebra::parse_expression(text, scope_, parser_limits());
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

Expression ReportNames::expression(const std::string& text) const {
  return parsed(text).value_or(Expression::variable(symbol(text)));
}

Polynomial ReportNames::polynomial(const std::string& text) const {
  const std::optional<Expression> expression = parsed(text);
  if (!expression) return Polynomial(symbol(text));
  try {
    algebra::Polynomialiser polynomialiser({}, {}, polynomial_limits());
    Polynomial polynomial = polynomialiser.convert(*expression);
    if (polynomialiser.auxiliaries().empty()) return polynomial;
  } catch (const InvalidInput&) {
    // As what has no meaning: 1/0, or larger than anything of ours.
  }
  return Polynomial(symbol(text));
}

Variable ReportNames::variable(const std::string& text) const {
  const std::optional<Expression> expression = parsed(text);
  const bool is_one = expression && expression->kind() == Expression::Kind::variable;
  return is_one ? expression->as_variable() : symbol(text);
}

}  // namespace leafwise::pipeline::detail

namespace leafwise::pipeline {

namespace {

[[noreturn]] void refuse(const DecompositionReport& report, const std::string& text) {
  constexpr std::size_t most_shown = 60;
  throw InvalidInput(
      Mistake{"'" + text.substr(0, most_shown) + "' is not a polynomial in the names of the report",
              "a report that leafwise wrote",
              std::nullopt,
              FilePlace{report.file, 0, 0, 1, ""}});
}

}  // namespace

void demand_polynomials(const DecompositionReport& report, const Leaf& leaf) {
  const detail::ReportNames names(report);
  const auto demand = [&](const algebra::Variable& variable) {
    if (!names.knows(variable)) refuse(report, to_string(variable));
  };
  const LeafEquations& equations = leaf.equations;
  for (const Relations* relations : {&equations.base, &equations.linear}) {
    std::for_each(relations->variables.begin(), relations->variables.end(), demand);
  }
  for (const auto* polynomials : {&equations.base.equations,
                                  &equations.linear.equations,
                                  &equations.constraints,
                                  &report.definitions}) {
    for (const algebra::Polynomial& polynomial : *polynomials) {
      for (const algebra::Variable& variable : polynomial.variables()) demand(variable);
    }
  }
}

}  // namespace leafwise::pipeline
