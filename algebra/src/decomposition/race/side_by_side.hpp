// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

#include "leafwise/algebra/limits.hpp"

namespace leafwise::algebra::detail {

/// Does something for each number below `count`, the least first, by as many threads as there are
/// processors: for questions that have nothing to do with each other. Few are done one by one, and
/// so are all where work is limited: what one costs is lacked by the next then, on any machine.
/// Where one throws, no further ones are begun, and it is thrown again.
void side_by_side(std::size_t count,
                  const Limits& limits,
                  const std::function<void(std::size_t)>& work);

}  // namespace leafwise::algebra::detail
