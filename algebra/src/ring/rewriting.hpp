// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

/// Small exact operations on polynomials that need no Gröbner basis.
namespace leafwise::algebra::detail {

/// `polynomial` with `variable` replaced by `value`.
[[nodiscard]] Polynomial substituted(const Polynomial& polynomial,
                                     const Variable& variable,
                                     const Polynomial& value);

/// The coefficient of the highest power of `variable`.
[[nodiscard]] Polynomial leading_coefficient(const Polynomial& polynomial,
                                             const Variable& variable);
[[nodiscard]] unsigned degree_in(const Polynomial& polynomial, const Variable& variable);

/// variable = value, read off a polynomial in which the variable occurs once, with a constant
/// coefficient.
struct Graph {
  Variable variable;
  Polynomial value;
};

/// How the polynomial can be solved for the first of its variables for which that is possible.
/// Nothing if it is not, or only by a value of more than `most_terms` terms that is not linear.
[[nodiscard]] std::optional<Graph> solve_for_a_variable(const Polynomial& polynomial,
                                                        std::size_t most_terms);

/// a·u² + b·v² + c·u + d·v + e with a, b ≠ 0: what sines and cosines, and bars of constant length,
/// satisfy.
[[nodiscard]] bool is_circle(const Polynomial& polynomial);

/// Every other polynomial reduced modulo the circles among them that have no square in common. The
/// ideal stays the same.
[[nodiscard]] std::vector<Polynomial> reduced_by_circles(const std::vector<Polynomial>& generators,
                                                         const std::vector<Variable>& variables);

}  // namespace leafwise::algebra::detail
