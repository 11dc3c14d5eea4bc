// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/calculus.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra {

namespace {

using Kind = Expression::Kind;

/// f'(u), the outer factor of the chain rule.
Expression outer_derivative(Function function, const Expression& u) {
  const Expression one = Expression::number(1);
  const Expression two = Expression::number(2);
  const auto square = [&](Function f) { return Expression::power(Expression::call(f, u), two); };
  switch (function) {
    case Function::sin: return Expression::call(Function::cos, u);
    case Function::cos: return -Expression::call(Function::sin, u);
    case Function::tan: return one + square(Function::tan);
    case Function::exp: return Expression::call(Function::exp, u);
    case Function::log: return one / u;
    case Function::sqrt: return one / (two * Expression::call(Function::sqrt, u));
    case Function::tanh: return one - square(Function::tanh);
    case Function::sinh: return Expression::call(Function::cosh, u);
    case Function::cosh: return Expression::call(Function::sinh, u);
    case Function::atan: return one / (one + Expression::power(u, two));
  }
  LEAFWISE_DEMAND(false, "an unknown function");
  return one;
}

bool is_zero(const Expression& expression) {
  return expression.kind() == Kind::number && expression.value().is_zero();
}

/// A derivation of the ring of expressions: linear, Leibniz rule, given on variables. Results are
/// kept by node, because derivatives of derivatives share most of their parts.
class Derivation {
 public:
  explicit Derivation(std::function<Expression(const Variable&)> on_variable)
      : on_variable_(std::move(on_variable)) {}

  Expression operator()(const Expression& expression) {
    // Looking up a leaf costs more than deriving it.
    if (expression.operands().empty()) return apply(expression);
    const auto known = known_.find(expression.identity());
    if (known != known_.end()) return known->second;
    Expression result = apply(expression);
    known_.emplace(expression.identity(), result);
    return result;
  }

 private:
  Expression apply(const Expression& expression) {
    switch (expression.kind()) {
      case Kind::number:
      case Kind::pi: return {};
      case Kind::variable: return on_variable_(expression.as_variable());
      case Kind::negation: return -(*this)(expression.operand(0));
      case Kind::sum: return of_sum(expression);
      case Kind::product: return of_product(expression);
      case Kind::power: return of_power(expression);
      case Kind::call: break;
    }
    const Expression& argument = expression.operand(0);
    const Expression inner = (*this)(argument);
    if (is_zero(inner)) return {};
    return outer_derivative(expression.function(), argument) * inner;
  }

  Expression of_sum(const Expression& expression) {
    // Collected first: adding one by one would copy the sum each time.
    std::vector<Expression::Operand> terms;
    for (const Expression::Operand& operand : expression.operands()) {
      const Expression derivative = (*this)(operand.expression);
      if (is_zero(derivative)) continue;
      const bool negated = derivative.kind() == Kind::negation;
      terms.push_back({negated ? derivative.operand(0) : derivative, operand.inverted != negated});
    }
    if (terms.empty()) return {};
    if (terms.front().inverted) terms.front() = {-terms.front().expression, false};
    if (terms.size() == 1) return terms.front().expression;
    return Expression::sum(std::move(terms));
  }

  /// One term for each factor that changes: that factor replaced by its derivative, or, for a
  /// divisor g, the whole product times −g'/g. Flat, so that long products do not nest.
  Expression of_product(const Expression& expression) {
    const std::vector<Expression::Operand>& factors = expression.operands();
    Expression result;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const Expression change = (*this)(factors[i].expression);
      if (is_zero(change)) continue;
      Expression term = Expression::number(1);
      for (std::size_t k = 0; k < factors.size(); ++k) {
        const Expression& factor = factors[k].expression;
        if (factors[k].inverted) {
          term = term / factor;
        } else {
          term = term * (k == i ? change : factor);
        }
      }
      result = factors[i].inverted ? result - term * change / factors[i].expression : result + term;
    }
    return result;
  }

