// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace leafwise::integrator::detail {

/// For the name that another program gives a method: ours for the same purpose, "'dopri54', the
/// pair of Dormand and Prince". Empty for any other name.
[[nodiscard]] std::string foreign_advice(std::string_view name);

}  // namespace leafwise::integrator::detail
