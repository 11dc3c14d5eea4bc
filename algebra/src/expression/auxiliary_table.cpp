// SPDX-License-Identifier: GPL-3.0-or-later
#include "expression/auxiliary_table.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

bool is_nonnegative(AuxiliaryKind kind) {
  return kind == AuxiliaryKind::root || kind == AuxiliaryKind::exponential ||
         kind == AuxiliaryKind::hyperbolic_cosine;
}

namespace detail {

namespace {

Expression apply(AuxiliaryKind kind, const Expression& argument) {
  switch (kind) {
    case AuxiliaryKind::root: return Expression::call(Function::sqrt, argument);
    case AuxiliaryKind::reciprocal: return Expression::number(1) / argument;
    case AuxiliaryKind::sine: return Expression::call(Function::sin, argument);
    case AuxiliaryKind::cosine: return Expression::call(Function::cos, argument);
    case AuxiliaryKind::tangent: return Expression::call(Function::tan, argument);
    case AuxiliaryKind::exponential: return Expression::call(Function::exp, argument);
    case AuxiliaryKind::logarithm: return Expression::call(Function::log, argument);
    case AuxiliaryKind::hyperbolic_sine: return Expression::call(Function::sinh, argument);
    case AuxiliaryKind::hyperbolic_cosine: return Expression::call(Function::cosh, argument);
    case AuxiliaryKind::hyperbolic_tangent: return Expression::call(Function::tanh, argument);
    case AuxiliaryKind::arctangent: break;
  }
  return Expression::call(Function::atan, argument);
}

}  // namespace

std::optional<std::size_t> AuxiliaryTable::find(AuxiliaryKind kind,
                                                const Polynomial& argument) const {
  const auto found = by_meaning_.find({kind, argument});
  if (found == by_meaning_.end()) return std::nullopt;
  return found->second;
}

std::string AuxiliaryTable::fresh_name() {
  std::string name;
  do {
    name = "w" + std::to_string(++last_number_);
  } while (taken_.contains(name));
  return name;
}

std::size_t AuxiliaryTable::add(AuxiliaryKind kind,
                                const Polynomial& argument,
                                const Expression& original) {
  LEAFWISE_DEMAND(!find(kind, argument));
  const std::size_t index = all_.size();
  Auxiliary auxiliary{fresh_name(),
                      kind,
                      argument,
                      original,
                      apply(kind, defined(argument)),
                      is_constant(argument)};
  by_name_.emplace(auxiliary.name, index);
  by_meaning_.emplace(std::pair(kind, argument), index);
  all_.push_back(std::move(auxiliary));
  return index;
}

const Auxiliary* AuxiliaryTable::named(const Variable& variable) const {
  if (variable.role != Role::unknown || variable.order != 0) return nullptr;
  const auto found = by_name_.find(variable.name);
  return found == by_name_.end() ? nullptr : &all_[found->second];
}

Polynomial AuxiliaryTable::as_polynomial(std::size_t index) const {
  return Polynomial(Variable{Role::unknown, all_.at(index).name, 0});
}

bool AuxiliaryTable::is_constant(const Polynomial& polynomial) const {
  const std::set<Variable> variables = polynomial.variables();
  return std::all_of(variables.begin(), variables.end(), [this](const Variable& variable) {
    const Auxiliary* auxiliary = named(variable);
    return variable.role == Role::parameter || (auxiliary != nullptr && auxiliary->constant);
  });
}

bool AuxiliaryTable::is_number(const Polynomial& polynomial) const {
  return variables_of(defined(polynomial)).empty();
}

Expression AuxiliaryTable::defined(const Polynomial& polynomial) const {
  return substitute(to_expression(polynomial), [this](const Variable& variable) {
    const Auxiliary* auxiliary = named(variable);
    return auxiliary == nullptr ? std::nullopt : std::optional<Expression>(auxiliary->definition);
  });
}

Expression AuxiliaryTable::restored(const Polynomial& polynomial) const {
  return substitute(to_expression(polynomial), [this](const Variable& variable) {
    const Auxiliary* auxiliary = named(variable);
    return auxiliary == nullptr ? std::nullopt : std::optional<Expression>(auxiliary->original);
  });
}

Expression AuxiliaryTable::readable(const Polynomial& polynomial) const {
  // Functions nested in sums double the text with each level; beyond what anyone reads, their
  // names say more.
  constexpr std::size_t most_readable = 2000;
  const Expression whole = restored(polynomial);
  return whole.size() <= most_readable ? whole : to_expression(polynomial);
}

}  // namespace detail

}  // namespace leafwise::algebra
