// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/index3.hpp"

#include "steppers/radau5/hessenberg_stages.hpp"
#include "steppers/radau5/hidden_constraints.hpp"

namespace leafwise::integrator {

template <typename Real>
Outcome<std::vector<Real>> make_consistent(const HessenbergProblem<Real>& problem,
                                           std::span<const Real> start) {
  detail::HessenbergStages<Real> stages(problem);
  detail::HiddenConstraints<Real> hidden(problem);
  std::vector<Real> point(start.begin(), start.end());
  if (!stages.linearise(point) || !hidden.project(stages, point)) {
    return Unable{"the start could not be projected onto the constraints"};
  }
  if (!hidden.find_multipliers(stages, point)) {
    return Unable{"no multipliers were found that keep the motion on the constraints"};
  }
  return point;
}

template <typename Real>
Index3Defects<Real> defects(const HessenbergProblem<Real>& problem, std::span<const Real> point) {
  detail::HiddenConstraints<Real> hidden(problem);
  const detail::Defects<Real> all = hidden.measure_all(point);
  return {all.position, all.velocity, all.acceleration};
}

template Outcome<std::vector<double>> make_consistent(const HessenbergProblem<double>&,
                                                      std::span<const double>);
template Outcome<std::vector<long double>> make_consistent(const HessenbergProblem<long double>&,
                                                           std::span<const long double>);
template Index3Defects<double> defects(const HessenbergProblem<double>&, std::span<const double>);
template Index3Defects<long double> defects(const HessenbergProblem<long double>&,
                                            std::span<const long double>);

}  // namespace leafwise::integrator
