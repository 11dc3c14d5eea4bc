// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leafwise/integrator/program_builder.hpp"
#include "reference.hpp"

namespace leafwise::tests {

/// A mechanical system as formulas: M(q) q'' + dgᵀ λ = F(x, q, q'), g(q) = 0.
struct Mechanism {
  using Expressions = std::vector<integrator::Expression>;

  std::vector<std::string> positions;  ///< names of q
  /// M, row by row
  std::function<Expressions(const Expressions& q)> mass;
  std::function<Expressions(integrator::Expression x, const Expressions& q, const Expressions& v)>
      force;
  std::function<Expressions(const Expressions& q)> constraints;
  std::size_t constraint_count = 0;
  std::size_t constraint_rank = 0;  ///< less if some are redundant
  std::vector<long double> start;   ///< q, q'
};

/// In reduced form [TA01, (6.8)]: coordinates (x, q, q'), f = (g, dg q'), KKT system for q''.
template <typename Real>
[[nodiscard]] StartedProblem<Real> reduced_form(const Mechanism& mechanism);

/// The same with a linear block in (q'', λ) for the distribution, as completion gives it. Not for
/// redundant constraints.
template <typename Real>
[[nodiscard]] StartedProblem<Real> block_form(const Mechanism& mechanism);

}  // namespace leafwise::tests
