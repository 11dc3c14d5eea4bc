// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// Whether ways cross in a place where rows of df depend on each other, or only pass each other.
///
/// There a combination of equations has no gradient, only a second order. Where ways cross it is 0.
/// Where they are apart by e it is about e², far below any tolerance for points, and a series from
/// in front of the place hardly knows of it: its terms are e² of its own. So the combination is
/// compared with what it can be at most if the ways cross: what the series is off there, to the
/// second order, and the rounding of its terms.
template <typename Real>
class CrossingCheck {
 public:
  /// @pre the problem has equations
  explicit CrossingCheck(const ManifoldProblem<Real>& problem);

  /// @param from a point of M in front of the place, where df has its rank
  /// @param half the point of the curve half of the way from there to the place
  void look(std::span<const Real> from, std::span<const Real> half, std::span<const Real> place);
  /// Where, in units of the way between them, the gradient that is most lost there would be 0;
  /// none: nothing is lost.
  [[nodiscard]] std::optional<Real> nearest();
  /// @param error what each coordinate of the place may be off
  [[nodiscard]] bool is_crossing(std::span<const Real> error);

 private:
  /// Of each row: its gradient in the place, in front of it and between, its value, what is
  /// rounding.
  [[nodiscard]] Real* row(std::size_t i) { return table_.data() + i * width_; }
  void fill(std::span<const Real> from, std::span<const Real> half, std::span<const Real> place);
  void add_rounding(std::span<const Real> from, std::span<const Real> place);
  /// How much of its length a row has kept. Negative: it is none, or done.
  [[nodiscard]] Real kept(std::size_t i);
  [[nodiscard]] bool is_lost(std::size_t i);
  /// Takes a row out of the others.
  void eliminate(std::size_t pivot);
  [[nodiscard]] bool is_linear(std::size_t i);
  [[nodiscard]] bool grows_towards(std::size_t i);
  enum class Verdict { crossing, apart, none };
  [[nodiscard]] Verdict verdict(std::size_t i, std::span<const Real> error);

  std::unique_ptr<SmoothMap<Real>> equations_;
  std::size_t m_, k_, c_, width_;
  std::vector<Real> table_, values_, jacobian_, point_, way_;
  std::vector<char> is_done_;
};

extern template class CrossingCheck<double>;
extern template class CrossingCheck<long double>;

}  // namespace leafwise::integrator
