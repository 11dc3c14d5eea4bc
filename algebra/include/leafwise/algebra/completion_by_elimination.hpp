// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra {

/// A component of the completed system, as an ideal in all jets.
struct EliminationLeaf {
  /// Prime, in the variables of `full_ideal`: graph variables, then base variables.
  Ideal ideal;
  int rounds = 0;  ///< how often relations of the state were differentiated
};

/// The textbook method for the leaves of `complete`, to check an answer: a Gröbner
/// basis in all jets, the tops eliminated, the derivatives of what is left added, decomposed, and
/// so on. It knows nothing of rows, ranks and rank drops, and does not finish where mechanics
/// begins. The point of the options is not used: all leaves are found.
///
/// Unable: a limit, a part that may not be prime, or a system with `mechanics`.
[[nodiscard]] Outcome<std::vector<EliminationLeaf>> complete_by_elimination(
    const DifferentialSystem& system, const CompletionOptions& options, const Limits& limits);

/// The leaf in the form of `complete`: the same base variables, rows affine in the others, and
/// numbers that mean the same, from dimensions of elimination ideals. Where no rows are found its
/// base is the ideal in all jets. It has no name and no index.
[[nodiscard]] Outcome<Leaf> counted(const DifferentialSystem& system,
                                    const EliminationLeaf& found,
                                    const Limits& limits);

}  // namespace leafwise::algebra
