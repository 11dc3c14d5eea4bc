// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/rational.hpp"
#include "leafwise/algebra/variable.hpp"

namespace leafwise::tests {

/// The positions of n four-bars in a row, all bars and distances of length 1: the benchmark A02,
/// "n four-bar mechanism", of the IFToMM multibody benchmark library.
struct FourBarChain {
  std::vector<algebra::Variable> variables;  ///< x0, y0, x1, y1, …, xn, yn: the joints B0 … Bn
  std::vector<algebra::Polynomial> equations;
};

/// The pivots A_i = (i, 0), i = 0 … n, are fixed. The joint B_i = (x_i, y_i) is at distance 1 from
/// A_i, and from B_{i−1} if i > 0: 2n + 1 equations in 2n + 2 unknowns.
[[nodiscard]] inline FourBarChain four_bar_chain(unsigned n) {
  const auto coordinate = [](const char* axis, unsigned joint) {
    return algebra::Variable{algebra::Role::unknown, axis + std::to_string(joint), 0};
  };
  FourBarChain chain;
  const auto add_unit_bar = [&chain](const algebra::Polynomial& across,
                                     const algebra::Polynomial& up) {
    chain.equations.push_back(across.pow(2) + up.pow(2) -
                              algebra::Polynomial(algebra::Rational(1)));
  };
  algebra::Polynomial previous_x;
  algebra::Polynomial previous_y;
  for (unsigned i = 0; i <= n; ++i) {
    chain.variables.push_back(coordinate("x", i));
    const algebra::Polynomial x(chain.variables.back());
    chain.variables.push_back(coordinate("y", i));
    const algebra::Polynomial y(chain.variables.back());
    add_unit_bar(x - algebra::Polynomial(algebra::Rational(static_cast<std::int64_t>(i))), y);
    if (i > 0) add_unit_bar(x - previous_x, y - previous_y);
    previous_x = x;
    previous_y = y;
  }
  return chain;
}

}  // namespace leafwise::tests
