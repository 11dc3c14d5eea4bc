// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::algebra::engine {

/// What this kernel has to shut a worker in.
struct KernelSupport {
  bool seccomp = false;
  int landlock = 0;  ///< its version; 0: none
};

[[nodiscard]] KernelSupport kernel_support();

}  // namespace leafwise::algebra::engine
