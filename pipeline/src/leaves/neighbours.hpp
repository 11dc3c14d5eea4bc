// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/run_record.hpp"

namespace leafwise::pipeline::detail {

/// What a run may come near: another leaf, or a component of the critical locus of its own.
struct Neighbour {
  std::string name;  ///< "g1", or "critical locus"
  /// Square of the distance, as a sum of squares of scaled equations, minus the square of what
  /// counts as near: it falls through 0 where the run comes near.
  std::shared_ptr<const integrator::SmoothMap<double>> function;
  std::size_t degree = 0;
  std::shared_ptr<const integrator::SmoothMap<double>> equations;  ///< one by one
  bool is_leaf = false;
};

/// Those that are cheap to watch: few equations of low degree. Of mechanisms only positions count:
/// where those of two leaves meet, motions can continue on both.
[[nodiscard]] std::vector<Neighbour> neighbours(const Problem& problem,
                                                const DecompositionReport& report,
                                                const Selection& selection);

/// Adds that a run came near one of its neighbours: each is there once, in the order of their first
/// approach.
/// @param leaf   on which the run is
/// @param row    where it was, the coordinates of the leaf first
void add_approach(const std::vector<Neighbour>& neighbours,
                  std::size_t which,
                  const NumericLeaf& leaf,
                  std::span<const double> row,
                  std::vector<Approach>& found);

}  // namespace leafwise::pipeline::detail
