// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/integrate.hpp"

#include "run/run.hpp"

namespace leafwise::integrator {
template <typename Real>
Report<Real> integrate(const std::type_identity_t<System<Real>>& system,
                       const Settings<Real>& settings,
                       std::span<const Real> start) {
  detail::Run<Real> run(system, settings);
  run.start(start);
  return run.finish();
}

template <typename Real>
Report<Real> resume(const std::type_identity_t<System<Real>>& system,
                    const Settings<Real>& settings,
                    const Checkpoint<Real>& checkpoint) {
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
