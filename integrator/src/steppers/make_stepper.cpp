// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/stepper.hpp"
#include "steppers/doubling_stepper.hpp"
#include "steppers/families/family.hpp"

namespace leafwise::integrator {
namespace {

const StepperFamily& demanded_family(std::string_view method) {
  const StepperFamily* family = family_of(method);
  if (family != nullptr) return *family;
  // Throws, and names the nearest methods.
  const MethodDescription other = describe_method(method);
  throw InvalidInput(Mistake{"'" + other.name + "' does not work on a manifold",
                             "the system that was not completed",
                             {},
                             {}});
}

}  // namespace

template <typename Real>
std::unique_ptr<Stepper<Real>> make_stepper(std::string_view method,
                                            const ManifoldProblem<Real>& problem,
                                            Parameter parameter,
                                            const StepperOptions& options,
                                            const Tolerance<Real>& tolerance) {
  const StepperFamily& family = demanded_family(method);
  StepperOptions inner = options;
  if (options.error_source == ErrorSource::doubling) inner.error_source = ErrorSource::none;
  std::unique_ptr<Stepper<Real>> stepper =
      family.make(StepperRequest<Real>{method, problem, parameter, inner, tolerance});
  const bool needs_doubling =
      options.error_source == ErrorSource::doubling ||
      (options.error_source == ErrorSource::automatic && stepper->traits().error_order == 0);
  if (!needs_doubling) return stepper;
  // As far as Simpson's rule is accurate.
  const bool by_slopes = family.doubles_by_slopes() && stepper->traits().order <= 3;
  return std::make_unique<DoublingStepper<Real>>(
      std::move(stepper), problem.dimension(), options.error_form, by_slopes);
}

template std::unique_ptr<Stepper<double>> make_stepper(std::string_view,
                                                       const ManifoldProblem<double>&,
                                                       Parameter,
                                                       const StepperOptions&,
                                                       const Tolerance<double>&);
template std::unique_ptr<Stepper<long double>> make_stepper(std::string_view,
                                                            const ManifoldProblem<long double>&,
                                                            Parameter,
                                                            const StepperOptions&,
                                                            const Tolerance<long double>&);

}  // namespace leafwise::integrator
