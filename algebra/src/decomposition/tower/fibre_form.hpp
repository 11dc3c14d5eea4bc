// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

using RationalMatrix = std::vector<std::vector<Rational>>;

/// A polynomial of degree 2 at most in some variables v: vᵀ·Q·v + l·v + c, with Q constant, and l
/// and c polynomials in the others.
struct FibreForm {
  RationalMatrix quadratic;        ///< Q, symmetric
  std::vector<Polynomial> linear;  ///< l
  Polynomial constant;             ///< c

  [[nodiscard]] bool is_affine() const;
};

/// Nothing if the degree is higher, or a coefficient of Q is not constant.
[[nodiscard]] std::optional<FibreForm> form_in(const Polynomial& polynomial,
                                               const std::vector<Variable>& fresh);

[[nodiscard]] bool is_regular(const RationalMatrix& matrix);

/// The value of the form at the zero of its gradient: c − lᵀ·Q⁻¹·l/4. @pre Q is regular
[[nodiscard]] Polynomial value_at_centre(const FibreForm& form);

/// The λ with right = λ·left; nothing if there is none. @pre left is not zero
[[nodiscard]] std::optional<Rational> ratio(const RationalMatrix& left,
                                            const RationalMatrix& right);

}  // namespace leafwise::algebra::detail
