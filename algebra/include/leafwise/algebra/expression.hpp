// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::algebra {

/// The functions of problem files. Angles are radians, `log` is natural.
enum class Function { sin, cos, tan, exp, log, sqrt, tanh, sinh, cosh, atan };

[[nodiscard]] std::string_view name_of(Function function);
[[nodiscard]] std::optional<Function> function_named(std::string_view name);
/// The names of all functions, in alphabetical order.
[[nodiscard]] const std::vector<std::string>& function_names();

/// An expression as a person writes it: an immutable tree that is shared, not copied. It keeps the
/// structure of the text (`a-(b-c)` differs from `a-b+c`); `Polynomial` is the normal form.
///
/// Law: parse(to_string(e)) == e for every expression.
class Expression {
 public:
  enum class Kind {
    number,    ///< a non-negative rational with a finite decimal expansion
    pi,        ///< the constant π
    variable,  ///< independent variable, parameter or jet coordinate
    negation,  ///< −(operand 0)
    sum,       ///< operands with signs; operand 0 has the sign +
    product,   ///< operands, multiplied or divided by from left to right; operand 0 multiplies
    power,     ///< operand 0 to the power operand 1
    call,      ///< a function of operand 0
  };

  /// An operand of a sum or product. `inverted` means subtracted or divided by.
  struct Operand;

  /// Zero.
  Expression();

  /// Any rational: signs become negations, fractions without a decimal expansion quotients.
  [[nodiscard]] static Expression number(const Rational& value);
  [[nodiscard]] static Expression pi(TextRange range = {});
  [[nodiscard]] static Expression variable(Variable variable, TextRange range = {});
  /// @pre operands are at least two and the first is not inverted (sum and product)
  [[nodiscard]] static Expression sum(std::vector<Operand> operands, TextRange range = {});
  [[nodiscard]] static Expression product(std::vector<Operand> operands, TextRange range = {});
  [[nodiscard]] static Expression negation(Expression operand, TextRange range = {});
  [[nodiscard]] static Expression power(Expression base, Expression exponent, TextRange range = {});
  [[nodiscard]] static Expression call(Function function,
                                       Expression argument,
                                       TextRange range = {});

  [[nodiscard]] Kind kind() const noexcept;
  /// @pre kind() == number
  [[nodiscard]] const Rational& value() const;
  /// @pre kind() == variable
  [[nodiscard]] const Variable& as_variable() const;
  /// @pre kind() == call
  [[nodiscard]] Function function() const;
  [[nodiscard]] const std::vector<Operand>& operands() const noexcept;
  /// @pre index < operands().size()
  [[nodiscard]] const Expression& operand(std::size_t index) const;
  /// The range of the expression in the parsed text; not part of its value.
  [[nodiscard]] TextRange range() const noexcept;
  /// The same expression, standing at another place.
  [[nodiscard]] Expression at(TextRange range) const;
  /// The height of the tree, which is the depth of a recursion. 0 for numbers and variables.
  [[nodiscard]] unsigned nesting() const noexcept;
  /// How many nodes the expression has when shared parts are written out each time: what its text
  /// costs. Saturates far beyond anything that should be printed.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The same object in memory: a key for tables of results already computed.
  [[nodiscard]] const void* identity() const noexcept { return node_.get(); }

  friend bool operator==(const Expression& left, const Expression& right);

 private:
  struct Node;
  explicit Expression(Node&& node);
  std::shared_ptr<const Node> node_;
};

struct Expression::Operand {
  Expression expression;
  bool inverted = false;

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// The text with as few parentheses as the tree needs, derivatives as `x'`, `der(x,4)`.
[[nodiscard]] std::string to_string(const Expression& expression);

// Builders that leave out zeros and ones, so that derivatives stay readable.
[[nodiscard]] Expression operator+(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator-(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator*(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator/(const Expression& left, const Expression& right);
[[nodiscard]] Expression operator-(const Expression& operand);
[[nodiscard]] bool is_number(const Expression& expression, const Rational& value);

}  // namespace leafwise::algebra
