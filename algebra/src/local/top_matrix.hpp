// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "local/ball.hpp"
#include "local/derivative_array.hpp"

namespace leafwise::algebra::detail {

/// An entry of J = ∂F_i/∂y_j^(d_j − c_i), as a node.
struct TopEntry {
  std::size_t row = 0;
  std::size_t column = 0;
  NodeIndex node = 0;
};

[[nodiscard]] std::vector<TopEntry> top_matrix(const LocalSystem& system, const Offsets& offsets);

/// Taylor coefficients, one for each column of an array.
struct PointOfJets {
  std::vector<double> jets;
  double time = 0;
  bool is_consistent = false;  ///< a point of V(E), not a first guess
};

/// Values of entries at random jets near a point, in 256 bits; anywhere if functions have no value
/// there; empty if they have none at all.
[[nodiscard]] std::optional<std::vector<Ball>> at_jets_near(const LocalSystem& system,
                                                            const DerivativeArray& array,
                                                            const std::vector<TopEntry>& entries,
                                                            const PointOfJets& near,
                                                            unsigned seed);

/// In doubles: at the point, or near it where it is rough.
[[nodiscard]] std::vector<double> values_at(const LocalSystem& system,
                                            const DerivativeArray& array,
                                            const std::vector<TopEntry>& entries,
                                            const PointOfJets& near);

/// The lines, in the order of the equations, whose rows of J depend on each other identically, by
/// 256 bits at two random jets near the point; empty if J is regular there.
[[nodiscard]] std::vector<std::size_t> dependent_rows(const LocalSystem& system,
                                                      const Offsets& offsets,
                                                      const DerivativeArray& array,
                                                      const PointOfJets& near);

}  // namespace leafwise::algebra::detail
