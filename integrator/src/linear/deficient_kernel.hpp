// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "leafwise/integrator/distribution.hpp"

namespace leafwise::integrator::detail {

/// The kernel of a matrix whose rank may be less than its number of columns by more than one, where
/// some entries of its vectors do not matter. If those that do are determined up to a factor: the
/// vector with them, the others as small as possible, and the first entry positive (or, if that
/// is 0, any sign). By singular values: slow.
/// @pre all entries are finite; matters and kernel have as many entries as the matrix has columns
template <typename Real>
[[nodiscard]] DirectionQuality<Real> deficient_kernel(std::span<const Real> matrix,
                                                      std::span<const char> matters,
                                                      std::span<Real> kernel);

}  // namespace leafwise::integrator::detail
