// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::pipeline::detail {

/// The polynomial with polynomials put in for variables, all at once.
[[nodiscard]] algebra::Polynomial substituted(
    const algebra::Polynomial& polynomial,
    const std::map<algebra::Variable, algebra::Polynomial>& values);

/// The part of a polynomial without any of these variables.
[[nodiscard]] algebra::Polynomial without(const algebra::Polynomial& polynomial,
                                          const std::set<algebra::Variable>& variables);

/// Whether it is plain that a polynomial has no real zero: a constant and even powers, all of one
/// sign, as in y^2 + 3. False says nothing.
[[nodiscard]] bool is_plainly_without_real_zeros(const algebra::Polynomial& polynomial);

}  // namespace leafwise::pipeline::detail
