// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "leafwise/pipeline/drawing.hpp"

namespace leafwise::pipeline::drawing {

/// Of curves that lie on each other, from `first` on, one is left, with the names of all: under
/// each other only the last would be seen. On each other lie curves over the same places that
/// nobody could tell apart in a panel as high as what all curves do.
void join_coinciding(Panel& panel, std::size_t first);

}  // namespace leafwise::pipeline::drawing
