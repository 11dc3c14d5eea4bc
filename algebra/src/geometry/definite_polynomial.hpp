// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Whether it is easy to prove that the polynomial has no real zero. Exact where it says true.
/// It finds all such polynomials in one variable (of moderate degree) and of degree 2, and those
/// whose terms are all even and of one sign, the constant included.
[[nodiscard]] bool has_certainly_no_real_zero(const Polynomial& polynomial);

}  // namespace leafwise::algebra::detail
