// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/numeric_program.hpp"

#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Rational;
using algebra::Role;
using algebra::Variable;
using integrator::Operation;
using Kind = algebra::Expression::Kind;

Operation operation_of(algebra::Function function) {
  switch (function) {
    case algebra::Function::sin: return Operation::sin;
    case algebra::Function::cos: return Operation::cos;
    case algebra::Function::tan: return Operation::tan;
    case algebra::Function::exp: return Operation::exp;
    case algebra::Function::log: return Operation::log;
    case algebra::Function::sqrt: return Operation::sqrt;
    case algebra::Function::tanh: return Operation::tanh;
    case algebra::Function::sinh: return Operation::sinh;
    case algebra::Function::cosh: return Operation::cosh;
    case algebra::Function::atan: break;
  }
  return Operation::atan;
}

std::optional<Rational> rational_value(const algebra::Expression& constant) {
  const std::optional<algebra::Surd> exact = algebra::exact_value(constant);
  return exact ? exact->as_rational() : std::nullopt;
}

}  // namespace

ParameterValues parameter_values(const Model& model) {
  ParameterValues values;
  std::vector<std::string> missing;
  for (const Parameter& parameter : model.parameters) {
    if (parameter.value && algebra::variables_of(*parameter.value).empty()) {
      values.emplace(parameter.name, *parameter.value);
    } else if (!parameter.value) {
      missing.push_back(parameter.name);
    }
  }
  if (missing.empty()) {
    // Parameters that are computed from symbolic ones.
    for (const Parameter& parameter : model.parameters) {
      if (values.contains(parameter.name)) continue;
      values.emplace(parameter.name,
                     algebra::substitute(*parameter.value, [&](const Variable& variable) {
                       const auto found = values.find(variable.name);
                       return found == values.end() ? std::nullopt : std::optional(found->second);
                     }));
    }
    return values;
  }
  throw InvalidInput(Mistake{
      "the symbolic " + std::string(missing.size() == 1 ? "parameter " : "parameters ") +
          word_list(missing, "and") + (missing.size() == 1 ? " needs a number" : " need numbers") +
          " before integration",
      "--set " + missing.front() + "=…",
      std::nullopt,
      FilePlace{model.file, 0, 0, 1, ""}});
}

NumericProgram::NumericProgram(const std::vector<Variable>& inputs, ParameterValues parameters)
    : builder_(std::make_unique<integrator::ProgramBuilder>(inputs.size())),
      parameters_(std::move(parameters)) {
  for (std::size_t i = 0; i < inputs.size(); ++i) places_.emplace(inputs[i], i);
}

integrator::Expression NumericProgram::input(const Variable& variable) {
  const auto found = places_.find(variable);
  LEAFWISE_DEMAND(found != places_.end(), to_string(variable));
  return builder_->input(found->second);
}

integrator::Expression NumericProgram::term(const algebra::Monomial& monomial,
                                            Rational coefficient) {
  std::vector<integrator::Expression> factors;
  std::vector<algebra::Expression> irrational;
  for (const algebra::Monomial::Factor& factor : monomial.factors()) {
    const auto exponent = static_cast<int>(factor.exponent);
    if (factor.variable.role != Role::parameter) {
      factors.push_back(builder_->power(input(factor.variable), exponent));
      continue;
    }
    const auto value = parameters_.find(factor.variable.name);
    LEAFWISE_DEMAND(value != parameters_.end(), factor.variable.name);
    if (const std::optional<Rational> exact = rational_value(value->second)) {
      coefficient *= exact->pow(exponent);
    } else {
      irrational.push_back(algebra::Expression::power(
          value->second, algebra::Expression::number(Rational(exponent))));
    }
  }
  double number = coefficient.to_double();
  if (!irrational.empty() && !coefficient.is_zero()) {
    algebra::Expression product = algebra::Expression::number(coefficient);
    for (const algebra::Expression& factor : irrational) product = product * factor;
    number = algebra::nearest_double(product);
  }
  integrator::Expression result = builder_->constant(static_cast<long double>(number));
  for (const integrator::Expression& factor : factors) result = result * factor;
  return result;
}

integrator::Expression NumericProgram::of(const algebra::Polynomial& polynomial) {
  integrator::Expression sum = builder_->constant(0);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    sum = sum + term(monomial, coefficient);
  }
  return sum;
}

algebra::Expression NumericProgram::with_numbers(const algebra::Expression& expression) const {
  return algebra::substitute(
      expression, [&](const Variable& variable) -> std::optional<algebra::Expression> {
        if (variable.role != Role::parameter) return std::nullopt;
        const auto found = parameters_.find(variable.name);
        return found == parameters_.end() ? std::nullopt : std::optional(found->second);
      });
}

integrator::Expression NumericProgram::of(const algebra::Expression& expression) {
  kept_.push_back(with_numbers(expression));
  return translated(kept_.back());
}

integrator::Expression NumericProgram::power(const algebra::Expression& expression) {
  const algebra::Exponent exponent = algebra::exponent_value(expression.operand(1));
  const integrator::Expression base = translated(expression.operand(0));
  const auto halves = static_cast<int>(exponent.halves);
  if (exponent.is_integer()) return builder_->power(base, halves / 2);
  return builder_->power(builder_->make(Operation::sqrt, base), halves);
}

integrator::Expression NumericProgram::translated(const algebra::Expression& expression) {
  if (const auto found = known_.find(expression.identity()); found != known_.end()) {
    return found->second;
  }
  const auto translate = [&]() -> integrator::Expression {
    if (expression.kind() == Kind::variable) return input(expression.as_variable());
    if (algebra::variables_of(expression).empty()) {
      return builder_->constant(static_cast<long double>(algebra::nearest_double(expression)));
    }
    if (expression.kind() == Kind::negation) return -translated(expression.operand(0));
    if (expression.kind() == Kind::power) return power(expression);
    if (expression.kind() == Kind::call) {
      return builder_->make(operation_of(expression.function()), translated(expression.operand(0)));
    }
    const bool is_sum = expression.kind() == Kind::sum;
    integrator::Expression result = translated(expression.operand(0));
    for (std::size_t i = 1; i < expression.operands().size(); ++i) {
      const integrator::Expression next = translated(expression.operand(i));
      const bool inverted = expression.operands()[i].inverted;
      if (is_sum) {
        result = inverted ? result - next : result + next;
      } else {
        result = inverted ? result / next : result * next;
      }
    }
    return result;
  };
  const integrator::Expression result = translate();
  known_.emplace(expression.identity(), result);
  return result;
}

void NumericProgram::add_square(const algebra::Polynomial& polynomial) {
  const integrator::Expression value = of(polynomial);
  outputs_.push_back(value * value);
}

void NumericProgram::sum_outputs(double constant) {
  integrator::Expression sum = builder_->constant(static_cast<long double>(constant));
  for (const integrator::Expression& output : outputs_) sum = sum + output;
  outputs_.assign(1, sum);
}

void NumericProgram::add_level(const algebra::Expression& expression, double level) {
  outputs_.push_back(of(expression) - builder_->constant(static_cast<long double>(level)));
}

std::shared_ptr<const integrator::CompiledMap<double>> NumericProgram::map() const {
  return std::make_shared<const integrator::CompiledMap<double>>(builder_->build(outputs_));
}

}  // namespace leafwise::pipeline::detail
