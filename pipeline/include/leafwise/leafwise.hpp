// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Leafwise as a library: systems in memory or from files, and runs on the leaf of their start.
/// docs/library.md has programs.

#include "leafwise/core/errors.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/expression.hpp"
#include "leafwise/problem.hpp"
#include "leafwise/run.hpp"
#include "leafwise/system.hpp"
