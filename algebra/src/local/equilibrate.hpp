// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "geometry/dense_matrix.hpp"

namespace leafwise::algebra::detail {

/// Units must not decide on rank: rows and columns are divided by powers of two, in turn, until
/// their largest entries are near 1. Exact.
void equilibrate(DenseMatrix& matrix);

/// Powers of two for rows and columns with which the nonzero entries are about 1, by least squares
/// of their logarithms (A. R. Curtis, J. K. Reid, J. Inst. Maths Applics 10 (1972) 118–124): they
/// undo what rows and columns were multiplied by. Largest entries do not: 1e10 in a row hides the
/// others.
struct BalancingExponents {
  std::vector<int> rows;
  std::vector<int> columns;
};
[[nodiscard]] BalancingExponents balancing_exponents(
    const std::vector<std::vector<double>>& matrix);

}  // namespace leafwise::algebra::detail
