// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/families/family.hpp"
#include "steppers/families/tableau_names.hpp"
#include "steppers/runge_kutta_stepper.hpp"

namespace leafwise::integrator::families {
namespace {

std::vector<MethodDescription> explicit_methods() {
  std::vector<MethodDescription> all;
  for (const Tableau& method : usable_tableaus()) {
    if (method.is_explicit()) all.push_back(description_of(method));
  }
  return all;
}

/// Explicit Runge–Kutta methods.
class ExplicitFamily final : public FamilyOf<ExplicitFamily> {
 public:
  ExplicitFamily() : FamilyOf(explicit_methods()) {}

  template <typename Real>
  [[nodiscard]] static MadeStepper<Real> made(const StepperRequest<Real>& request) {
    return std::make_unique<RungeKuttaStepper<Real>>(
        tableau_named(request.method), request.problem.dimension(), request.options);
  }
};

}  // namespace

const StepperFamily& explicit_family() {
  return only<ExplicitFamily>();
}

}  // namespace leafwise::integrator::families
