// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "runs.hpp"

// Plain equations without a hint of structure: completed, selected, integrated. References are
// exact solutions by elliptic functions or Kepler's equation (mpmath, 50 digits), or states that
// were computed in __float128 (tests/data/integrator/references.txt).
namespace leafwise::tests {
namespace {

struct Case {
  std::string example;
  std::string arguments;
  std::map<std::string, double> state;
  /// What dopri54 leaves at rtol 1e-11: local errors times the growth of the problem.
  double tolerance;
};

const std::vector<Case> cases = {
    {"pendulum",
     "--to 5 --set g=9.81",
     {{"x", 0.942305435043757335},
      {"y", -0.334754338434000581},
      {"x'", -0.857904256885949073},
      {"y'", -2.41492865437048862},
      {"lambda", 9.81 * -3 * -0.334754338434000581}},
     1e-7},
    {"pendulum_mechanics",
     "--to 5",
     {{"x", 0.942305435043757335}, {"y", -0.334754338434000581}},
     1e-7},
    {"discharge_pressure_control",
     "--to 10",
     {{"y4", 35.831842774027936}, {"y5", 33.491125067899957}},
     1e-7},
    {"discharge_pressure_control",
     "--to 20",
     {{"y4", 39.689638403092480}, {"y5", 13.631833893665832}},
     1e-7},
    {"kepler",
     "--to 10",
     {{"x", -1.535023591909813694},
      {"y", -0.283668406499780762},
      {"x'", 0.227150732077498338},
      {"y'", -0.479187758203295197}},
     1e-7},
    {"henon_heiles",
     "--to 110",
     {{"x", 0.0650144328072613},
      {"y", 0.246590715123162},
      {"x'", 0.00101554694888429},
      {"y'", 0.052733165461289}},
     1e-7},
    {"pendulum_angle",
     "--to 100",
     {{"theta", 0.0294296671796694378}, {"theta'", -1.21001499988647025}},
     1e-7},
};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("references are met from the problem file alone") {
    for (const Case& known : cases) {
      CAPTURE(known.example);
      const Run run("run " + std::string(LEAFWISE_EXAMPLES) + "/" + known.example + ".toml " +
                    known.arguments + " --rtol 1e-11 --atol 1e-13");
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const auto summary = run.summary();
      for (const auto& [name, value] : known.state) {
        CAPTURE(name);
        CHECK(std::abs(summary.at("state").at(name).get<double>() - value) < known.tolerance);
      }
    }
  }

  TEST_CASE("a tension is three times the weight's part along the rod") {
    // x² + y² = 1 from rest at y = 0: x'² + y'² = −2gy and λ = x'² + y'² − gy.
    const Run run("run " + std::string(LEAFWISE_EXAMPLES) + "/pendulum.toml --to 3");
    const Table table = run.trajectory();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      CHECK(std::abs(table.number(i, "lambda") + 3 * 9.81 * table.number(i, "y")) < 1e-5);
    }
  }

  TEST_CASE("methods agree, each with its own steps") {
    const std::string file = std::string(LEAFWISE_EXAMPLES) + "/singular_four_bar.toml";
    for (const std::string method : {"rk4", "dop853", "taylor", "rkf45"}) {
      CAPTURE(method);
      const Run run("run " + file + " --to 1 --rtol 1e-9 --method " + method);
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      CHECK(run.summary().at("method") == method);
      CHECK(std::abs(run.summary().at("state").at("y2").get<double>() + 0.60267015886647676) <
            1e-6);
    }
  }

  TEST_CASE("a loop in angles stays closed, however loose the tolerance") {
    // Its constraints hold sines and cosines only, as the relations of these do.
    const Folder folder;
    const std::string file = folder.with("loop.toml", R"toml(
[mechanics]
coordinates = ["a", "b", "c"]
mass = [["4/3", "cos(a - b)", "0"], ["cos(a - b)", "4/3", "0"], ["0", "0", "1"]]
force = ["-b'^2*sin(a - b) - 2*9.81*cos(a)", "a'^2*sin(a - b) - 9.81*cos(b)", "-9.81*cos(c)"]
constraints = ["cos(a) + 3*cos(b) = 4 + 2*cos(c)", "sin(a) + 3*sin(b) = 2*sin(c)"]
[initial]
a = "pi/2"
"a'" = 1
[guess]
b = 0.3
c = 2
[integrate]
to = { t = 3 }
rtol = 1e-3
atol = 1e-3
)toml");
    const Run run("run " + file);
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    const Table table = read_table(run.file("trajectory.csv"));
    REQUIRE(table.rows.size() > 10);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const double a = table.number(row, "a");
      const double b = table.number(row, "b");
      const double c = table.number(row, "c");
      // Some ulps of angles of size ten.
      CHECK(std::abs(std::cos(a) + 3 * std::cos(b) - 4 - 2 * std::cos(c)) < 1e-13);
      CHECK(std::abs(std::sin(a) + 3 * std::sin(b) - 2 * std::sin(c)) < 1e-13);
    }
  }
}

}  // namespace leafwise::tests
