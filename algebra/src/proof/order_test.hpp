// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/algebra/local_proof.hpp"
#include "number/ball_polynomial.hpp"
#include "proof/proof_lines.hpp"

namespace leafwise::algebra::detail {

/// Lines that take no part vanish to the proof's order along a curve in V(E) through the point of
/// the box: free jets move along a line, the others follow from E order by order, in balls around
/// the one solution that is in the box.
/// @param box the coefficients in the proof's order, and the time behind them
/// @pre the stages were accepted
/// @return why not and where; empty: they do, or nothing of the kind is said
[[nodiscard]] std::string refusal_of_order(const ProofLines& lines,
                                           const LocalProof& proof,
                                           const Balls& box);

}  // namespace leafwise::algebra::detail
