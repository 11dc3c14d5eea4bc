// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// The leaf at the start, for people: a card.
[[nodiscard]] std::string start_leaf_text(const StartLeaf& leaf, TextStyle style);

/// The same of a report that has nothing else: with its title, and with what was not asked.
[[nodiscard]] std::string start_report_text(const DecompositionReport& report, TextStyle style);

}  // namespace leafwise::pipeline::detail
