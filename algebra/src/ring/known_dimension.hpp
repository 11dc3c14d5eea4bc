// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// What stands for the degree of an ideal of which only the dimension is known: `remember` with it,
/// and no polynomials, says that the reduced basis is too large to be worth while. Whoever asks for
/// it is told so at once, and finds another way; `dimension` answers.
inline constexpr long dimension_only = -1;

[[nodiscard]] inline bool is_dimension_only(const KnownBasis& known) {
  return known.degree == dimension_only;
}

inline void remember_dimension(const Ideal& ideal, int dimension) {
  ideal.remember(KnownBasis{{}, dimension, dimension_only});
}

}  // namespace leafwise::algebra::detail
