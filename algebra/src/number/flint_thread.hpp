// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/flint.h>

namespace leafwise::algebra::detail {

/// Stands first in every thread that works with exact numbers: FLINT keeps freed ones for each
/// thread, and nobody but that thread can give them back.
struct FlintThread {
  FlintThread() = default;
  ~FlintThread() { flint_cleanup(); }
  FlintThread(const FlintThread&) = delete;
  FlintThread& operator=(const FlintThread&) = delete;
};

}  // namespace leafwise::algebra::detail
