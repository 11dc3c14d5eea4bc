// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/motion.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "differential_systems.hpp"

using namespace leafwise::algebra;
using namespace leafwise::tests;

TEST_CASE("multipliers have names of their own, and no others are theirs") {
  for (std::size_t k = 0; k < 120; ++k) {
    CAPTURE(k);
    CHECK(Multipliers::is_name(Multipliers::name(k)));
    CHECK(Multipliers::variable(k) == Variable{Role::unknown, Multipliers::name(k), 0});
    CHECK(Multipliers::names(k + 1).back() == Multipliers::name(k));
    CHECK(Multipliers::variables(k + 1).back() == Multipliers::variable(k));
  }
  for (const std::string name : {"lambda", "lambda_1", "lambda1_", "Lambda1", "mu1", ""}) {
    CAPTURE(name);
    CHECK_FALSE(Multipliers::is_name(name));
  }
}

TEST_CASE("equations of motion are affine, with M by accelerations, G by multipliers, -F left") {
  const Texts names = {"x", "y"};
  const JetReader reader(names);
  MechanicalSystem system;
  system.coordinates = names;
  system.mass = {{reader.read("2"), reader.read("x*y")}, {reader.read("x*y"), reader.read("3")}};
  system.force = {reader.read("x' - y"), reader.read("x'*y'")};
  std::vector<Polynomial> rates;
  for (const std::string constraint : {"x^2 + y^2 - 1", "x*y - t"}) {
    rates.push_back(reader.read(constraint).total_derivative());
  }
  const auto gradients = velocity_matrix(rates, names);
  const std::vector<Variable> multipliers = Multipliers::variables(rates.size());
  const std::vector<Polynomial> motion = equations_of_motion(system, gradients, multipliers);
  REQUIRE(motion.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(i);
    Polynomial rest = motion[i];
    for (std::size_t j = 0; j < names.size(); ++j) {
      const Variable acceleration{Role::unknown, names[j], 2};
      CHECK(motion[i].derivative(acceleration) == system.mass[i][j]);
      rest -= system.mass[i][j] * Polynomial(acceleration);
    }
    for (std::size_t k = 0; k < rates.size(); ++k) {
      const Variable velocity{Role::unknown, names[i], 1};
      CHECK(motion[i].derivative(multipliers[k]) == rates[k].derivative(velocity));
      rest -= gradients[k][i] * Polynomial(multipliers[k]);
    }
    CHECK(rest == -system.force[i]);
  }
}
