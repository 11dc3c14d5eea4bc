// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator::detail {

/// The coefficients of all values of a program along a curve, degree by degree [Griewank, Walther
/// 2008, §13.2]: what degree d costs is d products for each instruction.
template <typename Real>
class TaylorSeries {
 public:
  explicit TaylorSeries(std::shared_ptr<const Program> program);

  /// Coefficient `degree` of all outputs. @pre as for SmoothMap::taylor
  void extend(std::span<const Real> curve, std::size_t degree, std::span<Real> out);

 private:
  void reserve(std::size_t degree);
  [[nodiscard]] Real* series(std::size_t value) { return &coefficients_[value * capacity_]; }
  /// Of value `own` = operation(a, b). Some need a second series: sin its cos, and so on.
  void extend_value(const Instruction& instruction, std::size_t own, std::size_t degree);
  void extend_product(const Instruction& instruction, Real* own, std::size_t degree);
  void extend_function(
      Operation operation, const Real* a, Real* own, Real* second, std::size_t degree);

  std::shared_ptr<const Program> program_;
  std::size_t capacity_ = 0;        // degrees there is room for
  std::vector<Real> coefficients_;  // of all values, then of the second series
};

}  // namespace leafwise::integrator::detail
