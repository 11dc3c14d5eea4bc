// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// P prime, F = M·v + b with v new and M of full row rank over K(V(P)): of the components of
/// V(P + F) exactly one lies over all of V(P). Its ideal (P + F) : h^∞ is prime, for any largest
/// minor h of M that P does not contain: where h is not zero, P + F is an affine bundle over V(P).
///
/// Velocities over positions with nodes are such. Their linkages have many loops, of which few have
/// nodes: the saturation is sought in the variables of one loop S at a time, Q_S = (P_S + F_S) :
/// h_S^∞. Then R = P + Σ Q_S + F is the answer if at each point of V(P) all rows are independent,
/// or for some S those of the others in the variables that S does not have. Proof, near such a
/// point: R lies between P + F and the answer. If all rows are independent, P + F is a bundle
/// there, and nothing is left to saturate. Else K[V(P + ...)] is smooth over that of S, so h_S,
/// which is no zero divisor modulo Q_S, is none modulo R; and where h_S is not zero all rows are
/// independent again.
///
/// Unable: rows that depend on each other, or a limit.
[[nodiscard]] Outcome<Ideal> dominating_part(const Ideal& prime,
                                             const std::vector<Polynomial>& conditions,
                                             const std::vector<Variable>& fresh,
                                             const Limits& limits);

}  // namespace leafwise::algebra::detail
