// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/model.hpp"
#include "leafwise/pipeline/run_settings.hpp"

namespace leafwise::pipeline::detail {

/// The name of the branch of such a run.
inline const std::string uncompleted_branch = "uncompleted";

/// Whether the method that [integrate] names works on the system itself.
[[nodiscard]] bool completes_nothing(const RunSettings& plan);

/// Whether it is radau5_stiff.
[[nodiscard]] bool is_stiff_run(const RunSettings& plan);

/// A warning about keys of [stiff] that another method does not look at; empty if there are none.
[[nodiscard]] std::string unused_stiff_keys(const Model& model, const RunSettings& plan);

/// "x, y'"
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

}  // namespace leafwise::pipeline::detail
