// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "leafwise/core/check.hpp"
#include "steppers/families/family.hpp"
#include "steppers/geometric_taylor_stepper.hpp"

namespace leafwise::integrator::families {
namespace {

struct GeometricMethod {
  const char* name;
  int order;
  bool is_normal;  ///< with the normal correction
  const char* place;
};

constexpr std::array<GeometricMethod, 4> methods = {{
    {"taylor_tangential_1", 1, false, "Prop. 3.7"},
    {"taylor_tangential_2", 2, false, "Cor. 3.4"},
    {"taylor_tangential_3", 3, false, "Prop. 3.5"},
    {"taylor_normal_3", 3, true, "Prop. 3.9"},
}};

std::vector<MethodDescription> described() {
  std::vector<MethodDescription> all;
  for (const GeometricMethod& method : methods) {
    const char* kind =
        method.is_normal ? "Taylor, with normal correction" : "Taylor, tangential directions";
    all.push_back({method.name,
                   kind,
                   std::to_string(method.order),
                   "step doubling",
                   tuomela_arponen(method.place)});
  }
  return all;
}

const GeometricMethod& method_named(std::string_view name) {
  for (const GeometricMethod& method : methods) {
    if (name == method.name) return method;
  }
  LEAFWISE_DEMAND(false, std::string(name));
  return methods.front();
}

/// Taylor methods by the derivatives of the direction along itself, as in the papers.
class GeometricTaylorFamily final : public FamilyOf<GeometricTaylorFamily> {
 public:
  GeometricTaylorFamily() : FamilyOf(described()) {}

  [[nodiscard]] bool doubles_by_slopes() const override { return true; }

  template <typename Real>
  [[nodiscard]] static MadeStepper<Real> made(const StepperRequest<Real>& request) {
    refuse_step_projection(request.method, request.options);
    const GeometricMethod& method = method_named(request.method);
    // Order 1 has no use for the curve's second derivative.
    demand_series(request, method.order == 1 ? 0 : static_cast<std::size_t>(method.order));
    return std::make_unique<GeometricTaylorStepper<Real>>(
        request.problem, request.parameter, method.order, method.is_normal, request.options);
  }
};

}  // namespace

const StepperFamily& geometric_taylor_family() {
  return only<GeometricTaylorFamily>();
}

}  // namespace leafwise::integrator::families
