// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/integrate.hpp"

#include "run/run.hpp"

namespace leafwise::integrator {

template <typename Real>
Report<Real> integrate(const ManifoldProblem<Real>& problem,
                       const Settings<Real>& settings,
                       std::span<const Real> start) {
  Run<Real> run(problem, settings);
  run.start(start);
  return run.finish();
}

template <typename Real>
Report<Real> resume(const ManifoldProblem<Real>& problem,
                    const Settings<Real>& settings,
                    const Checkpoint<Real>& checkpoint) {
  Run<Real> run(problem, settings);
  run.continue_from(checkpoint);
  return run.finish();
}

template Report<double> integrate(const ManifoldProblem<double>&,
                                  const Settings<double>&,
                                  std::span<const double>);
template Report<long double> integrate(const ManifoldProblem<long double>&,
                                       const Settings<long double>&,
                                       std::span<const long double>);
template Report<double> resume(const ManifoldProblem<double>&,
                               const Settings<double>&,
                               const Checkpoint<double>&);
template Report<long double> resume(const ManifoldProblem<long double>&,
                                    const Settings<long double>&,
                                    const Checkpoint<long double>&);

}  // namespace leafwise::integrator
