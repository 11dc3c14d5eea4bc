// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/setting.hpp"
#include "leafwise/pipeline/source_file.hpp"

namespace leafwise::pipeline {

/// Splits `name=value`.
/// @throws InvalidInput with the argument as the place
[[nodiscard]] Setting parse_setting(const std::string& argument);

/// Reads a whole problem, or throws. The format: docs/problem-files.md.
/// @throws InvalidInput with every mistake that could be found, each with its place
[[nodiscard]] Problem read_problem(const SourceFile& source,
                                   const std::vector<Setting>& settings = {});

/// The same for a file on disk.
[[nodiscard]] Problem read_problem(const std::filesystem::path& path,
                                   const std::vector<Setting>& settings = {});

}  // namespace leafwise::pipeline
