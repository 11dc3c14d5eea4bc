// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/dense_matrix.hpp"

namespace leafwise::algebra::detail {

/// Which row and column each step of an elimination takes, and what stands there then.
struct Elimination {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  std::vector<double> pivots;
};

/// Columns with few entries first; of each the largest entry that is left, as if the matrix were
/// equilibrated. Empty where one is 0. @pre square
[[nodiscard]] std::optional<Elimination> elimination_order(const DenseMatrix& matrix);

/// The inverse by an elimination in this order, which writes the pivots that it meets; empty where
/// one is 0 or not finite. @pre square; `order` names each row and column once
[[nodiscard]] std::optional<DenseMatrix> inverse_in_order(const DenseMatrix& matrix,
                                                          Elimination& order);

}  // namespace leafwise::algebra::detail
