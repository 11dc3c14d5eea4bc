// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/methods.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/order_conditions.hpp"

namespace leafwise::integrator {
namespace {

/// The names of the methods for which `property` holds, in the order of the registry.
template <typename Property>
std::vector<std::string> names_where(Property property) {
  std::vector<std::string> names;
  for (const Tableau& method : all_methods()) {
    if ((method.*property)()) names.push_back(method.name());
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the observed order of every method is the claimed one, not less and not more") {
  for (const Tableau& method : all_methods()) {
    CAPTURE(method.name());
    CHECK(observed_order(method) == method.order());
    CHECK(order_conditions_hold(method, method.order()));
    CHECK_FALSE(order_conditions_hold(method, method.order() + 1));
    if (method.embedded_order()) {
      CHECK(observed_order(method, method.b_embedded()) == *method.embedded_order());
    }
    if (!method.b_second_embedded().empty()) {
      CHECK(observed_order(method, method.b_second_embedded()) ==
            method.data().second_embedded->order);
    }
  }
}

// The verdicts do not hang on the tolerance: conditions that hold do so to rounding errors, those
// that fail do so by more than 1e-6 of their terms.
// The product registers its methods unchecked: what they claim is checked here.
TEST_CASE("every built-in method satisfies the laws of a tableau") {
  for (const Tableau& method : all_methods()) {
    CAPTURE(method.name());
    CHECK_NOTHROW(Tableau{method.data()});
  }
}

TEST_CASE("orders are the same for a tolerance of 1e-6") {
  constexpr long double coarse_tolerance = 1e-6L;
  for (const Tableau& method : all_methods()) {
    CAPTURE(method.name());
    CHECK(observed_order(method, method.b(), coarse_tolerance) == method.order());
    if (method.embedded_order()) {
      CHECK(observed_order(method, method.b_embedded(), coarse_tolerance) ==
            *method.embedded_order());
    }
  }
}

TEST_CASE("claimed orders and stages are those of the literature") {
  const auto check = [](const char* name, int order, std::size_t stages, std::optional<int> pair) {
    CAPTURE(name);
    const Tableau& method = find_method(name);
    CHECK(method.order() == order);
    CHECK(method.stages() == stages);
    CHECK(method.embedded_order() == pair);
  };
  check("explicit_euler", 1, 1, std::nullopt);
  check("midpoint", 2, 2, std::nullopt);
  check("heun", 2, 2, std::nullopt);
  check("kutta3", 3, 3, std::nullopt);
  check("rk4", 4, 4, std::nullopt);
  check("bs32", 3, 4, 2);
  check("rkf45", 4, 6, 5);
  check("dopri54", 5, 7, 4);
  check("verner65", 6, 8, 5);
  check("dop853", 8, 13, 5);
  CHECK(find_method("dop853").data().second_embedded->order == 3);
  check("implicit_euler", 1, 1, std::nullopt);
  check("implicit_midpoint", 2, 1, std::nullopt);
  check("lobatto_iiia_2", 2, 2, std::nullopt);
  check("radau_i_2", 3, 2, std::nullopt);
  check("radau_ia_2", 3, 2, std::nullopt);
  check("radau_iia_2", 3, 2, std::nullopt);
  check("gauss_2", 4, 2, std::nullopt);
  check("lobatto_iiia_3", 4, 3, std::nullopt);
  check("lobatto_iiic_3", 4, 3, std::nullopt);
  check("radau_i_3", 5, 3, std::nullopt);
  check("radau_iia_3", 5, 3, std::nullopt);
  check("gauss_3", 6, 3, std::nullopt);
  CHECK(all_methods().size() == 22);
}

TEST_CASE("the structure of every method is recognised") {
  CHECK(names_where(&Tableau::is_explicit) == Names{"explicit_euler",
                                                    "midpoint",
                                                    "heun",
                                                    "kutta3",
                                                    "bs32",
                                                    "rk4",
                                                    "rkf45",
                                                    "dopri54",
                                                    "verner65",
                                                    "dop853"});
  CHECK(names_where(&Tableau::is_diagonally_implicit) ==
        Names{"implicit_euler", "implicit_midpoint", "lobatto_iiia_2", "radau_i_2"});
  CHECK(names_where(&Tableau::is_stiffly_accurate) == Names{"bs32",
                                                            "dopri54",
                                                            "dop853",
                                                            "implicit_euler",
                                                            "lobatto_iiia_2",
                                                            "radau_iia_2",
                                                            "lobatto_iiia_3",
                                                            "lobatto_iiic_3",
                                                            "radau_iia_3"});
  CHECK(names_where(&Tableau::is_symmetric) ==
        Names{"implicit_midpoint", "lobatto_iiia_2", "gauss_2", "lobatto_iiia_3", "gauss_3"});
  CHECK(names_where(&Tableau::is_first_same_as_last) ==
        Names{"bs32", "dopri54", "dop853", "lobatto_iiia_2", "lobatto_iiia_3"});
}

TEST_CASE("methods are found by name, each name once") {
  std::set<std::string> names;
  for (const Tableau& method : all_methods()) {
    CAPTURE(method.name());
    CHECK(&find_method(method.name()) == &method);
    CHECK(names.insert(method.name()).second);
    CHECK(method.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
          std::string::npos);
  }
}

TEST_CASE("an unknown name is refused with the nearest ones") {
  const auto expectation = [](const char* name) -> std::string {
    try {
      (void)find_method(name);
    } catch (const InvalidInput& error) {
      CHECK(std::string(error.what()).find(name) != std::string::npos);
      return error.mistakes().front().expected;
    }
    return "found";
  };
  CHECK(expectation("dopri45").find("names are dopri54,") != std::string::npos);
  CHECK(expectation("rk5").find("names are rk4,") != std::string::npos);
  CHECK(expectation("radau_iia").find("radau_iia_2") != std::string::npos);
  CHECK(expectation("").find("names are ") != std::string::npos);
}

}  // namespace leafwise::integrator
