// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/stiff_begin.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "linear/small_vectors.hpp"
#include "steppers/stiff/column_choice.hpp"
#include "steppers/stiff/stiff_forces.hpp"
#include "steppers/stiff/stiff_start.hpp"

namespace leafwise::integrator::detail {
namespace {

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

/// At the point of 𝒰 near the start, where H has its rank.
template <typename Real>
std::vector<std::size_t> columns_near(const StiffProblem<Real>& problem,
                                      std::span<const Real> start) {
  StiffFrame<Real> frame(problem);
  const auto found = find_tangent_point(problem, frame, start);
  const std::string remedy =
      "a minimum of the potential near the start, on a manifold, or another solver";
  if (const auto* undefined = std::get_if<Undefined>(&found)) refuse(undefined->reason, remedy);
  if (const auto* unable = std::get_if<Unable>(&found)) refuse(unable->reason, remedy);
  const std::size_t n = problem.size();
  std::vector<Real> hessian(n * n);
  std::vector<Real> mass(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    mass[i] = frame.mass()(row, row);
    for (std::size_t j = 0; j < n; ++j) {
      hessian[i * n + j] = frame.hessian()(row, static_cast<Eigen::Index>(j));
    }
  }
  ColumnChoice<Real> choice(n);
  choice.choose(hessian, mass, static_cast<std::size_t>(std::get<TangentPoint<Real>>(found).rank));
  return choice.columns();
}

}  // namespace

template <typename Real>
StiffBeginning<Real> begin_stiff(const StiffProblem<Real>& problem,
                                 StiffSolver kind,
                                 std::span<const Real> start) {
  const std::size_t n = problem.size();
  if (start.size() != 1 + 2 * n) {
    refuse("the start has " + std::to_string(start.size()) + " numbers",
           std::to_string(1 + 2 * n) + ": t, q, q'");
  }
  if (!all_finite(start)) refuse("the start is not finite", "numbers");
  StiffBeginning<Real> result;
  if (needs_columns(kind)) {
    result.columns = columns_near(problem, start);
  } else {
    StiffFrame<Real> frame(problem);
    if (frame.take(start.first(1 + n)) == StiffFrame<Real>::State::mass_not_positive) {
      refuse("the mass matrix is not positive definite at the start", "masses above 0");
    }
  }
  result.point.assign(start.begin(), start.end());
  result.point.resize(1 + 2 * n + result.columns.size());
  StiffForces<Real> forces(problem, result.columns);
  const std::span<Real> multipliers = std::span<Real>(result.point).subspan(1 + 2 * n);
  if (!forces.balance(result.point, multipliers)) std::ranges::fill(multipliers, Real{0});
  return result;
}

template StiffBeginning<double> begin_stiff(const StiffProblem<double>&,
                                            StiffSolver,
                                            std::span<const double>);
template StiffBeginning<long double> begin_stiff(const StiffProblem<long double>&,
                                                 StiffSolver,
                                                 std::span<const long double>);

}  // namespace leafwise::integrator::detail
