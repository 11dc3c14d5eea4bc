// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/flint.h>

namespace leafwise::algebra::detail {

/// Stands first in every thread that works with exact numbers: FLINT keeps freed ones for each
/// thread, and only that thread can release them.
struct FlintThread {
  FlintThread() = default;
  ~FlintThread() { flint_cleanup(); }
  FlintThread(const FlintThread&) = delete;
  FlintThread& operator=(const FlintThread&) = delete;
};

}  // namespace leafwise::algebra::detail
