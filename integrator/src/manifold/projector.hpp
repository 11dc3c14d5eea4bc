// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/projection.hpp"
#include "linear/normal_space.hpp"

namespace leafwise::integrator::detail {

/// Orthogonal projection to M = f⁻¹(0) ⊂ ℝᵐ and to its tangent spaces, with the scratch space for
/// it. What Geometry says of its projections holds for these.
template <typename Real>
class Projector {
 public:
  /// Counts in `counters`, which has to stay where it is.
  Projector(const ManifoldProblem<Real>& problem,
            const ProjectionSettings& settings,
            Counters& counters);

  ProjectionStatus project(std::span<const Real> base,
                           std::span<const Real> target,
                           std::span<Real> q);
  ProjectionStatus project(std::span<const Real> target, std::span<Real> q);
  ProjectionStatus polish(std::span<Real> q);
  ProjectionStatus to_tangent(std::span<const Real> z, std::span<const Real> w, std::span<Real> t);
  [[nodiscard]] Real residual(std::span<const Real> z);

  // Which rows of redundant equations are used, for Geometry::memory and restore.
  [[nodiscard]] std::size_t memory_size() const { return 2 * base_.choice().memory_size(); }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  /// Where an iteration begins.
  enum class Start {
    target,  // q = target, μ = 0
    guess,   // other q and μ
  };

  /// Newton's iteration for target from q and μ; df is factorised at q to begin with.
  ProjectionStatus newton(std::span<const Real> target, std::span<Real> q, Start start);
  /// One correction of q and μ, with df at q in `jacobian_`; the size of the change of q.
  Real correct(std::span<const Real> target, std::span<Real> q, Start start);
  void weigh(std::span<const Real> target);
  /// f and df at q, for the next correction: factorised, if it is to be done anew.
  ProjectionStatus differentiate(std::span<const Real> q, bool anew);
  const Real* chosen_rows();
  /// q and μ from [TA01, (5.3)]; false: df is not of full rank at `from`.
  bool guess_with_curvature(std::span<const Real> from,
                            std::span<const Real> target,
                            std::span<Real> q);
  /// df at z, factorised into `base_`, unless it is there already.
  bool prepare_base(std::span<const Real> z);
  /// df at q into `chord_`, f into f_; factorised.
  ProjectionStatus linearize(std::span<const Real> q);
  ProjectionStatus to_round_off(std::span<Real> q);
  /// How much |f(q)| is above its round-off.
  [[nodiscard]] Real excess(std::span<const Real> q);
  [[nodiscard]] bool is_there_but_for_digits(std::span<const Real> q);
  [[nodiscard]] bool is_noise(std::span<const Real> q);

  ProjectionSettings settings_;
  Counters& counters_;
  std::unique_ptr<SmoothMap<Real>> equations_;
  std::size_t m_;
  std::size_t c_;
  Real tolerance_;

  NormalSpace<Real> chord_;
  bool at_chord_ = false;  // df at the newest q is that of `chord_`, not `jacobian_`
  NormalSpace<Real> base_;
  std::vector<Real> base_point_;  // where `base_` was factorised; not a number: nowhere
  std::vector<Real> base_values_;

  std::vector<Real> newest_;    // what was projected last; not a number: nothing
  Real last_change_ = 0;        // the size of the correction that led there
  std::vector<Real> f_;         // k
  std::vector<Real> jacobian_;  // k × m, while an iteration goes on with an older factorisation
  std::vector<Real> mu_;        // c
  std::vector<Real> residual_;  // c
  std::vector<Real> gap_;       // m: target − q − dfᵀμ
  std::vector<Real> weight_;    // m: 1 / max(1, |target|), the unit of changes
  std::vector<Real> picked_;    // c × m
  std::vector<Real> way_;       // m
};

}  // namespace leafwise::integrator::detail
