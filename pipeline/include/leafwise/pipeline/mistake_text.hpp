// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"

namespace leafwise::pipeline {

/// At most one screen of mistakes is useful. A reading collects one more than this, so that it
/// can be said that there are more.
inline constexpr std::size_t most_shown_mistakes = 20;

/// A mistake as compilers show it, and editors understand it:
///
///     pendulum.toml:7:9: error: unknown name 'lambd'
///       7 |   "x'' + lambd*x = 0",
///         |          ^~~~~
///       expected: did you mean 'lambda'?
///
/// Control characters of the file never reach the terminal; long lines are cut around the place.
[[nodiscard]] std::string describe(const Mistake& mistake, bool colour = false);

[[nodiscard]] std::string describe(const InvalidInput& error, bool colour = false);

}  // namespace leafwise::pipeline
