// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "leafwise/integrator/callable_map.hpp"

/// Polynomial maps with all derivatives and Taylor coefficients, computed term by term: slow, and
/// independent of the compiled programs.
namespace leafwise::tests {

/// coefficient · Π x_j, where `factors` lists the coordinates, repeated for powers.
struct Term {
  long double coefficient = 0;
  std::vector<std::size_t> factors;
};

using Polynomial = std::vector<Term>;

template <typename Real>
[[nodiscard]] std::shared_ptr<integrator::CallableMap<Real>> make_polynomial_map(
    std::size_t inputs, const std::vector<Polynomial>& outputs);

}  // namespace leafwise::tests
