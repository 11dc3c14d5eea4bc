// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "linear/fixed_numbers.hpp"
#include "linear/minimum_norm.hpp"

namespace leafwise::integrator {

/// dV at a point: what its recurrences say, or differences.
template <typename Real>
class FieldDerivative {
 public:
  explicit FieldDerivative(std::size_t dimension);

  /// Number k is along coordinate k. @param point is as it was afterwards @param field V there
  [[nodiscard]] bool take(Geometry<Real>& geometry,
                          std::span<Real> point,
                          std::span<const Real> field,
                          std::span<Real> along);

 private:
  std::vector<Real> units_, other_;
};

/// Whether the largest difference is at most that share of the largest slope.
template <typename Real>
[[nodiscard]] bool are_near(std::span<const Real> slopes,
                            std::span<const Real> others,
                            double share);

/// Slopes with which solutions may begin at a point where V is not defined.
///
/// V(from + δ s) = s is solved by Newton's method from irregular guesses. Without the higher powers
/// that a polynomial has, it comes to solutions from afar; these are slopes to O(δ).
template <typename Real>
class StartSlopes {
 public:
  /// @param size of a step, with its sign
  StartSlopes(Geometry<Real>& geometry, std::span<const Real> from, Real size);

  /// The next guess, tangent to M. False: there are no more.
  [[nodiscard]] bool next(std::vector<Real>& guess);
  /// From a guess to slopes that it has not come to before. False: to none, or to known ones.
  [[nodiscard]] bool solve(std::vector<Real>& guess);
  /// Whether the last guess led to known ones.
  [[nodiscard]] bool is_known() const noexcept { return is_known_; }
  [[nodiscard]] Real size() const noexcept { return size_; }

 private:
  [[nodiscard]] bool converges(std::vector<Real>& guess);

  Geometry<Real>& geometry_;
  std::size_t m_;
  std::vector<Real> from_;
  Real size_;
  int count_ = 0;
  bool is_known_ = false;
  std::vector<std::vector<Real>> known_;
  detail::FixedNumbers numbers_;
  detail::MinimumNormSolver<Real> solver_;
  FieldDerivative<Real> derivative_;
  std::vector<Real> point_, field_, along_, matrix_, gap_, change_;
};

extern template class FieldDerivative<double>;
extern template class FieldDerivative<long double>;
extern template class StartSlopes<double>;
extern template class StartSlopes<long double>;

}  // namespace leafwise::integrator
