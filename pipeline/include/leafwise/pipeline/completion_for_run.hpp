// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline {

/// The algebra was needed, and no worker could be started. Says why, and what to do.
class EngineUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Completes the problem for runs on it: one leaf soon rather than all that could be said. The
/// whole report is kept in the cache of `options`, by the content of the system and the point, so
/// that the next run of the same system starts at once; what a time limit of the user left open is
/// not kept.
///
/// With options.point the completion is steered: a leaf that is the only one to hold the point is
/// called `here`.
/// @param sha256 of the problem file
/// @throws EngineUnavailable if the completion ended incomplete for want of a worker
[[nodiscard]] DecompositionReport complete_for_run(const Problem& problem,
                                                   const std::string& sha256,
                                                   const algebra::CompletionOptions& options,
                                                   const algebra::Limits& limits);

}  // namespace leafwise::pipeline
