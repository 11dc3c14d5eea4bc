// SPDX-License-Identifier: GPL-3.0-or-later
// Calls something real of each installed library; fails if one does not do what it says.

#include <cmath>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <leafwise/core/errors.hpp>
#include <leafwise/core/outcome.hpp>
#include <leafwise/core/version.hpp>
#include <leafwise/integrator/callable_map.hpp>
#include <leafwise/integrator/explicit_field.hpp>
#include <leafwise/integrator/integrate.hpp>
#include <leafwise/integrator/methods.hpp>
#include <memory>
#include <numbers>
#include <vector>

#ifdef CONSUMER_WITH_ALGEBRA
#include <leafwise/algebra/constant.hpp>
#include <leafwise/algebra/parser.hpp>
#include <leafwise/algebra/polynomialiser.hpp>
#include <leafwise/pipeline/branch.hpp>
#include <leafwise/pipeline/check_report.hpp>
#include <leafwise/pipeline/completion_for_run.hpp>
#include <leafwise/pipeline/integration.hpp>
#include <leafwise/pipeline/read_problem.hpp>
#endif

namespace {

bool use_core() {
  const leafwise::Outcome<int> outcome = leafwise::Undefined{"no such branch"};
  if (outcome.has_value() || outcome.reason() != "no such branch") return false;
  try {
    throw leafwise::InvalidInput(leafwise::Mistake{"unknown name", "x", {}, {}});
  } catch (const leafwise::InvalidInput& error) {
    return error.mistakes().size() == 1;
  }
}

/// The unit circle as a manifold of (t, x, y), and the motion on it with angle sin t: all of it as
/// functions of our own.
leafwise::integrator::ManifoldProblem<double> own_functions() {
  using namespace leafwise::integrator;
  MapFunctions<double> circle;
  circle.value = [](std::span<const double> z, std::span<double> f) {
    f[0] = z[1] * z[1] + z[2] * z[2] - 1;
  };
  circle.jacobian = [](std::span<const double> z, std::span<double> df) {
    df[0] = 0;
    df[1] = 2 * z[1];
    df[2] = 2 * z[2];
  };
  MapFunctions<double> motion;
  motion.value = [](std::span<const double> z, std::span<double> v) {
    v[0] = 1;
    v[1] = -std::cos(z[0]) * z[2];
    v[2] = std::cos(z[0]) * z[1];
  };
  ManifoldProblem<double> problem;
  problem.coordinates = {"t", "x", "y"};
  problem.independent = 0;
  problem.equations = std::make_shared<CallableMap<double>>(3, 1, circle);
  problem.equation_names = {"circle"};
  problem.codimension = 1;
  problem.distribution =
      std::make_shared<ExplicitField<double>>(std::make_shared<CallableMap<double>>(3, 3, motion));
  return problem;
}

bool use_integrator() {
  using namespace leafwise::integrator;
  if (find_method("rk4").order() != 4) return false;
  Settings<double> settings;
  settings.to = std::numbers::pi / 2;
  settings.relative_tolerance = settings.absolute_tolerance = 1e-10;
  MapFunctions<double> half;
  half.value = [](std::span<const double> z, std::span<double> g) { g[0] = z[2] - 0.5; };
  settings.events.push_back(
      {.name = "y = 1/2", .function = std::make_shared<CallableMap<double>>(3, 1, half)});
  const Report<double> report =
      integrate<double>(own_functions(), settings, std::vector<double>{0, 1, 0});
  if (report.reason != Reason::reached || report.events.size() != 1) return false;
  // At t = π/2 the angle is 1; it is π/6 where sin t = π/6.
  const double crossing = report.event_rows.point(0)[0];
  return std::abs(report.trajectory.last()[2] - std::sin(1.0)) < 1e-9 &&
         std::abs(std::sin(crossing) - std::numbers::pi / 6) < 1e-9 &&
         report.largest_residual < 1e-15;
}

#ifdef CONSUMER_WITH_ALGEBRA
bool use_algebra() {
  using namespace leafwise::algebra;
  Scope scope;
  scope.declare("x", Role::unknown);
  const Expression expression = parse_expression("sin(x)^2 + cos(x)^2", scope);
  Polynomialiser polynomialiser({"x"}, {});
  return to_string(polynomialiser.convert(expression)) == "w1^2 + w2^2" &&
         nearest_double(parse_expression("sqrt(3)/2", scope)) > 0.866;
}

bool use_pipeline() {
  const leafwise::pipeline::SourceFile file("oscillator.toml",
                                            "unknowns = ['x']\nequations = [\"x'' + x = 0\"]\n");
  const leafwise::pipeline::Problem problem = leafwise::pipeline::read_problem(file);
  return problem.model.polynomial.orders.at("x") == 2 &&
         !leafwise::pipeline::check_json(problem).empty();
}

/// As README says, from the problem to the motion: a point on the circle, whose speed is hidden.
/// The worker is needed, and has to be found.
bool complete_and_integrate() {
  using namespace leafwise;
  const pipeline::SourceFile file("circle.toml",
                                  "unknowns = ['x', 'y']\n"
                                  "equations = ['x^2 + y^2 = 1', \"x' = -y\"]\n"
                                  "[initial]\nx = '3/5'\ny = '4/5'\n"
                                  "[integrate]\nto = { t = 1 }\n");
  const pipeline::Problem problem = pipeline::read_problem(file);
  algebra::CompletionOptions options;
  options.use_cache = false;
  options.point = pipeline::steering_point(problem);
  const pipeline::DecompositionReport report =
      pipeline::complete_for_run(problem, "", options, algebra::Limits{});
  const Outcome<pipeline::Selection> selection =
      pipeline::select_branch(problem, report, problem.plan.branch);
  if (!selection) {
    std::cout << selection.reason() << '\n';
    return false;
  }
  const Outcome<pipeline::Integration> run =
      pipeline::integrate_on(problem, report, selection.value());
  if (!run) {
    std::cout << run.reason() << '\n';
    return false;
  }
  // (3/5, 4/5), turned by one radian.
  const double x = 0.6 * std::cos(1.0) - 0.8 * std::sin(1.0);
  for (const double value : run.value().report.trajectory.last()) {
    if (std::abs(value - x) < 1e-6) return true;
  }
  return false;
}
#endif

bool check(const char* stage, const std::function<bool()>& use) {
  const bool fine = use();
  std::cout << stage << ": " << (fine ? "works" : "DOES NOT WORK") << '\n';
  return fine;
}

}  // namespace

int main() try {
  std::cout << "leafwise " << leafwise::version << '\n';
  bool fine = check("core", use_core);
  fine &= check("integrator", use_integrator);
#ifdef CONSUMER_WITH_ALGEBRA
  fine &= check("algebra", use_algebra);
  fine &= check("pipeline", use_pipeline);
  fine &= check("completion and integration", complete_and_integrate);
#endif
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
