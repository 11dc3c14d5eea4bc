// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/algebra/engine.hpp"

/// Information about the processes that an Engine starts, for reports.
namespace leafwise::algebra {

/// Why the engine got no worker when it wanted one last, with what to do; empty: it got one, or
/// never wanted any. What is not complete then is so for this reason, and not for want of time.
[[nodiscard]] std::string worker_trouble(const Engine& engine = Engine::shared());

/// What of this kernel's should shut workers in and is not there, in words: seccomp takes programs,
/// connections and writing from them, Landlock all files but Singular's libraries. Empty: both are.
[[nodiscard]] std::string missing_confinement();

/// Where a package keeps its worker. Projects that find Leafwise by CMake get a source that says
/// so; the programs of a package, and the environment, go first. Always true: to be called while a
/// variable is initialised.
bool note_installed_worker(const char* folder);

}  // namespace leafwise::algebra
