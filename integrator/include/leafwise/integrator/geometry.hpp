// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/projection.hpp"

namespace leafwise::integrator {

/// The parameter of the curve.
enum class Parameter {
  independent,  ///< the independent variable: V with ξ = 1 (an explicit field as it is)
  arclength,    ///< of the ambient space: |V| = 1; passes folds
};

enum class FieldStatus { good, undefined, not_finite };

/// The two operations of projected methods: evaluating the field, and projecting.
/// Keeps scratch space and counters: one object per thread.
template <typename Real>
class Geometry {
 public:
  Geometry(const ManifoldProblem<Real>& problem,
           Parameter parameter,
           const ProjectionSettings& settings);
  ~Geometry();
  Geometry(Geometry&&) noexcept;
  Geometry& operator=(Geometry&&) noexcept;
  Geometry(const Geometry&) = delete;
  Geometry& operator=(const Geometry&) = delete;

  [[nodiscard]] std::size_t dimension() const noexcept;  ///< m
  [[nodiscard]] const ManifoldProblem<Real>& problem() const noexcept;
  [[nodiscard]] Parameter parameter() const noexcept;
  [[nodiscard]] Counters& counters() noexcept;

  /// Fixes the sign of V; called once, at the start z. An explicit field keeps its own sign, times
  /// `sign`. Otherwise, with an independent variable, +1 is where it grows at z; where ξ = 0, and
  /// without one, V·reference gets the sign (an empty reference: as the distribution gives it).
  /// From then on V is continued along the curve, also through folds.
  FieldStatus orient(std::span<const Real> z, std::span<const Real> reference, int sign);

  /// Where the next step begins, and the direction there: called after each accepted step. The
  /// direction matters only to distributions whose sign is arbitrary: V at a stage is turned to
  /// have a positive product with it. No stage is ever compared with another one.
  void follow(std::span<const Real> z, std::span<const Real> direction);

  /// State of earlier calls on which later ones depend, apart from caches: signs, and which
  /// rows of redundant equations are used. Another object for the same problem that `restore`s it
  /// continues in the same way, bit for bit, without `orient`, but with `follow`.
  [[nodiscard]] std::vector<std::int64_t> memory() const;
  /// @throws InvalidInput if this is not the memory of such an object
  void restore(std::span<const std::int64_t> memory);

  /// V at z, in the parameter chosen, oriented.
  FieldStatus field(std::span<const Real> z, std::span<Real> v);
  /// Of the last field.
  [[nodiscard]] const DirectionQuality<Real>& quality() const noexcept;

  /// dV at z along each of some directions, one after the other, into as many entries of `out`; off
  /// M, too, as what gives V there gives it. False: V is known by its values only.
  /// @pre v = V at z
  bool derivatives(std::span<const Real> z,
                   std::span<const Real> v,
                   std::span<const Real> directions,
                   std::span<Real> out);

  /// q with q + dfᵀ_q μ = target, f(q) = 0 [TA01, (3.1)], by chord Newton. `base` is the point of M
  /// that the step starts from: with target = base + w its curvature gives the first guess.
  ProjectionStatus project(std::span<const Real> base,
                           std::span<const Real> target,
                           std::span<Real> q);
  /// The same without a base: the guess is the target itself.
  ProjectionStatus project(std::span<const Real> target, std::span<Real> q);

  /// The last correction of an accepted point: least changes until f(q) is at round-off.
  ProjectionStatus polish(std::span<Real> q);

  /// The component of w that is tangent to M at z.
  ProjectionStatus to_tangent(std::span<const Real> z, std::span<const Real> w, std::span<Real> t);

  /// max over i of |fᵢ(z)| / max(‖∇fᵢ‖, 1): the `_residual` of the tables.
  [[nodiscard]] Real residual(std::span<const Real> z);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class Geometry<double>;
extern template class Geometry<long double>;

}  // namespace leafwise::integrator