  /// (f^n)' = n·f^(n−1)·f'. Exponents are constants: problem files have no others.
  Expression of_power(const Expression& expression) {
    const Expression& base = expression.operand(0);
    const Expression& exponent = expression.operand(1);
    const Expression inner = (*this)(base);
    if (is_zero(inner)) return {};
    if (is_number(exponent, 1)) return inner;
    if (is_number(exponent, 2)) return exponent * base * inner;
    const Expression lowered = exponent.kind() == Kind::number
                                   ? Expression::number(exponent.value() - 1)
                                   : exponent - Expression::number(1);
    return exponent * Expression::power(base, lowered) * inner;
  }

  std::function<Expression(const Variable&)> on_variable_;
  std::unordered_map<const void*, Expression> known_;
};

class Substitution {
 public:
  explicit Substitution(const Replacement& replacement) : replacement_(replacement) {}

  Expression operator()(const Expression& expression) {
    const auto known = known_.find(expression.identity());
    if (known != known_.end()) return known->second;
    Expression result = apply(expression);
    known_.emplace(expression.identity(), result);
    return result;
  }

 private:
  Expression apply(const Expression& expression) {
    if (expression.kind() == Kind::variable) {
      const std::optional<Expression> replaced = replacement_(expression.as_variable());
      // It stands where the variable stood: mistakes found in it belong there.
      return replaced ? replaced->at(expression.range()) : expression;
    }
    std::vector<Expression::Operand> operands = expression.operands();
    bool changed = false;
    for (Expression::Operand& operand : operands) {
      Expression replaced = (*this)(operand.expression);
      changed = changed || replaced.identity() != operand.expression.identity();
      operand.expression = std::move(replaced);
    }
    if (!changed) return expression;
    const TextRange range = expression.range();
    switch (expression.kind()) {
      case Kind::negation: return Expression::negation(operands[0].expression, range);
      case Kind::sum: return Expression::sum(std::move(operands), range);
      case Kind::product: return Expression::product(std::move(operands), range);
      case Kind::power:
        return Expression::power(operands[0].expression, operands[1].expression, range);
      case Kind::call:
        return Expression::call(expression.function(), operands[0].expression, range);
      default: return expression;
    }
  }

  const Replacement& replacement_;
  std::unordered_map<const void*, Expression> known_;
};

/// Visits every variable once, in the order of the text, until `visit` returns true.
class Walk {
 public:
  explicit Walk(const std::function<bool(const Expression&)>& visit) : visit_(visit) {}

  bool operator()(const Expression& expression) {
    if (!seen_.insert(expression.identity()).second) return false;
    if (expression.kind() == Kind::variable) return visit_(expression);
    for (const Expression::Operand& operand : expression.operands()) {
      if ((*this)(operand.expression)) return true;
    }
    return false;
  }

 private:
  const std::function<bool(const Expression&)>& visit_;
  std::unordered_set<const void*> seen_;
};

}  // namespace

Expression total_derivative(const Expression& expression) {
  Derivation derivation([](const Variable& variable) {
    switch (variable.role) {
      case Role::independent: return Expression::number(1);
      case Role::parameter: return Expression();
      case Role::unknown: break;
    }
    return Expression::variable(next_jet(variable));
  });
  return derivation(expression);
}

Expression partial_derivative(const Expression& expression, const Variable& variable) {
  Derivation derivation([&variable](const Variable& other) {
    return other == variable ? Expression::number(1) : Expression();
  });
  return derivation(expression);
}

Expression substitute(const Expression& expression, const Replacement& replacement) {
  return Substitution(replacement)(expression);
}

std::set<Variable> variables_of(const Expression& expression) {
  std::set<Variable> variables;
  const std::function<bool(const Expression&)> collect = [&](const Expression& place) {
    variables.insert(place.as_variable());
    return false;
  };
  Walk walk(collect);
  walk(expression);
  return variables;
}

std::optional<Expression> find_variable(const Expression& expression,
                                        const std::function<bool(const Variable&)>& matches) {
  std::optional<Expression> found;
  const std::function<bool(const Expression&)> inspect = [&](const Expression& place) {
    if (!matches(place.as_variable())) return false;
    found = place;
    return true;
  };
  Walk walk(inspect);
  walk(expression);
  return found;
}

}  // namespace leafwise::algebra
