// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/algebra/local_proof.hpp"

namespace leafwise::algebra::detail {

/// The lines that are left when a certificate's steps are done to the system's equations, and what
/// has to have a value at the point for that to be allowed.
struct ProofLines {
  struct Line {
    Expression residual;
    std::string source;
    std::map<std::size_t, unsigned> depths;  ///< how often each equation is differentiated in it
  };
  std::vector<Line> lines;               ///< in the order of proof.lines
  std::vector<Line> left_out;            ///< that take no part, but for those that vanish
  std::vector<Expression> coefficients;  ///< of combinations
  std::string why_not;                   ///< not empty: a step is not allowed, or lines are missing
};

/// Of a mechanism Gᵀλ is added first, for the constraints that are not dependent.
[[nodiscard]] ProofLines lines_after_steps(const AnalyticSystem& system, const LocalProof& proof);

/// Whether an expression is 0 at all its jets, by a normal form.
[[nodiscard]] bool is_identically_zero(const Expression& expression,
                                       const std::vector<std::string>& unknowns);

}  // namespace leafwise::algebra::detail
