// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/make_walker.hpp"

#include <string>
#include <variant>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "run/index3_walker.hpp"
#include "run/manifold_walker.hpp"
#include "run/stiff_walker.hpp"

namespace leafwise::integrator::detail {
namespace {

/// In the order of SystemKind.
template <typename Real>
struct WalkerMaker {
  const Settings<Real>& settings;

  std::unique_ptr<Walker<Real>> operator()(const ManifoldProblem<Real>& problem) const {
    return std::make_unique<ManifoldWalker<Real>>(problem, settings);
  }
  std::unique_ptr<Walker<Real>> operator()(const HessenbergProblem<Real>& problem) const {
    return std::make_unique<Index3Walker<Real>>(problem, settings);
  }
  std::unique_ptr<Walker<Real>> operator()(const StiffProblem<Real>& problem) const {
    return std::make_unique<StiffWalker<Real>>(problem, settings);
  }
};

std::string words_for(SystemKind kind) {
  switch (kind) {
    case SystemKind::manifold: return "a manifold";
    case SystemKind::index3: return "a system of index 3 that was not completed";
    case SystemKind::stiff: break;
  }
  return "stiff mechanics";
}

}  // namespace

template <typename Real>
std::unique_ptr<Walker<Real>> make_walker(const System<Real>& system,
                                          const Settings<Real>& settings) {
  const SystemKind kind = describe_method(settings.method).system;
  const auto given = static_cast<SystemKind>(system.index());
  if (kind != given) {
    throw InvalidInput(Mistake{"'" + settings.method + "' does not work on " + words_for(given),
                               words_for(kind) + ", or another method",
                               {},
                               {}});
  }
  return std::visit(WalkerMaker<Real>{settings}, system);
}

template std::unique_ptr<Walker<double>> make_walker(const System<double>&,
                                                     const Settings<double>&);
template std::unique_ptr<Walker<long double>> make_walker(const System<long double>&,
                                                          const Settings<long double>&);

}  // namespace leafwise::integrator::detail
