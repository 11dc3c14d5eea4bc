// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The meaning of the coordinates of a distribution.
namespace leafwise::integrator {

/// Where the coordinates of a mechanical system are among z₁…z_m. Each is exactly one of them.
struct MechanicalLayout {
  std::optional<std::size_t> time;
  std::vector<std::size_t> positions;    ///< q
  std::vector<std::size_t> velocities;   ///< q', in the order of q
  std::vector<std::size_t> auxiliaries;  ///< what else moves, like a sine of an angle
  /// Rows of G: those of the constraints, and what else is known of the accelerations. Where
  /// constraints lose their rank and the motion does not, the latter determine it.
  std::size_t constraints = 0;
  /// Rank of G where the motion is regular: less than `constraints` if some are redundant.
  std::size_t constraint_rank = 0;
  std::vector<std::string> acceleration_names;  ///< as many as positions
  std::vector<std::string> multiplier_names;    ///< of the first rows of G

  [[nodiscard]] std::size_t coordinates() const noexcept {
    return positions.size() + velocities.size() + auxiliaries.size() + (time ? 1 : 0);
  }
};

/// The derivative of a coordinate z_j with respect to the independent variable.
struct Velocity {
  enum class Is { one, coordinate, unknown };
  Is is = Is::one;        ///< `one`: z_j is the independent variable itself
  std::size_t index = 0;  ///< which coordinate, or which unknown

  [[nodiscard]] static Velocity coordinate(std::size_t j) { return {Is::coordinate, j}; }
  [[nodiscard]] static Velocity unknown(std::size_t i) { return {Is::unknown, i}; }
};

/// How a linear block is laid out: one velocity for each coordinate, names for the unknowns w.
struct LinearBlockLayout {
  std::vector<Velocity> velocities;
  std::vector<std::string> unknowns;
  /// About how large coordinates and unknowns are, as exponents of 2, where that is known:
  /// redundant rows are distinguished from round-off in these units. Empty: all are about 1.
  std::vector<int> coordinate_sizes = {};
  std::vector<int> unknown_sizes = {};
};

}  // namespace leafwise::integrator
