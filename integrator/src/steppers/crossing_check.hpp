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
  enum class Point : std::size_t { place, front, half };
  enum class State {
    waiting,  ///< of a level that was not asked
    open,
    kept,  ///< a pivot
    lost,  ///< its gradient vanishes in the place, and not in front of it
    out,   ///< it says nothing that others do not
  };

  /// Of each row: its gradient in the place, in front of it and between, its value, what is
  /// rounding.
  [[nodiscard]] Real* row(std::size_t i) { return table_.data() + i * width_; }
  [[nodiscard]] Real length(std::size_t i, Point point);
  void fill(std::span<const Real> from, std::span<const Real> half, std::span<const Real> place);
  void add_rounding(std::span<const Real> from, std::span<const Real> place);
  void reduce(std::size_t i, std::size_t pivot);
  [[nodiscard]] std::size_t next_pivot();
  /// Sorts its rows into kept, lost and out. Whether any are lost.
  [[nodiscard]] bool finish_level(std::size_t level);
  [[nodiscard]] std::vector<Real> own_parts(Point point);
  [[nodiscard]] bool takes_part(std::size_t coordinate);
  [[nodiscard]] bool knows_place(std::span<const Real> error);
  [[nodiscard]] bool is_transversal();
  [[nodiscard]] bool is_explained(std::size_t i, std::span<const Real> error);

  std::unique_ptr<SmoothMap<Real>> equations_;
  std::size_t m_, k_, width_;
  std::vector<std::size_t> levels_;
  std::vector<Real> table_, values_, jacobian_, point_, place_, way_;
  std::vector<State> states_;
  std::vector<std::size_t> pivots_;
};

extern template class CrossingCheck<double>;
extern template class CrossingCheck<long double>;

}  // namespace leafwise::integrator
