// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "text/visible_text.hpp"

namespace leafwise::pipeline::detail {

/// JSON as we write it, for programs and for people who look at it in a terminal. Titles are UTF-8;
/// a name of a file that is not must not end the program.
[[nodiscard]] inline std::string json_text(const nlohmann::ordered_json& json) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  return shown_beyond_ascii(json.dump(2, ' ', false, replace)) + "\n";
}

}  // namespace leafwise::pipeline::detail
