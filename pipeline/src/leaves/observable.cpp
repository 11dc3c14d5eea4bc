// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/observable.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/callable_map.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;
using Kind = Expression::Kind;

/// Of a polynomial in the coordinates; none for other functions. An upper bound, as terms may
/// cancel.
std::optional<std::size_t> degree_of(const Expression& expression) {
  const auto operand = [&](std::size_t i) { return degree_of(expression.operand(i)); };
  switch (expression.kind()) {
    case Kind::number:
    case Kind::pi: return 0;
    case Kind::variable: return expression.as_variable().role == Role::parameter ? 0U : 1U;
    case Kind::negation: return operand(0);
    case Kind::call: {
      const auto inner = operand(0);
      return inner == std::size_t{0} ? inner : std::nullopt;
    }
    case Kind::power: {
      const auto base = operand(0);
      const algebra::Exponent exponent = algebra::exponent_value(expression.operand(1));
      if (base == std::size_t{0}) return base;
      if (!base || !exponent.is_integer() || exponent.halves < 0) return std::nullopt;
      return *base * static_cast<std::size_t>(exponent.halves / 2);
    }
    case Kind::sum:
    case Kind::product: break;
  }
  std::size_t degree = 0;
  for (std::size_t i = 0; i < expression.operands().size(); ++i) {
    const auto part = operand(i);
    if (!part) return std::nullopt;
    const bool is_sum = expression.kind() == Kind::sum;
    if (!is_sum && expression.operands()[i].inverted && *part > 0) return std::nullopt;
    degree = is_sum ? std::max(degree, *part) : degree + *part;
  }
  return degree;
}

/// A function of (z, w) with the w that belong to z. Derivatives by differences.
std::shared_ptr<const integrator::SmoothMap<double>> with_attached(
    const NumericLeaf& leaf, const std::shared_ptr<const integrator::SmoothMap<double>>& function) {
  struct Scratch {
    std::unique_ptr<integrator::Distribution<double>> distribution;
    std::unique_ptr<integrator::SmoothMap<double>> function;
    std::vector<double> point;
  };
  const auto scratch = std::make_shared<Scratch>();
  scratch->distribution = leaf.problem.distribution->clone();
  scratch->function = function->clone();
  scratch->point.resize(function->inputs());
  integrator::MapFunctions<double> functions;
  functions.value = [scratch](std::span<const double> z, std::span<double> f) {
    std::ranges::copy(z, scratch->point.begin());
    scratch->distribution->attached(z, std::span<double>(scratch->point).subspan(z.size()));
    scratch->function->value(scratch->point, f);
  };
  return std::make_shared<const integrator::CallableMap<double>>(
      leaf.coordinates.size(), function->outputs(), std::move(functions));
}

}  // namespace

Observable observable(const Model& model,
                      const NumericLeaf& leaf,
                      const WrittenExpression& written,
                      const std::string& what) {
  std::vector<Variable> inputs = leaf.coordinates;
  bool needs_attached = false;
  for (const Variable& variable : algebra::variables_of(written.expression)) {
    if (variable.role == Role::parameter || leaf.coordinate(variable)) continue;
    const auto& attached = leaf.attached;
    if (std::find(attached.begin(), attached.end(), variable) == attached.end()) {
      throw InvalidInput(
          Mistake{what + " uses " + to_string(variable) + ", which the leaf does not have",
                  "what the table of the run shows",
                  std::nullopt,
                  FilePlace{model.file, written.origin.line, 0, 1, ""}});
    }
    needs_attached = true;
  }
  if (needs_attached) inputs.insert(inputs.end(), leaf.attached.begin(), leaf.attached.end());
  NumericProgram program(inputs, parameter_values(model));
  program.add_output(written.expression);
  if (needs_attached) return {with_attached(leaf, program.map()), std::nullopt};
  return {program.map(), degree_of(written.expression)};
}

}  // namespace leafwise::pipeline::detail
