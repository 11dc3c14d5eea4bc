// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/integrate.hpp"

#include <vector>

#include "run/own_run.hpp"
#include "run/run.hpp"

namespace leafwise::integrator {
namespace {

/// That is to be followed in units of its own; else null.
template <typename Real>
const ManifoldProblem<Real>* sized(const System<Real>& system) {
  const auto* problem = std::get_if<ManifoldProblem<Real>>(&system);
  return problem != nullptr && !problem->sizes.empty() ? problem : nullptr;
}

}  // namespace

template <typename Real>
Report<Real> integrate(const std::type_identity_t<System<Real>>& system,
                       const Settings<Real>& settings,
                       std::span<const Real> start) {
  if (const ManifoldProblem<Real>* problem = sized<Real>(system)) {
    const detail::OwnRun<Real> own(*problem, settings);
    return own.in_users(
        integrate<Real>(own.problem(), own.settings(), std::span<const Real>(own.start(start))));
  }
  detail::Run<Real> run(system, settings);
  run.start(start);
  return run.finish();
}

template <typename Real>
Report<Real> resume(const std::type_identity_t<System<Real>>& system,
                    const Settings<Real>& settings,
                    const Checkpoint<Real>& checkpoint) {
  if (const ManifoldProblem<Real>* problem = sized<Real>(system)) {
    const detail::OwnRun<Real> own(*problem, settings);
    return own.in_users(resume<Real>(own.problem(), own.settings(), checkpoint));
  }
  detail::Run<Real> run(system, settings);
  run.continue_from(checkpoint);
  return run.finish();
}

template Report<double> integrate(const System<double>&,
                                  const Settings<double>&,
                                  std::span<const double>);
template Report<long double> integrate(const System<long double>&,
                                       const Settings<long double>&,
                                       std::span<const long double>);
template Report<double> resume(const System<double>&,
                               const Settings<double>&,
                               const Checkpoint<double>&);
template Report<long double> resume(const System<long double>&,
                                    const Settings<long double>&,
                                    const Checkpoint<long double>&);

}  // namespace leafwise::integrator
