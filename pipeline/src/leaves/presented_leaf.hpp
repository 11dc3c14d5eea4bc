// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::pipeline::detail {

/// The leaf without rates of auxiliaries that only their own rows determine (w1' = w2·φ'): in
/// mechanics they say nothing of the motion. Of other systems, the leaf as it is.
[[nodiscard]] algebra::Leaf presented(algebra::Leaf leaf,
                                      const algebra::DifferentialSystem& system);

/// Solves rows that are affine in rates of auxiliaries for them where their factor is a number, and
/// leaves these rows and rates out. What was left out goes to `dropped`.
[[nodiscard]] std::vector<algebra::Polynomial> without_rates(
    std::vector<algebra::Polynomial> rows,
    const std::set<std::string>& auxiliaries,
    std::set<algebra::Variable>& dropped);

/// The unknowns that are no coordinates; none without mechanics.
[[nodiscard]] std::set<std::string> auxiliaries_of(const algebra::DifferentialSystem& system);

}  // namespace leafwise::pipeline::detail
