// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/step_polynomial.hpp"
#include "leafwise/integrator/tolerance.hpp"

namespace leafwise::integrator {

/// Why a step could not be made. The caller tries a smaller one.
enum class StepStatus {
  good,
  no_field,
  no_projection,
  rank_lost,
  not_finite,
  no_stages,  ///< Newton's iteration for implicit stages does not converge
};

/// Which points of a step lie on M.
enum class Projection {
  stage,  ///< all, as in [TA01, (4.1)–(4.10)]: the field is never evaluated off M
  step,   ///< the end only: cheaper, but the field must be defined near M
};

/// Where the estimate of the local error comes from.
enum class ErrorSource {
  automatic,  ///< embedded weights or the series itself where there are any, else doubling
  doubling,   ///< two steps of h/2 against one of h [003, §6.2.1]
  none,       ///< for fixed steps
};

/// How the two results are compared.
enum class ErrorForm {
  tangential,  ///< their difference before projection, projected onto the tangent space at the end
  projected,   ///< both are projected onto M: as the papers do, for one more projection a step
};

struct StepperOptions {
  Projection projection = Projection::stage;
  ErrorSource error_source = ErrorSource::automatic;
  ErrorForm error_form = ErrorForm::tangential;
  bool polishes_ends = false;  ///< needed when projections stop short of round-off
  /// What iterations for implicit stages may leave of the error, as a share of the tolerance in
  /// each coordinate. 0: they go on to round-off.
  double iteration_share = 0;
};

struct StepperTraits {
  int order = 0;
  int error_order = 0;      ///< the error estimate is O(h^(error_order + 1)); 0: there is none
  bool is_doubled = false;  ///< a step is two halves; the point between them counts as well
  bool has_second_error = false;  ///< Dormand–Prince 8(5,3): two estimates to be combined
};

/// Input and output of one step. Allocated once; a run allocates nothing more.
template <typename Real>
struct Step {
  explicit Step(std::size_t dimension);

  Real size = 0;                 ///< h, in the parameter of the geometry; negative: backwards
  bool from_is_new = true;       ///< `from` has changed since the last attempt
  std::vector<Real> from;        ///< p, a point of M
  std::vector<Real> from_field;  ///< V at p
  std::vector<Real> middle;      ///< of doubled steps: the end of the first half
  std::vector<Real> to;          ///< q, the end
  std::vector<Real> to_field;    ///< V at q, if has_to_field
  bool has_to_field = false;
  DirectionQuality<Real> to_quality;  ///< of to_field
  std::vector<Real> error;            ///< q minus a result of lower order
  std::vector<Real> second_error;     ///< the same for the lowest order, if the method has two
  std::vector<Real> moved;            ///< by the projection at the end; of two halves, the larger
  Real least_quality = 1;             ///< least second singular value met at stages, scaled
  int evaluations = 0;                ///< of the field, that least_quality is of

  /// Records the quality of a direction that was evaluated for this step.
  void note(const DirectionQuality<Real>& quality) noexcept;

  /// `to` was projected from there: sets `moved`.
  void note_projection(std::span<const Real> target) noexcept;
  /// Whether the end was projected by more than half the length of the step: then the projection
  /// has not corrected the step, but found another part of M.
  [[nodiscard]] bool is_projected_far() const noexcept;
  /// The same for a point that was projected from `target`, and another share of the way.
  [[nodiscard]] bool is_near(std::span<const Real> point,
                             std::span<const Real> target,
                             Real share) const noexcept;

  /// V at the end, unless the method has computed it already.
  StepStatus complete(Geometry<Real>& geometry);
  /// Makes `to` the start of the next step. @pre has_to_field
  void advance();

 private:
  [[nodiscard]] bool is_short(Real square, std::span<const Real> point, Real share) const noexcept;
};

/// A one-step method.
template <typename Real>
class Stepper {
 public:
  virtual ~Stepper() = default;

  [[nodiscard]] virtual const StepperTraits& traits() const noexcept = 0;

  /// Makes the step of size step.size from step.from. @pre step.from ∈ M, step.from_field = V there
  virtual StepStatus attempt(Geometry<Real>& geometry, Step<Real>& step) = 0;

  /// The size that the method itself proposes at step.from, without a sign; 0: none.
  virtual Real advised_size(Geometry<Real>& geometry, Step<Real>& step);

  /// A polynomial through the step just made, as accurate as the step: θ = 0 is step.from, θ = 1 is
  /// step.to. Its points are near M, not on it. @pre step.has_to_field
  virtual StepStatus interpolate(Geometry<Real>& geometry,
                                 const Step<Real>& step,
                                 StepPolynomial<Real>& polynomial) = 0;

  /// Whether V at points of a step of that size has errors that are larger, times the size, than
  /// those of the points.
  [[nodiscard]] virtual bool is_stiff(Real /*size*/) const { return false; }
  /// V at the end of one of the last steps that were made: in stiff ones as the method has it, from
  /// points alone. Nothing changes where it has no better one.
  virtual StepStatus steady_slope(Geometry<Real>& /*geometry*/,
                                  std::span<const Real> /*point*/,
                                  std::span<Real> /*slope*/) {
    return StepStatus::good;
  }

  /// As Geometry::memory and Geometry::restore: what steps from that point, the end of an accepted
  /// one, depend on beside the step.
  [[nodiscard]] virtual std::vector<std::int64_t> memory(std::span<const Real> /*point*/) const {
    return {};
  }
  /// @throws InvalidInput if that is not the memory of such a method
  virtual void restore(std::span<const std::int64_t> memory);

 protected:
  Stepper() = default;
  Stepper(const Stepper&) = default;
  Stepper& operator=(const Stepper&) = default;
};

/// The method of that name (method_list.hpp) for this problem.
/// @throws InvalidInput if there is none or the problem does not meet its requirements
template <typename Real>
[[nodiscard]] std::unique_ptr<Stepper<Real>> make_stepper(std::string_view method,
                                                          const ManifoldProblem<Real>& problem,
                                                          Parameter parameter,
                                                          const StepperOptions& options,
                                                          const Tolerance<Real>& tolerance);

/// Converts the status of a field evaluation or a projection to that of a step.
[[nodiscard]] StepStatus to_step_status(FieldStatus status) noexcept;
[[nodiscard]] StepStatus to_step_status(ProjectionStatus status) noexcept;

}  // namespace leafwise::integrator
