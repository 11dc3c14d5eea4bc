// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/equilibrate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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

void equilibrate(SparseEntries<double>& matrix) {
  using Entry = SparseEntries<double>::Entry;
  const auto pass = [&](std::size_t count, std::size_t Entry::*line) {
    std::vector<double> largest(count, 0);
    for (const Entry& entry : matrix.list) {
      largest[entry.*line] = std::max(largest[entry.*line], std::abs(entry.value));
    }
    for (Entry& entry : matrix.list) {
      const double size = largest[entry.*line];
      if (size > 0 && std::isfinite(size)) entry.value *= std::ldexp(1, -std::ilogb(size));
    }
  };
  for (int round = 0; round < 3; ++round) {
    pass(matrix.rows, &Entry::row);
    pass(matrix.columns, &Entry::column);
  }
}

}  // namespace leafwise::algebra::detail
