// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// f = Σ cᵢ·gᵢ with rational cᵢ, and f = zᵀ·Q·z for monomials z and a positive definite Q: f is a
/// sum of squares, and at a real point it is zero only if all of z are. With 1 among them it has no
/// real zero, and the gᵢ have none in common.
struct DefiniteCombination {
  Polynomial combination;             ///< f, primitive, up to its sign
  std::vector<Polynomial> monomials;  ///< z
};

/// Q is sought in doubles by an interior-point method; what is found is rounded, made to fit, and
/// proved to be definite by exact elimination. Nothing where that is too large, where there is
/// none, or where none was found.
/// @param generators none of them zero
[[nodiscard]] std::optional<DefiniteCombination> definite_combination(
    const std::vector<Polynomial>& generators, const Limits& limits);

}  // namespace leafwise::algebra::detail
