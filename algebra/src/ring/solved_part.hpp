// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Affine equations solved for their largest variables, and the other equations in what is left:
/// in long chains most equations are affine, and engines should not see them.
struct SolvedPart {
  std::map<Variable, Polynomial> values;  ///< affine, in variables that are not solved
  std::vector<Polynomial> rest;           ///< in these, too
  std::vector<Variable> variables;        ///< that are not solved, in their order
  bool is_inconsistent = false;           ///< some contradict the affine ones

  /// With the values put in.
  [[nodiscard]] Polynomial reduced(const Polynomial& polynomial) const;
};

/// By elimination, the first variable in the order first: with x − value for each solved x these
/// are the reduced Gröbner basis of the affine ones, by degree.
[[nodiscard]] SolvedPart solve_affine(const std::vector<Variable>& variables,
                                      const std::vector<Polynomial>& generators);

}  // namespace leafwise::algebra::detail
