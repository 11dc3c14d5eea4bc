// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/numeric_leaf.hpp"

namespace leafwise::pipeline::detail {

/// A leaf that was found locally, in numbers, with the start on it.
struct LocalNumericLeaf {
  NumericLeaf leaf;
  std::vector<double> point;    ///< of the leaf's coordinates
  std::vector<double> opening;  ///< their Taylor coefficients, from a singular position
};

/// From the equations as they were written, line i differentiated up to c_i times: what holds of
/// the jets below the tops y^j_{d_j} is the manifold, and the last derivatives of the lines are the
/// rows that give the tops. Lines whose rows are not affine in the tops are differentiated once
/// more, with those that determine what they contain: then the tops of before are coordinates, and
/// the new ones occur linearly.
/// Undefined for a leaf that is not determined: free functions.
/// @pre found is of this system, and proved or a branch of a singular position
[[nodiscard]] Outcome<LocalNumericLeaf> hand_over_local(const algebra::AnalyticSystem& system,
                                                        const algebra::LocalLeaf& found,
                                                        const algebra::LocalStart& start,
                                                        const std::string& independent);

}  // namespace leafwise::pipeline::detail
