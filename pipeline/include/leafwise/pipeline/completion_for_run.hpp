// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline {

/// Completes the problem for runs on it: one leaf quickly rather than a full report. The
/// whole report is kept in the cache of `options`, by the content of the system and the point, so
/// that the next run of the same system starts at once; what a time limit of the user left open is
/// not kept. Nor is what is not complete for want of a worker: then that is the report's `reason`.
///
/// With options.point the completion is steered: a leaf that is the only one to hold the point is
/// called `here`.
/// @param sha256 of the problem file
[[nodiscard]] DecompositionReport complete_for_run(const Problem& problem,
                                                   const std::string& sha256,
                                                   const algebra::CompletionOptions& options,
                                                   const algebra::Limits& limits);

}  // namespace leafwise::pipeline
