// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"

/// M q'' = F − Gᵀλ, written out.
namespace leafwise::algebra {

/// The multipliers λ of the constraints of a mechanism, and their names.
class Multipliers {
 public:
  /// lambda1, lambda2, …: reserved names in a mechanism.
  [[nodiscard]] static bool is_name(const std::string& name);
  /// That of constraint number `index`, counted from 0.
  [[nodiscard]] static std::string name(std::size_t index);
  [[nodiscard]] static Variable variable(std::size_t index);
  [[nodiscard]] static std::vector<std::string> names(std::size_t count);
  [[nodiscard]] static std::vector<Variable> variables(std::size_t count);
};

/// G by rows: the coefficients of q' in D g. @pre each is affine in q'
[[nodiscard]] std::vector<std::vector<Polynomial>> velocity_matrix(
    const std::vector<Polynomial>& velocity_constraints,
    const std::vector<std::string>& coordinates);

/// M q'' − F + Gᵀλ, by coordinates.
/// @param gradients G: a row for each multiplier
[[nodiscard]] std::vector<Polynomial> equations_of_motion(
    const MechanicalSystem& system,
    const std::vector<std::vector<Polynomial>>& gradients,
    const std::vector<Variable>& multipliers);

}  // namespace leafwise::algebra
