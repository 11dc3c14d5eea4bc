// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "geometry/dense_matrix.hpp"
#include "local/sparse/sparse_pivots.hpp"

namespace leafwise::algebra::detail {

/// Units must not decide on rank: rows and columns are divided by powers of two, in turn, until
/// their largest entries are near 1. Exact.
void equilibrate(DenseMatrix& matrix);

void equilibrate(SparseEntries<double>& matrix);

}  // namespace leafwise::algebra::detail
