// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

/// What a projection to a plane curve (or, in dimension 0, to a line) proves about V(I), I of
/// dimension d and degree D over ℚ:
///
/// Cut V(I) by d−1 random planes and project to the plane by two random linear forms, all modulo a
/// prime p. If the image is given by a polynomial F of degree D that is irreducible over 𝔽_p, then
/// the part of V(I) of dimension d is irreducible over ℚ and I is reduced there; if F also has a
/// simple zero in 𝔽_p, the part is irreducible over ℂ. For over ℚ its image is given by some
/// integer polynomial of degree at most D that splits if the part does; F divides it modulo p, so
/// it equals it up to a constant, and irreducible modulo p means irreducible. (An irreducible curve
/// with a smooth rational point is geometrically irreducible.)
///
/// If F splits modulo each p, the degrees of its factors may still prove it: components over ℚ have
/// degrees of their own, and modulo each p these are sums of degrees of factors. Where no number
/// below D is such a sum for all of the primes, there is one component.
struct ProjectionCertificate {
  bool irreducible = false;           ///< proved; false says nothing
  bool absolutely = false;            ///< proved; false says nothing
  std::vector<std::uint32_t> primes;  ///< one, or those whose degrees have no sum in common
};

[[nodiscard]] Outcome<ProjectionCertificate> projection_certificate(const Ideal& ideal,
                                                                    std::uint64_t seed,
                                                                    const Limits& limits);

inline constexpr const char* projection_words = "after projection to a plane curve";

/// "irreducible modulo 1073741827 after projection to a plane curve", or "irreducible by its
/// degrees modulo 1073741827 and 1073741831 after projection to a plane curve"
[[nodiscard]] std::string to_string(const ProjectionCertificate& certificate);

}  // namespace leafwise::algebra::detail
