// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "linear/normal_space.hpp"
#include "steppers/implicit/block_solver.hpp"
#include "steppers/implicit/field_model.hpp"

namespace leafwise::integrator {

/// The equations of the stages of one step, and how stages are projected to M.
template <typename Real>
struct StageCoupling {
  enum class Form {
    stage_normals,  ///< [TA01, (4.14)]; with one stage and a = 1, the right of [003, (5.3)]
    start_normals,  ///< the left of (5.3): along the normals at the start
    midpoint,       ///< one stage: [003, (5.4)]
    unprojected,    ///< stages are not brought to M
  };

  StageCoupling(const ImplicitPart& part, const Tableau& tableau, Form chosen);

  Form form;
  Eigenblocks split;
  std::vector<Real> matrix;  ///< a_ij of the stages that are solved for, s × s
  std::vector<Real> start;   ///< a_i1 of an explicit first stage, else 0
  std::vector<Real> nodes;   ///< c_i

  [[nodiscard]] std::size_t stages() const noexcept { return nodes.size(); }
};

/// When an iteration has done enough: changes are compared in units 1/weight_j.
template <typename Real>
struct IterationGoal {
  std::vector<Real> weights;
  Real enough = 0;     ///< how large the error may be that is left
  Real round_off = 0;  ///< the size of an ulp
  int most_iterations = 0;
};

/// Where a step begins.
template <typename Real>
struct StageStart {
  std::span<const Real> point;  ///< p ∈ M
  std::span<const Real> field;  ///< V at p
  Real size = 0;                ///< h
};

/// Solves for coupled stages on M and their multipliers, by simplified Newton iteration.
///
///     q_i + df(q_i)ᵀ μ_i = y_i,   f(q_i) = 0,   y_i = p + h (a_i0 V(p) + Σ_j a_ij V(q_j))
///
/// (midpoint: y = (p + q)/2, where q is the projection of p + h V(r)). Residuals are exact: V, f
/// and df are evaluated at each iterate. Frozen are: in the tangent directions, the derivative of V
/// as a FieldModel knows it, with the tensor structure of BlockSolver; in the normal directions of
/// each stage, the factorised df of every third iterate; d²f μ is left out. So the error is
/// multiplied by O(h²) or so in each iteration where the model is that of the start.
template <typename Real>
class StageSolver {
 public:
  StageSolver(const ManifoldProblem<Real>& problem, StageCoupling<Real> coupling);

  /// Where the iteration begins: to be set for each stage before `solve`.
  [[nodiscard]] std::span<Real> stage(std::size_t i) { return row(points_, i); }

  /// Good: stage(i) and multiplied normals are the solution. no_stages: the iteration does not
  /// converge. @pre stage(i) is set; is_new: `model` is not that of the last call
  StepStatus solve(Geometry<Real>& geometry,
                   const StageStart<Real>& start,
                   const FieldModel<Real>& model,
                   bool is_new,
                   const IterationGoal<Real>& goal);

  /// Of the last `solve`: by what factor changes shrank from one iteration to the next; negative if
  /// there was only one.
  [[nodiscard]] Real contraction() const noexcept { return contraction_; }
  /// y_i − p at the solution: h times the sum of fields, without multiplying errors of the stages
  /// by h dV.
  void increment(std::size_t i, const StageStart<Real>& start, std::span<Real> out) const;
  /// V at stage i as the model corrects the last value that was computed.
  [[nodiscard]] std::span<const Real> slope(std::size_t i) const { return row(slopes_, i); }
  /// Of the last field at stage i.
  [[nodiscard]] const DirectionQuality<Real>& quality(std::size_t i) const { return qualities_[i]; }
  [[nodiscard]] const StageCoupling<Real>& coupling() const noexcept { return coupling_; }

  // Which of redundant rows are used: for Stepper::memory.
  [[nodiscard]] std::size_t memory_size() const;
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  using Form = typename StageCoupling<Real>::Form;
  enum class Verdict { goes_on, converged, failed };

  [[nodiscard]] std::span<Real> row(std::vector<Real>& all, std::size_t i) const {
    return std::span<Real>(all).subspan(i * m_, m_);
  }
  [[nodiscard]] std::span<const Real> row(const std::vector<Real>& all, std::size_t i) const {
    return std::span<const Real>(all).subspan(i * m_, m_);
  }
  [[nodiscard]] std::span<Real> multiplier(std::size_t i) {
    return std::span<Real>(multipliers_).subspan(i * c_, c_);
  }
  StepStatus fix_start_normals(Geometry<Real>& geometry, const StageStart<Real>& start);
  /// V, f and df at the iterates; with `anew`, their normal spaces.
  StepStatus evaluate(Geometry<Real>& geometry, bool anew);
  StepStatus normals_at_stage(Geometry<Real>& geometry, std::size_t i, bool anew);
  /// Writes the residuals of the equations of stage i to `residuals_`.
  StepStatus find_residuals(Geometry<Real>& geometry, const StageStart<Real>& start);
  void add_normal(std::size_t i, Real factor, std::span<Real> out) const;
  void remove_normal(std::size_t i, std::span<Real> w);
  /// One correction of all unknowns; its size.
  Real correct(const FieldModel<Real>& model, Real h, const IterationGoal<Real>& goal);
  void correct_multiplier(std::size_t i, Real h);
  [[nodiscard]] Verdict judge(Real size,
                              Real before,
                              int iteration,
                              const IterationGoal<Real>& goal);
  [[nodiscard]] Real worst_sine() const;

  StageCoupling<Real> coupling_;
  std::size_t m_;
  std::size_t c_;
  std::size_t k_;
  std::size_t d_;
  std::unique_ptr<SmoothMap<Real>> equations_;
  BlockSolver<Real> blocks_;
  std::vector<detail::NormalSpace<Real>> normals_;  // frozen, of each stage
  Real contraction_ = 0;

  std::vector<Real> points_;       // s × m: q_i
  std::vector<Real> slopes_;       // s × m: V(q_i)
  std::vector<Real> residuals_;    // s × m
  std::vector<Real> changes_;      // s × m: of the slopes, as the model tells
  std::vector<Real> multipliers_;  // s × c: μ_i
  std::vector<Real> values_;       // s × k: f(q_i)
  std::vector<Real> jacobians_;    // s × k × m: df(q_i)
  std::vector<Real> reduced_;      // s × d
  std::vector<DirectionQuality<Real>> qualities_;
  std::vector<Real> work_;   // m
  std::vector<Real> small_;  // c
};

}  // namespace leafwise::integrator
