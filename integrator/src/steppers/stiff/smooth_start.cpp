// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"
#include "steppers/stiff/smooth_expansion.hpp"
#include "steppers/stiff/stiff_start.hpp"

namespace leafwise::integrator {
namespace {

template <typename Real>
bool knows_series(const StiffProblem<Real>& problem, std::size_t degree) {
  const std::size_t inner = degree < 2 ? 0 : degree - 2;
  return problem.gradient->highest_taylor_degree() >= degree &&
         problem.force->highest_taylor_degree() >= inner &&
         (!problem.mass || problem.mass->highest_taylor_degree() >= inner);
}

}  // namespace

template <typename Real>
Outcome<StiffStart<Real>> smooth_start(const StiffProblem<Real>& problem,
                                       std::span<const Real> start,
                                       std::size_t order) {
  if (order > highest_smooth_order) {
    throw InvalidInput(Mistake{"starting values of order " + std::to_string(order),
                               "an order up to " + std::to_string(highest_smooth_order),
                               {},
                               {}});
  }
  detail::StiffFrame<Real> frame(problem);
  auto found = detail::find_tangent_point(problem, frame, start);
  if (const auto* undefined = std::get_if<Undefined>(&found)) return *undefined;
  if (const auto* unable = std::get_if<Unable>(&found)) return *unable;
  auto& tangent = std::get<detail::TangentPoint<Real>>(found);
  if (order == 0) return detail::make_start(problem, frame, tangent, start[0]);
  using Expansion = detail::SmoothExpansion<Real>;
  const std::size_t degree = Expansion::degree_needed(order);
  if (!knows_series(problem, degree)) {
    return Unable{"starting values of order " + std::to_string(order) +
                  " need Taylor coefficients of degree " + std::to_string(degree) +
                  ", which the functions do not know"};
  }
  Expansion expansion(problem, frame, tangent, start[0], order);
  if (!expansion.expand()) {
    return Unable{"the functions have no Taylor coefficients at the start"};
  }
  const Real delta = problem.epsilon * problem.epsilon;
  Real power = 1;
  for (std::size_t k = 1; k <= order; ++k) {
    power *= delta;
    tangent.position += power * expansion.coefficient(k, 0);
    tangent.velocity += power * expansion.coefficient(k, 1);
  }
  if (!tangent.position.allFinite() || !tangent.velocity.allFinite()) {
    return Unable{"the functions have no Taylor coefficients at the start"};
  }
  return detail::make_start(problem, frame, tangent, start[0]);
}

template Outcome<StiffStart<double>> smooth_start(const StiffProblem<double>&,
                                                  std::span<const double>,
                                                  std::size_t);
template Outcome<StiffStart<long double>> smooth_start(const StiffProblem<long double>&,
                                                       std::span<const long double>,
                                                       std::size_t);

}  // namespace leafwise::integrator
