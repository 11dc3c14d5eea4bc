// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/method_list.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/methods.hpp"
#include "leafwise/integrator/stepper.hpp"
#include "method_cases.hpp"

namespace leafwise::integrator {

TEST_CASE("every method of the list can be made, has the order it claims and a reference") {
  const auto problem = tests::make_problem<double>(tests::pendulum_curve());
  const auto tolerance = Tolerance<double>::uniform(5, 1e-8, 1e-10);
  std::set<std::string> names;
  for (const MethodDescription& method : method_descriptions()) {
    CAPTURE(method.name);
    CHECK(names.insert(method.name).second);
    CHECK_FALSE(method.reference.empty());
    CHECK_FALSE(method.kind.empty());
    if (method.name == "taylor_N") continue;
    CHECK(describe_method(method.name).name == method.name);
    const auto stepper =
        make_stepper<double>(method.name, problem, Parameter::independent, {}, tolerance);
    if (method.name != "taylor") CHECK(std::to_string(stepper->traits().order) == method.order);
    CHECK(stepper->traits().is_doubled == method.error.starts_with("step doubling"));
  }
}

TEST_CASE("every tableau is in the list, pairs with both orders") {
  for (const Tableau& tableau : all_methods()) {
    CAPTURE(tableau.name());
    CHECK(describe_method(tableau.name()).order == std::to_string(tableau.order()));
  }
  CHECK(describe_method("dopri54_order4").order == "4");
  CHECK(describe_method("radau_iia_3").stages == "3");
  CHECK(describe_method("radau_iia_3").properties == "last stage is the end");
  CHECK(describe_method("gauss_2").properties == "symmetric");
  CHECK(describe_method("rkf45_order5").order == "5");
  CHECK(describe_method("taylor_12").order == "12");
}

TEST_CASE("names that are no methods are refused, with the nearest") {
  for (const char* name :
       {"", "taylor_1", "taylor_41", "taylor_02", "taylor_N", "taylor_x", "gauss_7", "dopri45"}) {
    CAPTURE(name);
    CHECK_THROWS_AS((void)describe_method(name), InvalidInput);
  }
  try {
    (void)describe_method("dopri45");
  } catch (const InvalidInput& error) {
    CHECK(error.mistakes().front().expected.find("dopri54") != std::string::npos);
  }
}

TEST_CASE("names that other programs give to methods are refused with the method to take") {
  for (const auto& [theirs, ours] : {std::pair{"rk45", "'dopri54'"},
                                     std::pair{"RK45", "'dopri54'"},
                                     std::pair{"Radau", "'radau_iia_3'"},
                                     std::pair{"BDF", "'radau_iia_3'"}}) {
    CAPTURE(theirs);
    try {
      (void)describe_method(theirs);
      FAIL("accepted");
    } catch (const InvalidInput& error) {
      CHECK(error.mistakes().front().expected.starts_with(ours));
    }
  }
}

}  // namespace leafwise::integrator
