// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// The divisors of a problem. Where one vanishes, the field is not defined, although the curve
/// may go on: then a run passes.
template <typename Real>
struct Divisions {
  /// v₁, v₂, … of the coordinates; null: a run passes none.
  std::shared_ptr<const SmoothMap<Real>> divisors;
  /// For each of them the coordinate that is 1/v, if one is: it has a pole there.
  std::vector<std::optional<std::size_t>> reciprocals;
  /// Coordinates that are square roots: a continuation with a negative one is another curve.
  std::vector<std::size_t> roots;
};

/// Where a divisor has vanished and the run has gone on.
template <typename Real>
struct PassedDivision {
  std::size_t divisor = 0;  ///< in Divisions::divisors
  Real place = 0;           ///< of the independent variable
};

}  // namespace leafwise::integrator
