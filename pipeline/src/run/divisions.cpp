// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/divisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::AuxiliaryKind;
using algebra::Expression;
using algebra::Role;
using algebra::Variable;

bool are_coordinates(const std::set<Variable>& variables, const NumericLeaf& leaf) {
  return std::ranges::all_of(variables, [&](const Variable& variable) {
    return variable.role == Role::parameter || leaf.coordinate(variable).has_value();
  });
}

/// u of the definition 1/u.
std::optional<Expression> divisor_of(const Expression& definition) {
  if (definition.kind() != Expression::Kind::product || definition.operands().size() != 2) {
    return std::nullopt;
  }
  const Expression::Operand& last = definition.operands().back();
  return last.inverted ? std::optional(last.expression) : std::nullopt;
}

/// Adds u of 1/u to the program, if it is a function of the coordinates.
bool add_divisor(const algebra::Auxiliary& auxiliary,
                 const NumericLeaf& leaf,
                 NumericProgram& program) {
  if (are_coordinates(auxiliary.argument.variables(), leaf)) {
    program.add_output(auxiliary.argument);
    return true;
  }
  const std::optional<Expression> divisor = divisor_of(auxiliary.definition);
  if (!divisor || !are_coordinates(algebra::variables_of(*divisor), leaf)) return false;
  program.add_output(*divisor);
  return true;
}

}  // namespace

NamedDivisions divisions_of(const Model& model, const NumericLeaf& leaf) {
  NamedDivisions result;
  std::set<std::string> reciprocals;
  NumericProgram program(leaf.coordinates, parameter_values(model));
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    const algebra::Auxiliary& auxiliary = unknown.auxiliary;
    if (unknown.only_in_invariants || auxiliary.constant) continue;
    const auto coordinate = leaf.coordinate({Role::unknown, auxiliary.name, 0});
    if (auxiliary.kind == AuxiliaryKind::root && coordinate) {
      result.divisions.roots.push_back(*coordinate);
    }
    if (auxiliary.kind != AuxiliaryKind::reciprocal) continue;
    reciprocals.insert(auxiliary.name);
    if (!add_divisor(auxiliary, leaf, program)) continue;
    result.divisions.reciprocals.push_back(coordinate);
    result.names.push_back(to_string(auxiliary.original));
  }
  const bool has_rates = std::ranges::any_of(leaf.coordinates, [&](const Variable& variable) {
    return variable.order > 0 && reciprocals.contains(variable.name);
  });
  if (has_rates || result.names.empty()) return {};
  result.divisions.divisors = program.map();
  return result;
}

std::vector<std::string> passed_divisions(const Model& model,
                                          const NamedDivisions& divisions,
                                          const integrator::Report<double>& report) {
  std::vector<std::string> sentences;
  sentences.reserve(report.passed.size());
  for (const integrator::PassedDivision<double>& passed : report.passed) {
    sentences.push_back(
        fmt::format("{} has no value at {} = {:.10g}; the run passed, as all that holds it has a "
                    "limit there",
                    divisions.names.at(passed.divisor),
                    model.independent,
                    passed.place));
  }
  return sentences;
}

}  // namespace leafwise::pipeline::detail
