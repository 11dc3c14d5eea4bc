// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// A load on a crane that is to follow a path: what it takes comes from four derivatives of the path
// (index 5), and the equations that this leaves are many and long. After S. L. Campbell, C. W.
// Gear, Numer. Math. 72 (1995) 173-196, and others.
namespace leafwise::tests {
namespace {

constexpr double gravity = 9.81;

/// With s and c as unknowns, or with the angle of the rope.
std::string crane(bool by_angle,
                  const std::string& m2,
                  const std::string& x,
                  const std::string& z) {
  const std::string s = by_angle ? "sin(th)" : "s";
  const std::string c = by_angle ? "cos(th)" : "c";
  std::string text = R"(unknowns = ["x", "z", "d", "r", )";
  text += by_angle ? R"("th")" : R"("s", "c")";
  text += ", \"T\", \"u1\", \"u2\"]\nequations = [\n";
  for (const std::string& equation : {"m2*x'' = -T*" + s,
                                      "m2*z'' = -T*" + c + " + m2*9.81",
                                      "40*d'' = -d'/2 + u1 + T*" + s,
                                      std::string("0.3*r'' = -0.6*r' + u2/5 + T/25"),
                                      "r*" + s + " + d - x = 0",
                                      "r*" + c + " - z = 0",
                                      "x = " + x,
                                      "z = " + z}) {
    text += "  \"" + equation + "\",\n";
  }
  if (!by_angle) text += "  \"s^2 + c^2 = 1\",\n";
  text += "]\n[parameters]\nm2 = \"" + m2 + "\"\n[guess]\nd = 1\nr = 5\nT = 196\n";
  text += by_angle ? "th = 0\n" : "s = 0\nc = 1\n";
  return text + "[integrate]\nto = { t = 5 }\n";
}

/// The load where it is, and its acceleration.
struct Load {
  double x, z, ax, az;
};

/// T (s, c) = m (−x'', g − z''), so that rope and trolley follow: differential flatness.
void check_state(const nlohmann::json& state, double mass, const Load& load, bool by_angle) {
  const auto number = [&](const char* name) { return state.at(name).get<double>(); };
  const double force = std::hypot(load.ax, gravity - load.az);
  // x and z are imposed to rounding; all others follow from them through small matrices.
  const double tolerance = 1e-10;
  CHECK(std::abs(number("x") - load.x) <= tolerance);
  CHECK(std::abs(number("z") - load.z) <= tolerance);
  CHECK(std::abs(number("T") - mass * force) <= mass * tolerance * 10);
  CHECK(std::abs(number("r") - load.z * force / (gravity - load.az)) <= tolerance);
  CHECK(std::abs(number("d") - load.x - load.z * load.ax / (gravity - load.az)) <= tolerance);
  if (by_angle) CHECK(std::abs(std::sin(number("th")) + load.ax / force) <= tolerance);
}

nlohmann::json end_of(const std::string& file, const std::string& options = {}) {
  const Folder folder;
  const Run run("run " + folder.with("crane.toml", file) + options);
  CAPTURE(file);
  CAPTURE(run.result.messages);
  REQUIRE(run.result.exit_code == 0);
  return run.summary().at("state");
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a crane moves its load along a polynomial") {
    // It stopped at t = 1.81: of 53 rows for 7 unknowns those were chosen that cancel.
    const std::string file = crane(false, "20", "1 + t^3/100*(10 - t)", "5 - t^2/50");
    for (const char* method : {"dopri54", "dop853", "radau_iia_3"}) {
      CAPTURE(method);
      const nlohmann::json state = end_of(file, std::string(" --method ") + method);
      check_state(state, 20, {7.25, 4.5, 0, -0.04}, false);
      CHECK(state.at("u2").get<double>() == doctest::Approx(-40.03495426318634).epsilon(1e-10));
    }
  }

  TEST_CASE("a crane moves its load along ellipses, whatever it weighs") {
    // At t = 0 the rope hangs straight down, and half of the rows vanish.
    auto random = make_generator("cranes on ellipses");
    const std::array<std::string, 3> masses = {"20", "27/2", "7"};
    for (std::uint64_t attempt = 0; attempt < 2 * multiplier(); ++attempt) {
      const double mass = std::array{20.0, 13.5, 7.0}[attempt % 3];
      const int width = 1 + static_cast<int>(random() % 3);
      const int height = 2 + static_cast<int>(random() % 3);
      const std::string x = std::to_string(width) + "*sin(t/2)";
      const std::string z = "5 - cos(t/2)/" + std::to_string(height);
      const nlohmann::json state = end_of(crane(true, masses[attempt % 3], x, z));
      const double sine = std::sin(2.5);
      const double cosine = std::cos(2.5);
      check_state(state,
                  mass,
                  {width * sine, 5 - cosine / height, -width * sine / 4, cosine / (4 * height)},
                  true);
    }
  }

  TEST_CASE("a bicycle passes the moment in which its path is straight") {
    // At t = 1: the base has a generator more than its codimension, and there only the derivative
    // of that one says how the handlebar turns. Runs stopped.
    const Folder folder;
    const Run run("run " + folder.with("bicycle.toml", R"(
unknowns = ["x", "y", "a", "b", "c", "e", "v"]
equations = ["x' = v*b", "y' = v*a", "2*(a'*b - b'*a)*e = v*c", "a^2 + b^2 = 1", "c^2 + e^2 = 1",
             "x = t", "y = t^2*(3 - t)/10"]
[guess]
a = 0
b = 1
c = 0.5
e = 1
v = 1
[integrate]
to = { t = 2 }
)"));
    CAPTURE(run.result.messages);
    REQUIRE(run.result.exit_code == 0);
    const nlohmann::json state = run.summary().at("state");
    // The slope is 0 there again, and its rate −6/10; tan = 2·rate/v, with v = 1.
    CHECK(std::abs(state.at("a").get<double>()) <= 1e-10);
    CHECK(state.at("y").get<double>() == doctest::Approx(0.4).epsilon(1e-12));
    CHECK(state.at("c").get<double>() / state.at("e").get<double>() ==
          doctest::Approx(-1.2).epsilon(1e-10));
  }
}

}  // namespace leafwise::tests
