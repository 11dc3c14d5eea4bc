// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "leafwise/integrator/settings.hpp"
#include "leafwise/integrator/system.hpp"
#include "run/walker.hpp"

namespace leafwise::integrator::detail {

/// The walker of the method in the settings.
/// @throws InvalidInput if there is none, or it is for other systems
/// @pre system and settings outlive it
template <typename Real>
[[nodiscard]] std::unique_ptr<Walker<Real>> make_walker(const System<Real>& system,
                                                        const Settings<Real>& settings);

}  // namespace leafwise::integrator::detail
