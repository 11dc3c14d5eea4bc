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
// Public headers of algebra and pipeline go here.
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
  return true;  // a call of leafwise::algebra goes here
}

bool use_pipeline() {
  return true;  // a call of leafwise::pipeline goes here
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
