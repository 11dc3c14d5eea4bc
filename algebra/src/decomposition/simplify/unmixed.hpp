// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

/// Whether all associated primes of P have P's dimension d and meet ℚ[U] in 0 only, for some d
/// variables U: P = P·ℚ(U)[the others] ∩ ℚ[all] (Gianni, Trager, Zacharias). A projection
/// certificate tells of the part of dimension d alone; together with this, P is prime.
/// `no` says only that it was not so for the U that was tried.
[[nodiscard]] Truth is_unmixed(const Ideal& ideal, const Limits& limits);

}  // namespace leafwise::algebra::detail
