// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// Equal to the polynomials modulo P, and zero where these lie in P: their normal forms, if P's
/// Gröbner basis can be had. Velocities over the positions of several loops have none within
/// minutes. Then they are reduced modulo the part of P that is known (Ideal::known_part); what is a
/// multiple of another generator is zero, and what does not vanish at a point of V(P) over a finite
/// field is not. For what is left open P's basis is needed all the same.
[[nodiscard]] Outcome<std::vector<Polynomial>> forms_modulo(
    const Ideal& base, const std::vector<Polynomial>& polynomials, const Limits& limits);

}  // namespace leafwise::algebra::detail
