// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// What the branch of such a run is called.
inline const std::string uncompleted_branch = "uncompleted";

/// Whether the method that [integrate] names works on the system itself.
[[nodiscard]] bool completes_nothing(const Problem& problem);

/// Whether it is radau5_stiff.
[[nodiscard]] bool is_stiff_run(const Problem& problem);

}  // namespace leafwise::pipeline::detail
