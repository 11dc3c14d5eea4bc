// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "completion/bases/prime_split.hpp"
#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// A component of the positions with equations of motion of its own: the reaction forces are normal
/// to it, also where the Jacobian of the given constraints loses rank.
struct PositionComponent {
  PrimeComponent positions;        ///< the prime itself, in the variables of the positions
  DifferentialSystem system = {};  ///< plain equations, multipliers among the unknowns
  std::vector<Polynomial> constraints = {};
  std::vector<Variable> multipliers = {};
  int degrees_of_freedom = 0;
  /// M is constant and positive definite and G has full rank at all points: then the equations of
  /// motion have one solution (q'', λ) at every real point.
  bool regular_over_reals = false;
  bool has_positive_mass = false;  ///< M is constant and positive definite
  std::string how = {};
  std::vector<std::string> redundant = {};  ///< sources of given constraints
  /// Relations of auxiliaries that velocities determine, like w (1 + x'^2) = 1: none of the
  /// positions', but of the leaf.
  std::vector<Polynomial> velocity_functions = {};
};

struct PositionSplit {
  std::vector<PositionComponent> components;
  std::vector<UnexploredPart> unexplored = {};
  bool complete = false;
  std::string reason;
  Truth radical_input = Truth::unknown;  ///< whether the constraints generate a radical ideal
  double seconds = 0;
  std::vector<Variable> variables;  ///< of the positions
};

}  // namespace leafwise::algebra::detail
