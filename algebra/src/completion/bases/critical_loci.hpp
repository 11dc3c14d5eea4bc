// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Finds the critical locus of each leaf, and the solutions that run inside it: leaves of their
/// own, s1, s2, …, since they lie in the closure of the leaf as a set of jets, but need not be
/// limits of its solutions.
void explore_critical_loci(const DifferentialSystem& system,
                           const CompletionOptions& options,
                           const Limits& limits,
                           Completion& completion);

/// Where, on V(P), the rows and the derivatives of the base together lose rank, or V(P) is
/// singular: there the distribution is not defined, or the base is no manifold. Components that lie
/// in others are left out.
[[nodiscard]] Outcome<std::vector<Ideal>> critical_components(const Leaf& leaf,
                                                              const CompletionOptions& options,
                                                              const Limits& limits);

/// Whether a singular solution of a single equation F(x, y, y') = 0 is an irreducible component of
/// all its solutions, by the low-power theorem: of the terms of least degree in u and u' of
/// F(x, y + u, y' + u') on the solution, there is only that in u alone. `unknown` for other
/// systems.
[[nodiscard]] Truth is_essential_by_low_powers(const DifferentialSystem& system,
                                               const Leaf& singular,
                                               const Limits& limits);

/// One-sided: `yes` if, with all orders raised by one, the solution does not lie in the closure of
/// the leaf any more; otherwise `unknown`.
[[nodiscard]] Truth is_essential_by_prolongation(const Leaf& singular,
                                                 const Leaf& general,
                                                 const Limits& limits);

}  // namespace leafwise::algebra::detail
