// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/local_proof.hpp"
#include "local/attempt.hpp"

namespace leafwise::algebra::detail {

/// The structure of a certified attempt, and a box around its point that Krawczyk's test encloses
/// stage by stage: the centre by Newton's method, radii from what the stages below leave open.
/// Steps and lines set aside are left to the caller. Empty where no such box was found.
/// @param lines of each equation of the attempt: which one of the system
/// @pre attempt.certificate is proved
[[nodiscard]] std::optional<LocalProof> proof_of(const LocalAttempt& attempt,
                                                 const std::vector<std::size_t>& lines,
                                                 const std::vector<std::string>& unknowns);

}  // namespace leafwise::algebra::detail
