// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/algebra/local_proof.hpp"
#include "number/ball_polynomial.hpp"

namespace leafwise::algebra::detail {

/// ∂E/∂u by entries: several at one place are added.
struct SlopeEntry {
  std::size_t row = 0;
  std::size_t column = 0;  ///< of the box
  std::size_t ball = 0;    ///< among the slopes
};

/// E and ∂E on a box, by stages.
struct StagedEquations {
  std::vector<int> row_stages;
  std::vector<int> column_stages;
  std::vector<SlopeEntry> entries;  ///< in dependent columns
  Balls residuals;                  ///< at the centre
  Balls slopes;                     ///< in the box
  Balls radii;                      ///< of the columns, 0 of free ones
  std::vector<bool> dependent;
};

/// Krawczyk's test for each stage over the box of those below: R·(E(ū) + Σ ∂E·(U − ū)) +
/// (1 − R·∂E)(U − ū) inside the box. Then ∂E/∂u is regular in the box, J with it, and E has exactly
/// one zero there. @return why not and where; empty: it holds
[[nodiscard]] std::string refusal_of_stages(const StagedEquations& equations,
                                            const LocalProof& proof,
                                            slong precision);

}  // namespace leafwise::algebra::detail
