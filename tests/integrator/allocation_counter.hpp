// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace leafwise::tests {

/// How often the program has asked for memory by `new` so far. This test program counts.
[[nodiscard]] std::size_t allocations();

}  // namespace leafwise::tests
