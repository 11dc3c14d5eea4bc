// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/linear_block_distribution.hpp"
#include "linear/kernel_solver.hpp"
#include "linear/known_units.hpp"
#include "linear/minimum_norm.hpp"
#include "linear/row_sizes.hpp"
#include "linear/unit_scales.hpp"
#include "maps/linear_block_code.hpp"

namespace leafwise::integrator {

namespace detail {

/// Above this, pivots are chosen for a program; below, every point is looked at by itself.
inline constexpr double well_conditioned = 1e-4;

}  // namespace detail

/// How (ξ, w) is solved for, in one point and in series: the inside of LinearBlockDistribution.
template <typename Real>
struct LinearBlockDistribution<Real>::State {
  State(std::unique_ptr<SmoothMap<Real>> map, LinearBlockLayout l);

  /// By the program, if there is one and it is accurate here.
  DirectionQuality<Real> run_code(std::span<const Real> z, std::span<Real> v) {
    if (!code || !code->exists()) return {};
    return code->run(z, v);
  }

  /// (ξ, w) into `kernel`, and a program for where this is good.
  DirectionQuality<Real> solve_at(std::span<const Real> z);

  /// (ξ, w) into `kernel`, from C(z) in `entries`.
  DirectionQuality<Real> solve(std::span<const Real> z);

  /// For C in `entries`: those of the point where the step began, if that is known. Where it has
  /// zeros it says nothing, and what is here instead counts if it is large.
  void find_units(std::span<const Real> z);

  /// What cancels at z to far less than it is beside it is round-off of 0. It must not decide about
  /// units: of an unknown in one row only nothing else in that row may say how large it is. What is
  /// beside is looked at in parts of each coordinate, which are the same in all units. A row or a
  /// column keeps its last entry.
  void forget_round_off(std::span<const Real> z);

  /// With C beside the point in `scaled`.
  [[nodiscard]] bool is_round_off(std::size_t i) const;

  DirectionQuality<Real> solve_scaled();

  /// The same of more rows than unknowns, or fewer.
  DirectionQuality<Real> solve_redundant(std::span<const Real> z);

  DirectionQuality<Real> solve_sized(std::span<const Real> z);

  /// At a singularity of constraints the kernel is one of multipliers alone, and nothing moves: the
  /// share of what moves is a measure of how near that is.
  [[nodiscard]] DirectionQuality<Real> without_multipliers(DirectionQuality<Real> quality) const;

  /// The velocity of coordinate j from (ξ, w) and the coordinates' own values.
  [[nodiscard]] Real velocity(std::size_t j, const Real* z, const Real* speeds) const {
    const Velocity& velocity = layout.velocities[j];
    switch (velocity.is) {
      case Velocity::Is::one: return speeds[0];
      case Velocity::Is::coordinate: return speeds[0] * z[velocity.index];
      case Velocity::Is::unknown: return speeds[1 + velocity.index];
    }
    return 0;
  }

  void choose_series_rows(std::span<const Real> z, std::span<const Real> block);
  bool taylor_start(std::span<const Real> curve);
  bool taylor_solve(std::span<const Real> curve, std::size_t d);

  std::unique_ptr<SmoothMap<Real>> rows;
  LinearBlockLayout layout;
  std::size_t m;
  std::size_t n;
  std::size_t r;
  std::vector<char> matters;  // of (ξ, w): what the direction consists of
  std::vector<Real> entries;  // C, r × (1 + n)
  std::vector<Real> scaled;   // the same in other units
  std::vector<Real> kernel;   // (ξ, w)
  std::vector<Real> velocities;
  detail::KnownUnits<Real> known_units;
  std::vector<Real> sized;  // C in these
  detail::UnitScales<Real> units;
  std::vector<Real> settled;    // where units are to be found when they are needed next…
  bool is_settled = false;      // … if there is such a point
  std::vector<Real> reference;  // C where they were found
  std::vector<Real> point;      // beside that
  bool has_had_more = false;    // and not there alone
  std::optional<detail::KernelSolver<Real>> solver;     // in units
  std::optional<detail::KernelSolver<Real>> redundant;  // as they are, more than unknowns
  detail::RowSizes<Real> row_sizes;
  std::optional<detail::LinearBlockCode<Real>> code;  // where rows are known as a program

  // Taylor: the coefficients of C and of w, degree by degree.
  std::vector<std::size_t> series_rows;
  detail::MinimumNormSolver<Real> factors;
  detail::UnitScales<Real> series_units;
  bool has_series_units = false;  // where it would be ill-conditioned otherwise
  std::vector<Real> matrix;       // A₀ in these units, r × n
  std::vector<Real> right;
  std::vector<Real> solution;
  std::vector<Real> block_series;    // degree × r (1 + n)
  std::vector<Real> unknown_series;  // degree × n
};

}  // namespace leafwise::integrator
