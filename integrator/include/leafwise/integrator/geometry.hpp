// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::integrator {

/// How often what was computed.
struct Counters {
  std::uint64_t fields = 0;          ///< directions of the distribution
  std::uint64_t values = 0;          ///< f alone
  std::uint64_t jacobians = 0;       ///< f with df
  std::uint64_t factorizations = 0;  ///< of df dfᵀ or of the matrix of the distribution
  std::uint64_t newton = 0;          ///< iterations of projections
  std::uint64_t projections = 0;
};

/// By what the curve is parametrised.
enum class Parameter {
  independent,  ///< the independent variable: V with ξ = 1 (an explicit field as it is)
  arclength,    ///< of the ambient space: |V| = 1; passes folds
};

enum class Guess {
  tangent,  ///< [TA01, (5.2)]: q = p + h w, μ = 0
  curved,   ///< [TA01, (5.3)]: with the normal curvature of M
};

struct ProjectionSettings {
  double tolerance = 0;  ///< of the last change, relative to the coordinates' scale; 0: round-off
  int most_iterations = 30;
  int refresh_every = 3;  ///< df is computed anew after so many iterations
  Guess guess = Guess::curved;
};

enum class FieldStatus { good, undefined, not_finite };
enum class ProjectionStatus { good, no_convergence, rank_lost, not_finite };

/// The two things that projected methods do with a problem: evaluate the field, and project.
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

  [[nodiscard]] std::size_t dimension() const noexcept;  ///< m
  [[nodiscard]] const ManifoldProblem<Real>& problem() const noexcept;
  [[nodiscard]] Parameter parameter() const noexcept;
  [[nodiscard]] Counters& counters() noexcept;

  /// Which way along an unoriented D. With an independent variable, +1 is where it grows; at points
  /// where ξ = 0, and without one, the sign is that of the product with `reference`.
  /// Called once at the start, and after each accepted step with the direction there: then the sign
  /// of D along a step continues it. Single stages never turn round (`reference` stays).
  void orient(std::span<const Real> reference, int sign);

  /// V at z, in the parameter chosen, oriented.
  FieldStatus field(std::span<const Real> z, std::span<Real> v);
  /// Of the last field.
  [[nodiscard]] const DirectionQuality<Real>& quality() const noexcept;

  /// q with q + dfᵀ_q μ = target, f(q) = 0 [TA01, (3.1)], by chord Newton. `base` is the point of M
  /// that the step starts from: with target = base + w its curvature gives the first guess.
  ProjectionStatus project(std::span<const Real> base,
                           std::span<const Real> target,
                           std::span<Real> q);
  /// The same without a base: the guess is the target itself.
  ProjectionStatus project(std::span<const Real> target, std::span<Real> q);

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
