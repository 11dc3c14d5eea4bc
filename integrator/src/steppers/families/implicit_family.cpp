// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/families/family.hpp"
#include "steppers/families/tableau_names.hpp"
#include "steppers/implicit/implicit_stepper.hpp"

namespace leafwise::integrator::families {
namespace {

constexpr std::string_view implicit_euler = "implicit_euler";
constexpr std::string_view implicit_euler_at_start = "implicit_euler_adjoint";
constexpr std::string_view midpoint_rule = "implicit_midpoint";

std::vector<MethodDescription> implicit_methods() {
  std::vector<MethodDescription> all;
  for (const Tableau& method : usable_tableaus()) {
    if (method.is_explicit()) continue;
    const bool is_midpoint = method.name() == midpoint_rule;
    all.push_back(description_of(
        method,
        is_midpoint ? "step doubling; with control 'classic', implicit Euler from the middle"
                    : ""));
    if (method.name() != implicit_euler) continue;
    all.push_back({std::string(implicit_euler_at_start),
                   "implicit Euler, other normals",
                   "1",
                   "step doubling",
                   "J. Tuomela and T. Arponen, On the numerical solution of involutive ordinary "
                   "differential systems, IMA J. Numer. Anal. 20 (2000), (5.3), left",
                   "1",
                   "adjoint of explicit_euler"});
  }
  return all;
}

/// Implicit Runge–Kutta methods, and variants of their equations.
class ImplicitFamily final : public FamilyOf<ImplicitFamily> {
 public:
  ImplicitFamily() : FamilyOf(implicit_methods()) {}

  /// Few stages may hide a step's error: of what is flat, then steep, both results may be the same.
  [[nodiscard]] bool doubles_by_slopes() const override { return true; }

  template <typename Real>
  [[nodiscard]] static MadeStepper<Real> made(const StepperRequest<Real>& request) {
    ImplicitVariant variant = ImplicitVariant::none;
    if (request.method == midpoint_rule) variant = ImplicitVariant::midpoint;
    if (request.method == implicit_euler_at_start) {
      variant = ImplicitVariant::start_normals;
      refuse_step_projection(request.method, request.options);
    }
    const bool at_start = variant == ImplicitVariant::start_normals;
    return std::make_unique<ImplicitStepper<Real>>(
        tableau_named(at_start ? implicit_euler : request.method),
        variant,
        request.problem,
        request.options,
        request.tolerance);
  }
};

}  // namespace

const StepperFamily& implicit_family() {
  return only<ImplicitFamily>();
}

}  // namespace leafwise::integrator::families
