// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runs.hpp"

// Forces that are functions of velocities, as friction and drag are.
namespace leafwise::tests {
namespace {

const std::string start =
    "[initial]\nx = \"3/5\"\ny = \"-4/5\"\n\"x'\" = 0\n"
    "[integrate]\nto = { t = 2 }\nrtol = 1e-10\natol = 1e-12\n";

std::string as_mechanics(const std::string& force) {
  return "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\nforce = [\"" + force +
         "\", \"-9.81\"]\nconstraints = [\"x^2 + y^2 = 1\"]\n" + start;
}

std::string as_equations(const std::string& force) {
  return "unknowns = [\"x\", \"y\", \"lambda\"]\nequations = [\"x'' + 2*lambda*x = " + force +
         "\", \"y'' + 2*lambda*y = -9.81\", \"x^2 + y^2 = 1\"]\n" + start;
}

/// With differential relations, algebraic ones, and ones of ones.
const std::vector<std::string> forces = {"-tanh(5*x')",
                                         "-exp(x')*sin(y')",
                                         "-1/(1 + x'^2)",
                                         "-sqrt(1 + x'^2)",
                                         "-x'/sqrt(x'^2 + y'^2 + 1/100)",
                                         "-1/(2 + sqrt(1 + x'^2 + y^2))",
                                         "-1/(2 + tanh(x'))"};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a mechanism with friction moves as its equations written out do") {
    const Folder folder;
    for (const std::string& force : forces) {
      CAPTURE(force);
      const Run mechanics("run --leaf exact " + folder.with("mechanics.toml", as_mechanics(force)));
      const Run equations("run " + folder.with("equations.toml", as_equations(force)));
      REQUIRE(mechanics.result.exit_code == 0);
      REQUIRE(equations.result.exit_code == 0);
      // Both keep errors at 1e-10 for each step, of which there are a few hundred.
      for (const std::string column : {"x", "y", "x'", "y'"}) {
        CAPTURE(column);
        CHECK(std::abs(mechanics.trajectory().last(column) - equations.trajectory().last(column)) <
              1e-7);
      }
      const auto leaf = mechanics.json("decomposition.json")["leaves"].at(0);
      CHECK(leaf["physical_dimension"] == 3);
      CHECK(leaf["dof"] == 1);
      CHECK(leaf["rounds"] == 2);
      CHECK(leaf["index"] == 3);
    }
  }

  TEST_CASE("what defines functions of velocities is among a leaf's equations") {
    const Folder folder;
    const Run drag("run --leaf exact " + folder.with("drag.toml", as_mechanics("-1/(1 + x'^2)")));
    REQUIRE(drag.result.exit_code == 0);
    const auto leaf = drag.json("decomposition.json")["leaves"].at(0);
    CHECK(leaf["dimension"] == 3);
    CHECK(contains(leaf["equations"].dump(), "w1*x'^2 + w1 - 1"));
    const Table rows = drag.trajectory();
    for (std::size_t row = 0; row < rows.rows.size(); ++row) {
      const double rate = rows.number(row, "x'");
      // Round-off of numbers of size 1.
      CHECK(std::abs(rows.number(row, "w1") * (1 + rate * rate) - 1) < 1e-14);
    }
  }
}

}  // namespace leafwise::tests
