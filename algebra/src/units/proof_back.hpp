// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/local_proof.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"

namespace leafwise::algebra::detail {

/// The numbers of a proof that was made in units of the system's own, in the user's: times powers
/// of two, so that a checker that accepts one accepts the other. Coefficients of steps are not
/// among them.
void change_numbers_back(LocalProof& proof, const NominalSizes& sizes);

}  // namespace leafwise::algebra::detail
