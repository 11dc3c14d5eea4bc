// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "plot/quantity.hpp"
#include "plot/run_folder.hpp"

namespace leafwise::pipeline::detail {

struct InvariantValues {
  std::string name;
  std::vector<double> values;  ///< in each row
};

/// The invariants that a run monitored, in all its rows: as the run computed them, from its page;
/// without a page from the problem file, if that is still the one that was run.
/// @throws InvalidInput if the run has none, or if neither is there
[[nodiscard]] std::vector<InvariantValues> invariant_values(const RunFolder& run,
                                                            const Quantities& names);

}  // namespace leafwise::pipeline::detail
