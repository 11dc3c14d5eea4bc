// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/equilibrate.hpp"

#include <algorithm>
#include <cmath>

namespace leafwise::algebra::detail {

void equilibrate(DenseMatrix& matrix) {
  const auto pass = [](std::size_t outer, std::size_t inner, auto at) {
    for (std::size_t i = 0; i < outer; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < inner; ++j) largest = std::max(largest, std::abs(at(i, j)));
      if (largest == 0 || !std::isfinite(largest)) continue;
      const double factor = std::ldexp(1, -std::ilogb(largest));
      for (std::size_t j = 0; j < inner; ++j) at(i, j) *= factor;
    }
  };
  const auto entry = [&](std::size_t i, std::size_t j) -> double& { return matrix(i, j); };
  const auto turned = [&](std::size_t j, std::size_t i) -> double& { return matrix(i, j); };
  for (int round = 0; round < 3; ++round) {
    pass(matrix.rows(), matrix.columns(), entry);
    pass(matrix.columns(), matrix.rows(), turned);
  }
}

}  // namespace leafwise::algebra::detail
