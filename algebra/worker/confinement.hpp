// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

/// What the worker's process leaves behind and gives up. Singular runs code that it reads from
/// files, looks for these in the working directory first, and has commands that start programs,
/// open connections and write files. The worker needs none of that.
namespace leafwise::algebra::worker {

/// No environment, no descriptor but the three standard ones and the channel, and a working
/// directory that has no name any more and in which nothing can be created.
/// False: there is no such directory.
[[nodiscard]] bool leave_surroundings();

/// From here on the process can start no program, open no connection, and open files for reading
/// only: by seccomp all of it, by Landlock all but what lies in `readable`. Both hold for threads
/// started later. What the kernel does not have is left out.
/// False: the kernel has it, and yet it failed.
[[nodiscard]] bool give_up_rights(const std::filesystem::path& readable);

}  // namespace leafwise::algebra::worker
