// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline {

/// Whether a function stays constant along all solutions on a leaf.
struct Conservation {
  Truth holds = Truth::unknown;
  /// V(E), its rate along solutions, as far as it was brought to the coordinates of the leaf; a
  /// text for reports. Empty if it is 0.
  std::string rate;
  /// If it is not known, the reason: "the time limit was reached"
  std::string reason = {};
};

/// E is conserved if and only if V(E) lies in the ideal of the leaf: D(E), with highest derivatives
/// and multipliers eliminated by the leaf's rows, reduced modulo its base. Exact.
/// @param function E, in the base variables of the leaf and its highest derivatives
[[nodiscard]] Conservation conservation_of(const Model& model,
                                           const Leaf& leaf,
                                           const algebra::Polynomial& function,
                                           const algebra::Limits& limits);

}  // namespace leafwise::pipeline
