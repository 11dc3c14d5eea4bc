// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "leafwise/integrator/tableau.hpp"

/// The Runge–Kutta methods that come with Leafwise, one file each in integrator/src/methods/.
/// To add one: docs/extending/add_a_runge_kutta_method.md.
namespace leafwise::integrator {

/// All methods: the explicit ones first, each group by increasing order. Built on first
/// use; the references stay valid to the end of the program. That each satisfies its claims is
/// tested; builds with LEAFWISE_VALIDATE_METHODS check it again in each process.
/// @throws BrokenInvariant in such a build, if a method does not
[[nodiscard]] const std::vector<Tableau>& all_methods();

/// The method of that name.
/// @throws InvalidInput if there is none; the message suggests the names nearest to `name`.
[[nodiscard]] const Tableau& find_method(std::string_view name);

}  // namespace leafwise::integrator
