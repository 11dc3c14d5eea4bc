// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator {

class ProgramBuilder;

/// A value in the making: a handle that belongs to its builder. Used like a number.
class Expression {
 public:
  /// Of the builder's values.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] ProgramBuilder& builder() const noexcept { return *builder_; }

 private:
  friend class ProgramBuilder;
  Expression(ProgramBuilder* builder, std::uint32_t number) : builder_(builder), number_(number) {}

  ProgramBuilder* builder_;
  std::uint32_t number_;
};

/// Builds programs. The same operation on the same values is made only once, constants are folded
/// (in long double), and 0·x, 1·x, x + 0, x − x, −(−x) never become instructions; so whatever is
/// written twice, in whatever place, is computed once.
///
/// Expressions refer to their builder: it must stay where it is while they are used.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::size_t inputs);
  ~ProgramBuilder() = default;
  ProgramBuilder(const ProgramBuilder&) = delete;
  ProgramBuilder& operator=(const ProgramBuilder&) = delete;

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  /// @pre i < inputs()
  [[nodiscard]] Expression input(std::size_t i);
  [[nodiscard]] Expression constant(long double value);
  [[nodiscard]] Expression make(Operation operation, Expression a, Expression b);
  [[nodiscard]] Expression make(Operation operation, Expression a) { return make(operation, a, a); }
  /// aⁿ by squaring; powers share their squarings. n < 0 divides.
  [[nodiscard]] Expression power(Expression a, int exponent);

  [[nodiscard]] bool is_constant(Expression a) const;
  /// @pre is_constant(a)
  [[nodiscard]] long double constant_value(Expression a) const;

  /// What the program computes, for the given arguments: one expression for each output.
  /// @pre arguments has program.inputs() entries
  [[nodiscard]] std::vector<Expression> append(const Program& program,
                                               std::span<const Expression> arguments);

  /// The program for these outputs, without what they do not need.
  [[nodiscard]] Program build(std::span<const Expression> outputs) const;

 private:
  enum class Kind : std::uint8_t { input, constant, operation };
  struct Node {
    Kind kind;
    Instruction instruction;  // of an operation
    long double value;        // of a constant
  };

  [[nodiscard]] Expression intern(Operation operation, std::uint32_t a, std::uint32_t b);
  [[nodiscard]] const Node& node(Expression a) const { return nodes_[a.number_]; }
  [[nodiscard]] bool is_value(Expression a, long double value) const;
  [[nodiscard]] bool is_negation(Expression a) const;
  [[nodiscard]] Expression argument(Expression a) { return {this, node(a).instruction.a}; }
  [[nodiscard]] Expression make_sum(Expression a, Expression b);
  [[nodiscard]] Expression make_difference(Expression a, Expression b);
  [[nodiscard]] Expression make_product(Expression a, Expression b);
  [[nodiscard]] Expression make_quotient(Expression a, Expression b);
  [[nodiscard]] Expression make_negation(Expression a);

  std::size_t inputs_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
};

[[nodiscard]] Expression operator+(Expression a, Expression b);
[[nodiscard]] Expression operator-(Expression a, Expression b);
[[nodiscard]] Expression operator*(Expression a, Expression b);
[[nodiscard]] Expression operator/(Expression a, Expression b);
[[nodiscard]] Expression operator-(Expression a);
[[nodiscard]] Expression operator+(Expression a, long double b);
[[nodiscard]] Expression operator-(Expression a, long double b);
[[nodiscard]] Expression operator*(Expression a, long double b);
[[nodiscard]] Expression operator/(Expression a, long double b);
[[nodiscard]] Expression operator+(long double a, Expression b);
[[nodiscard]] Expression operator-(long double a, Expression b);
[[nodiscard]] Expression operator*(long double a, Expression b);
[[nodiscard]] Expression operator/(long double a, Expression b);
[[nodiscard]] Expression pow(Expression a, int exponent);
[[nodiscard]] Expression sqrt(Expression a);
[[nodiscard]] Expression sin(Expression a);
[[nodiscard]] Expression cos(Expression a);
[[nodiscard]] Expression tan(Expression a);
[[nodiscard]] Expression exp(Expression a);
[[nodiscard]] Expression log(Expression a);
[[nodiscard]] Expression sinh(Expression a);
[[nodiscard]] Expression cosh(Expression a);
[[nodiscard]] Expression tanh(Expression a);
[[nodiscard]] Expression atan(Expression a);

}  // namespace leafwise::integrator
