// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "geometry/dense_matrix.hpp"
#include "leafwise/algebra/rational.hpp"

namespace leafwise::algebra::detail {

/// Lower triangular, L·Lᵀ = the matrix; empty where it is not positive definite to round-off. Only
/// its lower half is looked at. @pre square
[[nodiscard]] std::optional<DenseMatrix> cholesky(DenseMatrix matrix);
/// The x with L·Lᵀ·x = right.
[[nodiscard]] std::vector<double> solve(const DenseMatrix& factor, std::vector<double> right);

/// Exactly: all pivots of the elimination are positive. @pre square and symmetric
[[nodiscard]] bool is_positive_definite(std::vector<std::vector<Rational>> matrix);

}  // namespace leafwise::algebra::detail
