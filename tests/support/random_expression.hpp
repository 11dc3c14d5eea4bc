// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::tests {

/// What random expressions are made of.
struct ExpressionShape {
  unsigned depth = 4;  ///< height of the tree, not counting exponents
  std::vector<algebra::Variable> variables;
  std::vector<algebra::Function> functions;
  bool with_pi = false;
  /// Any expression as an exponent, any size of number: what can be written, not what has a value.
  bool any_syntax = false;
};

/// t, the parameters a and k, and the unknowns x, y, lambda with the given derivatives.
[[nodiscard]] std::vector<algebra::Variable> jets_up_to(unsigned order);
[[nodiscard]] std::vector<algebra::Function> all_functions();
/// Everything that a problem file can hold.
[[nodiscard]] ExpressionShape any_syntax();

/// Random expressions and numbers, from the seed of the test.
class RandomExpression {
 public:
  RandomExpression(std::string_view name, ExpressionShape shape);

  [[nodiscard]] algebra::Expression operator()() { return of_height(shape_.depth); }
  /// A number from 0 to n − 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) { return generator_() % n; }
  /// p/q with |p| ≤ most and 1 ≤ q ≤ most.
  [[nodiscard]] algebra::Rational rational(std::int64_t most);
  /// A non-negative rational with a finite decimal expansion, sometimes very large or small.
  [[nodiscard]] algebra::Rational decimal();

 private:
  [[nodiscard]] algebra::Expression of_height(unsigned height);
  [[nodiscard]] algebra::Expression leaf();
  [[nodiscard]] algebra::Expression exponent(unsigned height);
  [[nodiscard]] std::vector<algebra::Expression::Operand> operands(unsigned height);

  std::mt19937_64 generator_;
  ExpressionShape shape_;
};

}  // namespace leafwise::tests
