// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "leafwise/integrator/report.hpp"
#include "leafwise/integrator/stepper.hpp"
#include "steppers/dense_output.hpp"

namespace leafwise::integrator {

/// Recognises points where the distribution stops being one-dimensional before they are stepped
/// over. There the second singular value σ goes to 0, generically like the distance; so after each
/// step that might hide a zero of σ (cheap signs: a stage came nearer than the ends, σ changed much
/// or has been falling towards 0, the direction turned round), σ is minimised along the polynomial
/// that interpolates the step.
template <typename Real>
class SingularityWatch {
 public:
  /// @param may_turn  the field's sign is chosen by continuity: where it turns round, a singular
  /// point was passed. A field that is meant as it is may swing round as it likes: accelerations do
  /// where forces change quickly.
  SingularityWatch(std::size_t dimension, Real share, bool may_turn);

  void start(const DirectionQuality<Real>& quality);
  /// θ of a singular point within the step, if there is one. @pre step.has_to_field
  [[nodiscard]] std::optional<Real> find(Geometry<Real>& geometry,
                                         DenseOutput<Real>& dense,
                                         const Step<Real>& step);
  void advance(const Step<Real>& step);

  /// Whether the last accepted point is so near that this explains steps that get ever smaller.
  [[nodiscard]] bool is_near() const;
  /// A singular point shortly ahead along the tangent of a step that could not be made.
  /// `direction`: the sign of the step.
  [[nodiscard]] std::optional<SingularPoint<Real>> predict(Geometry<Real>& geometry,
                                                           const Step<Real>& step,
                                                           Real direction);
  [[nodiscard]] const DirectionQuality<Real>& quality() const noexcept { return from_; }

  /// The state for a checkpoint.
  struct State {
    DirectionQuality<Real> from;
    Real largest = 0;
    Real rate = 0;
  };
  [[nodiscard]] State state() const noexcept { return {from_, largest_, rate_}; }
  void restore(const State& state);

 private:
  [[nodiscard]] bool is_suspicious(const Step<Real>& step, Real least) const;
  [[nodiscard]] bool turns_round(std::span<const Real> a, std::span<const Real> b) const;
  [[nodiscard]] bool is_other_side(std::span<const Real> before,
                                   int side_before,
                                   std::span<const Real> after,
                                   int side_after) const;
  [[nodiscard]] bool is_same(std::span<const Real> a, std::span<const Real> b) const;
  /// σ at θ of the interpolating polynomial; 0 where there is no direction.
  [[nodiscard]] Real measure(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real theta);
  /// The least σ of the step; 0 if it cannot be distinguished from 0.
  [[nodiscard]] Real minimise(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real& theta);
  void refine(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real& theta, Real& least);
  [[nodiscard]] Real relative_distance(DenseOutput<Real>& dense, Real theta);
  /// Halves the step where the direction turns round; the end of the last interval.
  [[nodiscard]] std::optional<Real> find_turn(Geometry<Real>& geometry,
                                              DenseOutput<Real>& dense,
                                              const Step<Real>& step);

  Real share_;
  bool may_turn_;
  DirectionQuality<Real> from_;
  Real largest_ = 0;  ///< σ met so far
  Real rate_ = 0;     ///< by which σ fell in the last step, per unit of the parameter
  std::vector<Real> point_, direction_;
};

}  // namespace leafwise::integrator
