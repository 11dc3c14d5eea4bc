// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/stiff_iteration.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "steppers/radau5/stage_transform.hpp"
#include "steppers/stiff/stiff_begin.hpp"
#include "steppers/stiff/stiff_solver.hpp"

namespace leafwise::integrator {
namespace {

/// Of the corrections of q'' that belong to corrections of (q, q', λ): A⁻¹/h times those of q'.
template <typename Real>
std::function<Real(std::span<const Real>)> length_of_accelerations(std::size_t n, Real h) {
  const auto& transform = detail::radau_transform<Real>();
  std::array<std::array<Real, 3>, 3> inverse{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& t = transform.to_stages[i];
    for (std::size_t j = 0; j < 3; ++j) {
      const Real b0 = transform.from_stages[0][j];
      const Real b1 = transform.from_stages[1][j];
      const Real b2 = transform.from_stages[2][j];
      inverse[i][j] = t[0] * transform.gamma * b0 +
                      t[1] * (transform.alpha * b1 - transform.beta * b2) +
                      t[2] * (transform.beta * b1 + transform.alpha * b2);
    }
  }
  return [=](std::span<const Real> z) {
    const std::size_t size = z.size() / 3;
    Real squares = 0;
    for (const auto& row : inverse) {
      for (std::size_t j = n; j < 2 * n; ++j) {
        const Real entry = (row[0] * z[j] + row[1] * z[size + j] + row[2] * z[2 * size + j]) / h;
        squares += entry * entry;
      }
    }
    return std::sqrt(squares);
  };
}

}  // namespace

template <typename Real>
StageIteration iterate_stages(const StiffProblem<Real>& problem,
                              std::span<const Real> start,
                              Real h,
                              StiffSolver solver,
                              const StageLimits<Real>& limits) {
  const auto begun = detail::begin_stiff(problem, solver, start);
  detail::StiffStages<Real> stages(problem, begun.columns);
  const std::size_t n = problem.size();
  const auto& transform = detail::radau_transform<Real>();
  StageIteration result;
  if (!stages.linearise(begun.point) ||
      !stages.factorize({transform.gamma / h, transform.alpha / h, transform.beta / h})) {
    return result;
  }
  const std::vector<Real> weights(stages.size(), Real{1});
  detail::StageNewton<Real> newton(stages,
                                   {limits.most_iterations,
                                    limits.tolerance,
                                    limits.stops_growing,
                                    length_of_accelerations(n, h)});
  std::vector<Real> field(stages.size());
  if (!stages.evaluate(begun.point, field)) return result;
  const std::span<const Real> y = std::span<const Real>(begun.point).subspan(1);
  for (std::size_t i = 0; i < 3; ++i) {
    const Real distance = transform.c[i] * h;
    for (std::size_t j = 0; j < n; ++j) {
      newton.z(i)[j] = distance * (y[n + j] + distance / 2 * field[n + j]);
      newton.z(i)[n + j] = distance * field[n + j];
    }
  }
  detail::StiffStageSolver<Real> iteration(stages, solver, false);
  detail::RadauCounters count;
  using Result = typename detail::StageNewton<Real>::Result;
  result.converged =
      iteration.solve(newton, {begun.point[0], h, y, weights}, count) == Result::converged;
  result.iterations = static_cast<int>(count.newton);
  result.outer = static_cast<int>(iteration.outer());
  return result;
}

template StageIteration iterate_stages(const StiffProblem<double>&,
                                       std::span<const double>,
                                       double,
                                       StiffSolver,
                                       const StageLimits<double>&);
template StageIteration iterate_stages(const StiffProblem<long double>&,
                                       std::span<const long double>,
                                       long double,
                                       StiffSolver,
                                       const StageLimits<long double>&);

}  // namespace leafwise::integrator
