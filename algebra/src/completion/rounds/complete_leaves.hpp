// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// The leaves alone: no reasons of contradictions, no critical loci. An inconsistent system has no
/// leaves here.
[[nodiscard]] Completion complete_leaves(const DifferentialSystem& system,
                                         const CompletionOptions& options,
                                         const Limits& limits);

}  // namespace leafwise::algebra::detail
