// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/stiff_mechanics.hpp"

#include "run/stiff_run.hpp"

namespace leafwise::integrator {

template <typename Real>
StiffReport<Real> integrate_stiff(const StiffProblem<Real>& problem,
                                  const StiffSettings<Real>& settings,
                                  std::span<const Real> start) {
  detail::StiffRun<Real> run(problem, settings);
  run.start(start);
  return run.finish();
}

template <typename Real>
StiffReport<Real> resume_stiff(const StiffProblem<Real>& problem,
                               const StiffSettings<Real>& settings,
                               const RadauCheckpoint<Real>& checkpoint) {
  detail::StiffRun<Real> run(problem, settings);
  run.continue_from(checkpoint);
  return run.finish();
}

template StiffReport<double> integrate_stiff(const StiffProblem<double>&,
                                             const StiffSettings<double>&,
                                             std::span<const double>);
template StiffReport<long double> integrate_stiff(const StiffProblem<long double>&,
                                                  const StiffSettings<long double>&,
                                                  std::span<const long double>);
template StiffReport<double> resume_stiff(const StiffProblem<double>&,
                                          const StiffSettings<double>&,
                                          const RadauCheckpoint<double>&);
template StiffReport<long double> resume_stiff(const StiffProblem<long double>&,
                                               const StiffSettings<long double>&,
                                               const RadauCheckpoint<long double>&);

}  // namespace leafwise::integrator
