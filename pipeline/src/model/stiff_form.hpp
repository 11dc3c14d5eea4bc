// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/stiff_problem.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// [mechanics] with [stiff] without completion: M, F and U compiled with the functions that they
/// are written in; nothing becomes polynomial.
struct StiffForm {
  integrator::StiffProblem<double> problem;
  /// (t, q, q') with nothing imposed: where a run starts, and what events and invariants may use.
  NumericLeaf table;
};

/// Undefined with what is missing: no [mechanics], no [stiff]; or constraints beside it.
/// @throws InvalidInput if a symbolic parameter has no number, or ε is not positive
[[nodiscard]] Outcome<StiffForm> stiff_form(const Model& model);

}  // namespace leafwise::pipeline::detail
