// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/empty_directory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace leafwise::algebra::engine {

EmptyDirectory::EmptyDirectory() {
  // Not $TMPDIR: the worker has no environment, and asks for the same.
  for (const char* place : {"/tmp", "/dev/shm", "/var/tmp"}) {
    std::string name = std::string(place) + "/leafwise-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) continue;
    descriptor_ = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    // Somebody may have put something into it in the meantime: then this fails.
    const bool is_gone = rmdir(name.c_str()) == 0;
    if (is_gone && descriptor_ >= 0) return;
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
  }
}

EmptyDirectory::~EmptyDirectory() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace leafwise::algebra::engine
