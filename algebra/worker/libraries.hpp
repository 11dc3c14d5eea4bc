// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

namespace leafwise::algebra::worker {

/// The folder of Singular's libraries, such as primdec.lib: ../share/leafwise/singular as seen from
/// this program, if a package has brought them along, else where they were when it was configured.
/// They are programs that the worker executes: a folder or library that others than root or its
/// user can write is none.
[[nodiscard]] std::optional<std::filesystem::path> find_libraries(
    const std::filesystem::path& program);

}  // namespace leafwise::algebra::worker
