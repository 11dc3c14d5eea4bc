// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::integrator {

/// The units of a problem's coordinates, by ManifoldProblem::sizes: powers of two, so that nothing
/// is rounded on the way there and back.
template <typename Real>
class OwnUnits {
 public:
  explicit OwnUnits(const ManifoldProblem<Real>& problem);

  /// Of each coordinate, in that of the user.
  [[nodiscard]] const std::vector<Real>& units() const noexcept { return units_; }
  /// Of the independent variable; 1 without one.
  [[nodiscard]] Real time() const noexcept { return time_; }
  /// A point in own units, and one in the user's. @pre both spans have as many entries
  void to_own(std::span<const Real> z, std::span<Real> own) const;
  void to_users(std::span<const Real> own, std::span<Real> z) const;

 private:
  std::vector<Real> units_;
  Real time_ = 1;
};

/// The same problem in its own units: its coordinates are multiples of them, its sizes are empty,
/// and rows of f have entries up to about 1 where coordinates are about 1. As it is where it has no
/// sizes.
template <typename Real>
[[nodiscard]] ManifoldProblem<Real> in_own_units(const ManifoldProblem<Real>& problem);

extern template class OwnUnits<double>;
extern template class OwnUnits<long double>;

}  // namespace leafwise::integrator
