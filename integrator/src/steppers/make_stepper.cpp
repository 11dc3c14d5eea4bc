// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/stepper.hpp"
#include "methods/method_names.hpp"
#include "steppers/doubling_stepper.hpp"
#include "steppers/geometric_taylor_stepper.hpp"
#include "steppers/implicit/implicit_stepper.hpp"
#include "steppers/runge_kutta_stepper.hpp"
#include "steppers/series_stepper.hpp"

namespace leafwise::integrator {
namespace {

template <typename Real>
std::unique_ptr<Stepper<Real>> with_doubling(std::unique_ptr<Stepper<Real>> inner,
                                             std::size_t dimension,
                                             ErrorForm error_form,
                                             bool is_taylor) {
  // As far as Simpson's rule is accurate; stages of other methods look at what is between.
  const bool by_slopes = is_taylor && inner->traits().order <= 3;
  return std::make_unique<DoublingStepper<Real>>(
      std::move(inner), dimension, error_form, by_slopes);
}

void refuse_step_projection(std::string_view method) {
  throw InvalidInput(Mistake{"method '" + std::string(method) +
                                 "' has no inner stages to leave "
                                 "unprojected",
                             "projection = \"stage\", or a Runge-Kutta method",
                             {},
                             {}});
}

template <typename Real>
void check_series(std::string_view method,
                  const ManifoldProblem<Real>& problem,
                  std::size_t order) {
  const std::size_t highest = problem.distribution->highest_taylor_degree();
  if (order <= highest) return;
  throw InvalidInput(Mistake{"method '" + std::string(method) +
                                 "' needs Taylor coefficients up to "
                                 "degree " +
                                 std::to_string(order) +
                                 "; the functions that the direction is given by lead to degree " +
                                 std::to_string(highest),
                             "compiled functions, MapFunctions::taylor, or a Runge-Kutta method",
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
  const std::optional<MethodName> name = parse_method_name(method);
  // Throws, and names the nearest methods.
  if (!name) {
    const MethodDescription other = describe_method(method);
    throw InvalidInput(Mistake{"'" + other.name + "' does not work on a manifold",
                               "the system that was not completed",
                               {},
                               {}});
  }
  if (!name->tableau && options.projection == Projection::step) refuse_step_projection(method);
  const std::size_t m = problem.dimension();
  StepperOptions inner = options;
  if (options.error_source == ErrorSource::doubling) inner.error_source = ErrorSource::none;
  std::unique_ptr<Stepper<Real>> stepper;
  if (name->tableau && !name->tableau->is_explicit()) {
    if (name->variant == ImplicitVariant::start_normals && options.projection == Projection::step) {
      refuse_step_projection(method);
    }
    stepper = std::make_unique<ImplicitStepper<Real>>(
        *name->tableau, name->variant, problem, inner, tolerance);
  } else if (name->tableau) {
    stepper = std::make_unique<RungeKuttaStepper<Real>>(*name->tableau, m, inner);
  } else if (name->is_series) {
    const std::size_t order = name->series_order != 0
                                  ? name->series_order
                                  : SeriesStepper<Real>::automatic_order(tolerance);
    check_series(method, problem, order);
    stepper = std::make_unique<SeriesStepper<Real>>(problem, parameter, order, inner, tolerance);
  } else {
    // Order 1 has no use for the curve's second derivative.
    const int degree = name->geometric_order == 1 ? 0 : name->geometric_order;
    check_series(method, problem, static_cast<std::size_t>(degree));
    stepper = std::make_unique<GeometricTaylorStepper<Real>>(
        problem, parameter, name->geometric_order, name->is_normal, inner);
  }
  const bool needs_doubling =
      options.error_source == ErrorSource::doubling ||
      (options.error_source == ErrorSource::automatic && stepper->traits().error_order == 0);
  if (!needs_doubling) return stepper;
  return with_doubling(std::move(stepper), m, options.error_form, !name->tableau);
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
