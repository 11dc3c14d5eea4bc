// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <type_traits>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/settings.hpp"
#include "leafwise/integrator/system.hpp"

namespace leafwise::integrator {

/// Follows the curve of the system through `start` to the goal in `settings`.
/// @pre start is a point of M up to round-off: initialisation finds one; for the other kinds of
/// systems see index3.hpp, stiff_mechanics.hpp
/// @throws InvalidInput if settings, system and start do not fit together
template <typename Real>
[[nodiscard]] Report<Real> integrate(const std::type_identity_t<System<Real>>& system,
                                     const Settings<Real>& settings,
                                     std::span<const Real> start);

/// Continues a run, bit for bit and count for count as if it had not been interrupted. With a goal
/// given by the parameter, it is counted from the original start. The trajectory begins with the
/// point of the checkpoint; a receiver gets only the rows and events that follow.
/// @throws InvalidInput if the checkpoint is not one of such a run
template <typename Real>
[[nodiscard]] Report<Real> resume(const std::type_identity_t<System<Real>>& system,
                                  const Settings<Real>& settings,
                                  const Checkpoint<Real>& checkpoint);

}  // namespace leafwise::integrator
