// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// Whether the positions of a mechanism are several components: then its leaves have equations that
/// the file does not, and global names that are worth knowing before the run. `no` also where that
/// was not seen with little work.
[[nodiscard]] bool have_several_parts(const Model& model,
                                      const algebra::CompletionOptions& options,
                                      const algebra::Limits& limits);

}  // namespace leafwise::pipeline::detail
