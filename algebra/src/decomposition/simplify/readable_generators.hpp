// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

struct ReadableGenerators {
  std::vector<Polynomial> polynomials;
  Truth complete_intersection = Truth::unknown;
};

/// Generators of the ideal that a person wants to read: linear ones first, then few of low degree,
/// `preferred` ones (the user's own equations, which must lie in the ideal) where they do as well
/// as others; none can be left out. As many as the codimension where such a choice is found.
/// When limits are over: the reduced Gröbner basis.
/// @pre the ideal's basis is known
[[nodiscard]] ReadableGenerators readable_generators(const Ideal& ideal,
                                                     const std::vector<Polynomial>& preferred,
                                                     const Limits& limits);

}  // namespace leafwise::algebra::detail
