// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Proved statements about the real zeros of one polynomial.
struct RealZeros {
  enum class Kind {
    unknown,
    none,     ///< there are none
    fewer,    ///< all of `vanishing` are zero at each of them
    regular,  ///< the polynomial is irreducible, and some are regular points of its hypersurface
  };
  Kind kind = Kind::unknown;
  std::vector<Polynomial> vanishing = {};  ///< of kind `fewer`
};

/// By definiteness, sums of squares, and cells. Exact.
/// @pre not zero
[[nodiscard]] RealZeros real_zeros(const Polynomial& polynomial, const Limits& limits);

}  // namespace leafwise::algebra::detail
