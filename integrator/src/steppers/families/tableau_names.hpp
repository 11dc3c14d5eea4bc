// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/tableau.hpp"

/// Runge–Kutta methods by name: those of the registry, and pairs that continue with their other
/// result ("dopri54_order4").
namespace leafwise::integrator {

[[nodiscard]] std::vector<Tableau> usable_tableaus();

/// @pre there is one of that name
[[nodiscard]] Tableau tableau_named(std::string_view name);

/// @param error where the estimate comes from, if not from the method itself
[[nodiscard]] MethodDescription description_of(const Tableau& method, std::string_view error = {});

}  // namespace leafwise::integrator
