// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::algebra::engine {

/// Which means of confining a worker this kernel has.
struct KernelSupport {
  bool seccomp = false;
  int landlock = 0;  ///< its version; 0: none
};

[[nodiscard]] KernelSupport kernel_support();

}  // namespace leafwise::algebra::engine
