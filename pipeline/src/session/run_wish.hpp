// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"

namespace leafwise::pipeline::detail {

/// How the leaf of a run is found: by completing the system, at the start alone, or by either of
/// them, as `prepare` chooses.
enum class LeafWay { either, exact, local };

/// What a run is to do beside what its problem says: which way it finds its leaf, and how much work
/// that may be.
struct RunWish {
  LeafWay leaf = LeafWay::either;
  bool may_be_completed = true;          ///< a run that ends early on its local leaf begins again
  std::optional<double> run_time_limit;  ///< seconds, of each integration
  algebra::Limits limits;                ///< of the algebra
  algebra::CompletionOptions options;
};

}  // namespace leafwise::pipeline::detail
