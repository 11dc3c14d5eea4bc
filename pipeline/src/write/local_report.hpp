// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// The leaf at the start, for people: a card, with how the start was chosen.
[[nodiscard]] std::string start_leaf_text(const StartLeaf& leaf,
                                          const std::optional<StartChoice>& choice,
                                          TextStyle style);

/// A line on how the start was chosen; empty where nothing is to be said.
[[nodiscard]] std::string start_choice_text(const std::optional<StartChoice>& choice);

/// The same of a report that has nothing else: with its title, and with what was not asked.
[[nodiscard]] std::string start_report_text(const DecompositionReport& report, TextStyle style);

}  // namespace leafwise::pipeline::detail
