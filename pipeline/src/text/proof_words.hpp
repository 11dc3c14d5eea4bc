// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline::detail {

/// "proved" (order 0), "to order 20".
[[nodiscard]] inline std::string redundancy_words(unsigned order) {
  return order == 0 ? "proved" : "to order " + std::to_string(order);
}

}  // namespace leafwise::pipeline::detail
