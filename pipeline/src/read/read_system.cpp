// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "leafwise/core/suggestion.hpp"
#include "read/cleared_divisions.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// A division by what vanishes at the start has a limit there, or none: times its divisor the
/// equation has the same solutions away from it, and one that is analytic is found at it.
void clear_divisions(const Reading& reading, Problem& problem, WrittenEquation& equation) {
  for (const algebra::Expression& divisor : reading.cleared) {
    algebra::Expression cleared = without_divisor(equation.residual, divisor);
    if (cleared == equation.residual) continue;
    if (!equation.divided) equation.divided = equation.residual;
    equation.residual = std::move(cleared);
    problem.source.remarks.push_back(
        fmt::format("the equation of line {} is multiplied by {}, which is 0 at the start",
                    equation.origin.line,
                    to_string(divisor)));
  }
}

}  // namespace

using algebra::Polynomial;
using Source = PolynomialEquation::Source;

void read_equations(Reading& reading, Problem& problem) {
  const Entry* entry = reading.document().find("equations");
  if (entry == nullptr) return;
  const std::string what = "equations = [\"x'' + x = 0\"]";
  for (const Value& item : reading.list_of(entry->value, what)) {
    reading.attempt([&] {
      reading.require_kind(item, Value::Kind::text, "text, as in " + what);
      const Snippet snippet = reading.snippet(item, what);
      WrittenEquation equation = reading.equation(snippet);
      clear_divisions(reading, problem, equation);
      Polynomial polynomial =
          located(snippet, [&] { return reading.polynomialiser->convert(equation.residual); });
      const std::size_t index = problem.model.equations.size();
      if (polynomial.is_zero()) {
        problem.source.remarks.push_back("equation " + std::to_string(index + 1) +
                                         " is always true: " + equation.text);
      }
      if (polynomial.is_constant() && !polynomial.is_zero()) {
        problem.source.remarks.push_back("equation " + std::to_string(index + 1) +
                                         " can never hold: " + equation.text);
      }
      problem.model.polynomial.equations.push_back(
          {std::move(polynomial), Source::equation, index});
      problem.model.equations.push_back(std::move(equation));
    });
  }
}

void read_inequations(Reading& reading, Problem& problem) {
  const Entry* entry = reading.document().find("inequations");
  if (entry == nullptr) return;
  const std::string what = "inequations = [\"x - 2\"]: expressions that do not vanish";
  for (const Value& item : reading.list_of(entry->value, what)) {
    reading.attempt([&] {
      reading.require_kind(item, Value::Kind::text, "text, as in " + what);
      const Snippet snippet = reading.snippet(item, what);
      WrittenExpression written = reading.expression(snippet);
      Polynomial polynomial =
          located(snippet, [&] { return reading.polynomialiser->convert(written.expression); });
      if (polynomial.is_zero()) {
        reading.refuse(item.range, "this is always zero, so it cannot differ from zero", what);
      }
      problem.model.polynomial.inequations.push_back(std::move(polynomial));
      problem.model.inequations.push_back(std::move(written));
    });
  }
}

void complete_polynomial_form(Reading& reading, Problem& problem) {
  PolynomialForm& form = problem.model.polynomial;
  const std::vector<algebra::Auxiliary>& auxiliaries = reading.polynomialiser->auxiliaries();
  const auto is_of_system = [&](const algebra::AuxiliaryRelation& relation) {
    return std::any_of(
        reading.system_relations.begin(), reading.system_relations.end(), [&](const auto& known) {
          return known.auxiliary == relation.auxiliary && known.polynomial == relation.polynomial;
        });
  };
  for (const algebra::AuxiliaryRelation& relation : reading.system_relations) {
    form.equations.push_back({relation.polynomial, Source::auxiliary, relation.auxiliary});
  }
  for (const algebra::AuxiliaryRelation& relation : reading.polynomialiser->relations()) {
    if (is_of_system(relation)) continue;
    form.invariant_relations.push_back(
        {relation.polynomial, Source::auxiliary, relation.auxiliary});
  }
  // Velocities are part of a mechanism's state, also where a mass is zero.
  const unsigned least = problem.model.mechanics ? 1 : 0;
  for (const std::string& unknown : problem.model.unknowns) form.orders.emplace(unknown, least);
  if (form.mechanics) {
    for (const std::string& name : form.mechanics->multipliers) form.orders.emplace(name, 0);
  }
  std::set<std::string> seen;
  const auto count = [&](const Polynomial& polynomial) {
    for (const auto& [name, order] : algebra::orders_of(polynomial)) {
      seen.insert(name);
      unsigned& highest = form.orders[name];
      highest = std::max(highest, order);
    }
  };
  for (const PolynomialEquation& equation : form.equations) count(equation.polynomial);
  for (const Polynomial& inequation : form.inequations) count(inequation);
  for (std::size_t i = 0; i < auxiliaries.size(); ++i) {
    if (!form.auxiliaries[i].only_in_invariants) form.orders.emplace(auxiliaries[i].name, 0);
  }
  std::vector<std::string> absent;
  for (const std::string& unknown : problem.model.unknowns) {
    if (!seen.contains(unknown)) absent.push_back(unknown);
  }
  if (absent.empty()) return;
  const std::string verb = absent.size() == 1 ? " occurs in no equation: it is free"
                                              : " occur in no equation: they are free";
  problem.source.remarks.push_back(word_list(absent, "and") + verb);
}

}  // namespace leafwise::pipeline::detail
