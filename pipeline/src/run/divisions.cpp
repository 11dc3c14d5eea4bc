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

enum class Sign { positive, not_negative, unknown };

Sign sign_of(const Expression& expression);

/// Of what is multiplied, divided by, or to be added.
Sign common_sign(const std::vector<Expression::Operand>& operands, bool is_sum) {
  bool is_positive = !is_sum;
  for (const auto& [operand, inverted] : operands) {
    const Sign sign = is_sum && inverted ? Sign::unknown : sign_of(operand);
    if (sign == Sign::unknown) return Sign::unknown;
    is_positive =
        is_sum ? is_positive || sign == Sign::positive : is_positive && sign == Sign::positive;
  }
  return is_positive ? Sign::positive : Sign::not_negative;
}

/// Wherever it has a value; only what shows in how it is written. As deep as that is.
// NOLINTNEXTLINE(misc-no-recursion)
Sign sign_of(const Expression& expression) {
  using Kind = Expression::Kind;
  using algebra::Function;
  switch (expression.kind()) {
    case Kind::pi: return Sign::positive;
    case Kind::number: return expression.value().is_zero() ? Sign::not_negative : Sign::positive;
    case Kind::sum: return common_sign(expression.operands(), true);
    case Kind::product: return common_sign(expression.operands(), false);
    case Kind::power: {
      const Expression& exponent = expression.operand(1);
      const Sign base = sign_of(expression.operand(0));
      const bool is_even =
          exponent.kind() == Kind::number && (exponent.value() / algebra::Rational(2)).is_integer();
      return base == Sign::unknown && is_even ? Sign::not_negative : base;
    }
    case Kind::call:
      if (expression.function() == Function::exp || expression.function() == Function::cosh) {
        return Sign::positive;
      }
      return expression.function() == Function::sqrt ? sign_of(expression.operand(0))
                                                     : Sign::unknown;
    default: return Sign::unknown;
  }
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
    // Exponentials get so small that they seem to meet 0 ahead, and do not.
    const std::optional<Expression> divisor = divisor_of(auxiliary.definition);
    if (divisor && sign_of(*divisor) == Sign::positive) continue;
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
