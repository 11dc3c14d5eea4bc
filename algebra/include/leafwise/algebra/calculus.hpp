// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::algebra {

/// The total derivative D = ∂/∂t + Σ x_{k+1} ∂/∂x_k with respect to the independent variable.
/// Parameters have derivative zero.
[[nodiscard]] Expression total_derivative(const Expression& expression);

/// The partial derivative by one coordinate of jet space, all others held fixed.
[[nodiscard]] Expression partial_derivative(const Expression& expression, const Variable& variable);

/// The replacement of a variable; none: it is not replaced.
using Replacement = std::function<std::optional<Expression>(const Variable&)>;

/// The expression with variables replaced. Shared parts are replaced once and stay shared.
[[nodiscard]] Expression substitute(const Expression& expression, const Replacement& replacement);

/// All variables that occur.
[[nodiscard]] std::set<Variable> variables_of(const Expression& expression);

/// The first place, in the order of the text, of a variable for which `matches` holds.
[[nodiscard]] std::optional<Expression> find_variable(
    const Expression& expression, const std::function<bool(const Variable&)>& matches);

}  // namespace leafwise::algebra
