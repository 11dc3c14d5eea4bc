// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace leafwise::pipeline::detail {

/// "1 entry", "3 entries".
[[nodiscard]] inline std::string counted(std::size_t count,
                                         const std::string& one,
                                         const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace leafwise::pipeline::detail
