// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "steppers/radau5/stage_system.hpp"
#include "steppers/radau5/stage_transform.hpp"

namespace leafwise::integrator::detail {

/// As [Sch] and RADAU5 count: F once for each stage of each iteration, for the error estimate and
/// for each new point; J once each time it is taken.
struct RadauCounters {
  std::uint64_t functions = 0;
  std::uint64_t jacobians = 0;
  std::uint64_t factorizations = 0;  ///< of both blocks together
  std::uint64_t newton = 0;          ///< iterations
  std::uint64_t steps = 0;           ///< accepted
  std::uint64_t rejected = 0;        ///< for their error
  std::uint64_t failed = 0;          ///< iteration, matrices or functions failed
};

/// The simplified Newton iteration for the three stages of Radau IIA, in the coordinates of
/// StageTransform [HW96, IV.8]. Works for every StageSystem.
template <typename Real>
class StageNewton {
 public:
  enum class Result {
    converged,
    too_slow,   ///< a smaller step, by `step_factor`, may do
    diverging,  ///< or values were not finite
  };

  /// RADAU5's limit; more iterations are for steps of a fixed size.
  static constexpr int usual_iterations = 7;

  StageNewton(StageSystem<Real>& system, Real relative_tolerance, int most_iterations);
  /// For looking at the iteration itself: until corrections are below `tolerance`, however they
  /// have shrunk before.
  struct Watching {
    int most_iterations;
    Real tolerance;
    bool stops_growing;  ///< end where corrections do not shrink
    /// The size of a correction of z, for all three stages one after the other.
    std::function<Real(std::span<const Real>)> measure;
  };
  StageNewton(StageSystem<Real>& system, Watching watching);

  /// From the increments in `z`, which are taken as they are, to the stages.
  /// @pre system is factorised for step h @param weights of the norm, 1/(size of an error)
  [[nodiscard]] Result solve(
      Real t, Real h, std::span<const Real> y, std::span<const Real> weights, RadauCounters& count);

  /// z_i = Y_i − y, i = 0, 1, 2.
  [[nodiscard]] std::span<Real> z(std::size_t i) { return {z_.data() + i * size_, size_}; }
  [[nodiscard]] std::span<const Real> z(std::size_t i) const {
    return {z_.data() + i * size_, size_};
  }
  [[nodiscard]] Real step_factor() const noexcept { return step_factor_; }
  /// Contraction met by the last call; small enough: J serves once more.
  [[nodiscard]] Real contraction() const noexcept { return contraction_; }
  void set_contraction(Real contraction) noexcept { contraction_ = contraction; }
  /// The size of a correction that is small enough.
  [[nodiscard]] Real tolerance() const noexcept { return tolerance_; }
  [[nodiscard]] int iterations() const noexcept { return iterations_; }
  /// θ/(1 − θ), remembered from step to step.
  [[nodiscard]] Real factor() const noexcept { return factor_; }
  void set_factor(Real factor) noexcept { factor_ = factor; }

 private:
  [[nodiscard]] bool evaluate_stages(Real t, Real h, std::span<const Real> y, RadauCounters& count);
  void to_blocks(Real h);
  void change(const std::array<std::array<Real, 3>, 3>& by);
  [[nodiscard]] Real correct(std::span<const Real> weights);
  void from_transformed();
  [[nodiscard]] bool is_hopeless(Real size);

  StageSystem<Real>& system_;
  const StageTransform<Real>& transform_;
  std::size_t size_ = 0;
  Real tolerance_;
  int most_iterations_ = 0;
  bool stops_growing_ = true;
  std::function<Real(std::span<const Real>)> measure_;  ///< where the iteration is watched
  std::vector<Real> z_;
  std::vector<Real> w_;  ///< T⁻¹ z
  std::vector<Real> r_;
  std::vector<Real> point_;
  Real factor_ = 1;
  Real contraction_ = 1;
  Real last_ratio_ = 1;
  Real last_size_ = 0;
  Real step_factor_ = 1;
  int iterations_ = 0;
};

}  // namespace leafwise::integrator::detail
