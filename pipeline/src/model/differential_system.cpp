// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "model/mechanical_system.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Role;
using algebra::Variable;
using Source = PolynomialEquation::Source;

std::string source_of(const Model& model, const PolynomialEquation& equation) {
  switch (equation.source) {
    case Source::equation: return fmt::format("equation {}", equation.index + 1);
    case Source::constraint: return fmt::format("constraint {}", equation.index + 1);
    case Source::dynamics: return "motion of " + model.mechanics->coordinates[equation.index];
    case Source::auxiliary: break;
  }
  const algebra::Auxiliary& auxiliary = model.polynomial.auxiliaries[equation.index].auxiliary;
  return auxiliary.name + " = " + to_string(auxiliary.original);
}

[[noreturn]] void refuse_order(const std::string& argument,
                               std::string message,
                               std::string expected) {
  throw InvalidInput(Mistake{std::move(message),
                             std::move(expected),
                             std::nullopt,
                             FilePlace{"--orders", 0, 1, argument.size(), argument}});
}

}  // namespace

algebra::DifferentialSystem system_from(const Model& model) {
  const PolynomialForm& form = model.polynomial;
  algebra::DifferentialSystem system;
  system.independent = {Role::independent, model.independent, 0};
  system.unknowns = model.unknowns;
  for (const AuxiliaryUnknown& unknown : form.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    system.unknowns.push_back(unknown.auxiliary.name);
    system.auxiliaries.insert(unknown.auxiliary.name);
  }
  for (const PolynomialEquation& equation : form.equations) {
    if (form.mechanics && equation.source != Source::auxiliary) continue;
    const bool is_definition = equation.source == Source::auxiliary;
    system.equations.push_back({equation.polynomial, source_of(model, equation), is_definition});
  }
  system.inequations = form.inequations;
  if (form.mechanics) {
    system.mechanics = detail::mechanical_system(model.mechanics->coordinates, *form.mechanics);
  }
  return system;
}

void raise_orders(const std::map<std::string, unsigned>& orders,
                  const Model& model,
                  algebra::DifferentialSystem& system) {
  for (const auto& [name, order] : orders) {
    const std::string argument = fmt::format("{}={}", name, order);
    const auto& known = system.unknowns;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string near = nearest_word(name, known);
      refuse_order(argument,
                   "'" + name + "' is not an unknown of the system",
                   near.empty() ? "one of " + word_list(known) : "did you mean '" + near + "'?");
    }
    const unsigned least = model.polynomial.orders.at(name);
    if (order < least || order > most_order) {
      refuse_order(argument,
                   fmt::format("{} cannot be taken to order {}", name, order),
                   fmt::format("an order from {}, which occurs, to {}", least, most_order));
    }
    system.orders[name] = order;
  }
}

std::optional<algebra::Point> initial_point(const Model& model, const Start& start) {
  if (start.initial.empty()) return std::nullopt;
  algebra::Point point;
  for (const PointValue& value : start.initial) {
    if (!algebra::variables_of(value.value.expression).empty()) continue;
    point.set(value.variable, value.value.expression);
  }
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants || !unknown.initial) continue;
    if (!algebra::variables_of(*unknown.initial).empty()) continue;
    point.set({Role::unknown, unknown.auxiliary.name, 0}, *unknown.initial);
  }
  return point;
}

}  // namespace leafwise::pipeline
