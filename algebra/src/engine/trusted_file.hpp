// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace leafwise::algebra::engine {

/// Why a file is not to be executed, as a sentence with its path; empty if nothing speaks against
/// it. It has to be a regular file that, with the folder it lies in, belongs to root or to the user
/// and that no one else can write. Links are followed.
[[nodiscard]] std::string why_not_trusted(const std::filesystem::path& file);

}  // namespace leafwise::algebra::engine
