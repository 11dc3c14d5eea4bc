// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/local_route.hpp"

namespace leafwise::pipeline::detail {

/// Of a start where equations divide 0 by 0, as sin(t)/t or exp((1 - cos(x))/x^2) do: the leaf is
/// looked for a little beside it, from the equations as they were written, and handed over with the
/// start itself as the point. There the direction is not defined: the integrator begins along the
/// one solution that is analytic.
/// None: no leaf was found beside it, [initial] leaves coordinates of it open, or the start is not
/// on it. @pre problem.start.divides_by_zero
[[nodiscard]] std::optional<LocalWay> way_at_limits(const Problem& problem,
                                                    const std::string& sha256,
                                                    std::uint64_t seed);

/// That way where equations divide by 0 and it leads somewhere, else the local one.
[[nodiscard]] LocalWay way_at_start(const Problem& problem,
                                    const std::string& sha256,
                                    std::uint64_t seed);

}  // namespace leafwise::pipeline::detail
