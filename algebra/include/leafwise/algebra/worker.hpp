// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// About the processes that an Engine starts, for those who report to people.
namespace leafwise::algebra {

/// What of this kernel's should shut workers in and is not there, in words: seccomp takes programs,
/// connections and writing from them, Landlock all files but Singular's libraries. Empty: both are.
[[nodiscard]] std::string missing_confinement();

}  // namespace leafwise::algebra
