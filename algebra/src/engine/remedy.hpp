// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <string>

namespace leafwise::algebra::engine {

/// The remedy if the system refuses a process, a file or memory, after "; "; empty: none is known.
inline std::string remedy(int error) {
  switch (error) {
    case EAGAIN:
      return "; allow more processes (ulimit -u, the container's pids) or memory (ulimit -v)";
    case EMFILE:
    case ENFILE: return "; allow more open files (ulimit -n)";
    case ENOMEM: return "; allow more memory (ulimit -v)";
    default: return {};
  }
}

}  // namespace leafwise::algebra::engine
