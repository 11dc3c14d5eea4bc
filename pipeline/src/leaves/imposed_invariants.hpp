// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/branch.hpp"

namespace leafwise::pipeline::detail {

/// The selection with imposed invariants as further equations E(z) = E(start) of its manifold.
struct Imposed {
  Selection selection;
  bool is_forced = false;  ///< V is not tangent to what is imposed
  std::vector<std::string> warnings;
};

/// Undefined, printing V(E), for an invariant that is not conserved, unless [impose] forces it;
/// Unable where that could not be decided.
[[nodiscard]] Outcome<Imposed> with_imposed(const Model& model,
                                            const RunSettings& plan,
                                            const Selection& selection,
                                            const algebra::Limits& limits);

}  // namespace leafwise::pipeline::detail
