// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/scope.hpp"

namespace leafwise::algebra {

/// Limits that keep hostile or broken input from exhausting the machine. The defaults are far
/// beyond what people write.
struct ParserLimits {
  unsigned most_nesting = 200;      ///< parentheses, signs and towers of powers within each other
  unsigned most_order = 100;        ///< of a derivative
  std::size_t most_factors = 1000;  ///< in one product
  std::size_t most_digits = 2000;   ///< of one number, written out
};

/// An equation as it was written. `right` is absent if there was no `=` (then "= 0" is meant).
struct Equation {
  Expression left;
  std::optional<Expression> right;

  /// left − right: what vanishes.
  [[nodiscard]] Expression residual() const;
};

/// Reads one expression. The grammar is docs/schemas/expression.ebnf: precedence, tightest first,
/// is derivative marks, `^` (right-associative), signs, `*` and `/`, `+` and `-`; no implicit
/// multiplication; marks follow unknowns only.
/// @throws InvalidInput with one mistake; its range is in `text`.
[[nodiscard]] Expression parse_expression(std::string_view text,
                                          const Scope& scope,
                                          const ParserLimits& limits = {});

/// Reads an expression or an equation `left = right` with at most one `=`.
/// @throws InvalidInput as above
[[nodiscard]] Equation parse_equation(std::string_view text,
                                      const Scope& scope,
                                      const ParserLimits& limits = {});

/// Reads the name of a jet coordinate or of the independent variable: `x`, `x'`, `der(x,4)`, `t`.
/// @throws InvalidInput as above, also if the text is any other expression
[[nodiscard]] Variable parse_variable(std::string_view text,
                                      const Scope& scope,
                                      const ParserLimits& limits = {});

}  // namespace leafwise::algebra
