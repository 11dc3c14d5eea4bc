// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernel_support.hpp"

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace leafwise::algebra::engine {

KernelSupport kernel_support() {
  KernelSupport support;
  const std::uint32_t action = SECCOMP_RET_ERRNO;
  support.seccomp = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  support.landlock = static_cast<int>(std::max(version, 0L));
  return support;
}

}  // namespace leafwise::algebra::engine
