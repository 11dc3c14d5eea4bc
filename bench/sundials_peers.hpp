// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "problems/mechanism.hpp"

/// What a comparison with SUNDIALS needs: IDA and CVODE with projection on the mechanisms of our
/// tests, with our compiled functions and their exact derivatives, so that only methods differ.
namespace leafwise::bench {

struct PeerRun {
  std::string method;
  bool arrived = false;
  std::vector<double> end;  ///< q, q'
  double seconds = 0;       ///< without set-up
  long steps = 0;
  long rejected = 0;     ///< by the error test
  long evaluations = 0;  ///< of the right-hand side, or of the residual
};

/// CVODE, BDF, on (q, q')' = V, projected by our projection after each step (CVodeSetProjFn). BDF,
/// because CVODE projects with no other method; dense Jacobian by differences, its default.
[[nodiscard]] PeerRun run_cvode_with_projection(const tests::StartedProblem<double>& started,
                                                double end,
                                                double tolerance);

/// Whether Newton's iteration in IDA looks at the multipliers as at everything else, or not at all.
/// The first is faster, but where a system of index 2 does not give the digits that it asks for,
/// IDA fails at once.
enum class Multipliers { checked, free };

/// IDA on the stabilised form of index 2 of Gear, Gupta and Leimkuhler,
/// q' = v − Gᵀ μ, M v' = F − Gᵀ λ, g = 0, G v = 0, with its exact Jacobian; λ and μ are left out of
/// the error test, as SUNDIALS' own examples do. For constraints without redundant ones.
[[nodiscard]] PeerRun run_ida(const tests::Mechanism& mechanism,
                              double end,
                              double tolerance,
                              Multipliers multipliers);

}  // namespace leafwise::bench
