// SPDX-License-Identifier: GPL-3.0-or-later
// Calls something real of each installed library; fails if one does not do what it says.

#include <cstdlib>
#include <functional>
#include <iostream>
#include <leafwise/core/errors.hpp>
#include <leafwise/core/outcome.hpp>
#include <leafwise/core/version.hpp>
#include <leafwise/integrator/methods.hpp>

#ifdef CONSUMER_WITH_ALGEBRA
#include <leafwise/algebra/constant.hpp>
#include <leafwise/algebra/parser.hpp>
#include <leafwise/algebra/polynomialiser.hpp>
#include <leafwise/pipeline/check_report.hpp>
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

bool use_integrator() {
  const leafwise::integrator::Tableau& method = leafwise::integrator::find_method("rk4");
  return method.order() == 4 && method.stages() == 4;
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
  return problem.polynomial.orders.at("x") == 2 && !leafwise::pipeline::check_json(problem).empty();
}
#endif

bool check(const char* stage, const std::function<bool()>& use) {
  const bool fine = use();
  std::cout << stage << ": " << (fine ? "works" : "DOES NOT WORK") << '\n';
  return fine;
}

}  // namespace

int main() {
  std::cout << "leafwise " << leafwise::version << '\n';
  bool fine = check("core", use_core);
  fine &= check("integrator", use_integrator);
#ifdef CONSUMER_WITH_ALGEBRA
  fine &= check("algebra", use_algebra);
  fine &= check("pipeline", use_pipeline);
#endif
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
