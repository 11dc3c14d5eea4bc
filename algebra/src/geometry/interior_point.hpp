// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "geometry/dense_matrix.hpp"
#include "geometry/gram_matrices.hpp"
#include "leafwise/algebra/limits.hpp"

namespace leafwise::algebra::detail {

/// A matrix of a space, and its coordinates in the basis of that.
struct SpaceMember {
  DenseMatrix matrix;
  std::vector<double> coordinates;
};

/// Follows the central path of: t as large as may be, Q(y) − t·1 positive semidefinite, trace of Q
/// at most its size. Wherever t is positive, `is_enough` is asked; true ends it.
/// False: there is none (to round-off), or limits were reached.
[[nodiscard]] bool find_definite(const std::vector<GramMatrices::SparseMatrix>& basis,
                                 std::size_t size,
                                 const std::function<bool(const SpaceMember&)>& is_enough,
                                 const Limits& limits);

}  // namespace leafwise::algebra::detail
