// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "runs.hpp"

// Runs on the leaf at the start, which is proved there and completed nowhere.
namespace leafwise::tests {
namespace {

const std::string data = LEAFWISE_LOCAL_DATA;
const std::string examples = LEAFWISE_EXAMPLES;

using State = std::map<std::string, double>;

State state_of(const Run& run) {
  REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
  State state;
  const nlohmann::json summary = run.summary();
  for (const auto& [name, value] : summary.at("state").items()) {
    if (value.is_number()) state[name] = value;  // a force that is not unique is null
  }
  return state;
}

/// λ belongs to other equations on each: those of the file, or those of the leaf.
bool is_multiplier(const std::string& name) {
  return name.starts_with("lambda") && name.size() > 6;
}

/// The largest difference of what both have, in max(1, |value|).
double difference(const State& one, const State& other) {
  double largest = 0;
  std::size_t shared = 0;
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found == other.end() || name.starts_with("_") || is_multiplier(name)) continue;
    ++shared;
    largest = std::max(largest, std::abs(value - found->second) / std::max(1.0, std::abs(value)));
  }
  REQUIRE(shared > 1);
  return largest;
}

TEST_SUITE("end-to-end") {
  TEST_CASE("a run on the local leaf ends where one on the exact leaf does") {
    // Through change points, too. Errors at rtol 1e-9 grow by less than a thousand.
    for (const std::string name : {"asymptotic_curves",
                                   "branch_dependent_index",
                                   "clairaut",
                                   "double_pendulum_angles",
                                   "double_pendulum_closed",
                                   "driven_four_bar",
                                   "kepler",
                                   "n_four_bar_2",
                                   "not_involutive",
                                   "overdetermined",
                                   "pendulum",
                                   "pendulum_angle",
                                   "pendulum_index3",
                                   "pendulum_mechanics",
                                   "regular_four_bar",
                                   "singular_four_bar",
                                   "singular_four_bar_parallelogram",
                                   "six_points",
                                   "slider_crank",
                                   "sphere",
                                   "spherical_four_bar",
                                   "stiff_pendulum"}) {
      CAPTURE(name);
      const std::string command = "run -q --rtol 1e-9 " + examples + "/" + name + ".toml --leaf ";
      const Run local(command + "local");
      const Run exact(command + "exact");
      CHECK(difference(state_of(local), state_of(exact)) < 1e-6);
    }
  }

  TEST_CASE("mechanisms that the exact completion does not finish meet their references") {
    // By an independent simulator (index 1 in numpy, DOP853 at rtol 1e-12): tests/data/local.
    const std::map<std::string, State> references = {
        {"bennett",
         {{"x3", 1.0098870215484228}, {"y3", 0.49316299958953336}, {"z3", 0.36987224969215}}},
        {"eightbar", {{"xB", 0.3507248248081161}, {"xK", 2.191515524098842}}},
        {"stewart_legs", {{"z", 0.7717178626753113}, {"l1", 0.9410700151459234}}}};
    for (const auto& [name, reference] : references) {
      CAPTURE(name);
      const Run run("run -q --rtol 1e-9 --leaf local " + data + "/" + name + ".toml");
      const State state = state_of(run);
      for (const auto& [coordinate, value] : reference) {
        CAPTURE(coordinate);
        CHECK(std::abs(state.at(coordinate) - value) < 1e-6);
      }
      const nlohmann::json leaf = run.json("decomposition.json").at("leaves").at(0);
      CHECK(leaf.at("status") == "local");
      CHECK(run.has("trajectory.csv"));
    }
  }

  TEST_CASE("runs on combined lines meet their references") {
    // The amplifier at t = 0.2 by the test set for IVP solvers; rtol 1e-7, thousands of steps. The
    // arm at t = 1 from its path and two derivatives of x2, with 40 digits.
    const State amplifier =
        state_of(Run("run -q --leaf local " + data + "/transistor_amplifier.toml"));
    CHECK(std::abs(amplifier.at("y1") + 0.5562145012262709e-2) < 1e-5);
    CHECK(std::abs(amplifier.at("y8") - 0.1236995868091548e1) < 1e-5);
    const State arm = state_of(Run("run -q --leaf local " + data + "/flexible_arm.toml"));
    CHECK(std::abs(arm.at("x2") - 0.39088147819977865) < 1e-9);
    CHECK(std::abs(arm.at("u1") - 13.591260601759746) < 1e-8);
    CHECK(std::abs(arm.at("u2") - 19.33042879027813) < 1e-8);
    // The currents of four coils add up to 0: the equation that their capacitors' absence hides.
    const State modulator = state_of(Run(
        "run -q --leaf local " + data +
        "/ring_modulator_index2.toml --set initial.y3=0 --set initial.y4=0 --set initial.y5=0"));
    const double sum =
        modulator.at("y10") + modulator.at("y11") + modulator.at("y12") + modulator.at("y13");
    CHECK(std::abs(sum) < 1e-14);
  }

  TEST_CASE("lines that follow from the others keep a run's rank") {
    const Folder folder;
    // x' = y and the circle alone are singular where y = 0: y' = -x is not.
    const std::string file = folder.with("circle.toml", R"toml(
unknowns = ["x", "y"]
equations = ["x' = y", "y' = -x", "x^2 + y^2 = 1"]
[initial]
t = 0
x = 0.6
[guess]
y = 0.8
[integrate]
to = { t = 10 }
)toml");
    const State state = state_of(Run("run -q --rtol 1e-10 --leaf local " + file));
    CHECK(std::abs(state.at("x") - (0.6 * std::cos(10.0) + 0.8 * std::sin(10.0))) < 1e-7);
    CHECK(std::abs(state.at("y") - (0.8 * std::cos(10.0) - 0.6 * std::sin(10.0))) < 1e-7);
  }

  TEST_CASE("methods of different kinds agree on local leaves") {
    for (const std::string name : {"chain_20", "rrr3_angle", "watt1_onetri"}) {
      CAPTURE(name);
      const std::string command = "run -q --rtol 1e-11 --leaf local " + data + "/" + name + ".toml";
      const State other = state_of(Run(command + " --method taylor"));
      CHECK(difference(state_of(Run(command)), other) < 1e-6);
    }
  }

  TEST_CASE("rows that are not affine in the highest derivatives are differentiated once more") {
    const Folder folder;
    // x'^3 + x' = t has one real root; x(t) = ∫x' dt, with t = u^3 + u: x = 3u^4/4 + u^2/2.
    const std::string file = folder.with("cubic.toml", R"toml(
unknowns = ["x"]
equations = ["x'^3 + x' = t"]
[initial]
t = 2
x = 1.25
"x'" = 1
[integrate]
to = { t = 10 }
)toml");
    const State state = state_of(Run("run -q --rtol 1e-10 --leaf local " + file));
    CHECK(std::abs(state.at("x") - 14) < 1e-8);
  }

  TEST_CASE("a parameter that is 0 leaves no trace of what it multiplies") {
    const Folder folder;
    const std::string file = folder.with("capacitor.toml", R"toml(
unknowns = ["v", "i", "vc"]
equations = ["v = i*r + vc", "i = c*vc' + g*vc", "v = 1 + sin(t)"]
[parameters]
r = 0
c = 1
g = 0.5
[initial]
t = 0
[integrate]
to = { t = 1 }
)toml");
    const State state = state_of(Run("run -q --leaf local " + file));
    CHECK(std::abs(state.at("vc") - (1 + std::sin(1.0))) < 1e-12);
    CHECK(std::abs(state.at("i") - (std::cos(1.0) + 0.5 * (1 + std::sin(1.0)))) < 1e-12);
  }

  TEST_CASE("what local leaves cannot do is refused, with what can") {
    const Run startless("run --leaf local " + examples + "/inconsistent.toml");
    CHECK(startless.result.exit_code == 2);
    const Run free("run --leaf local " + examples + "/underdetermined.toml");
    CHECK(free.result.exit_code == 2);  // no start either
    const Run word("run --leaf locally " + examples + "/pendulum.toml");
    CHECK(word.result.exit_code == 2);
    CHECK(contains(word.result.messages, "--leaf is local or exact"));
  }
}

TEST_SUITE("end-to-end") {
  TEST_CASE("runs take the leaf at the start first, and say what of it is proved") {
    // What the exact completion needs minutes for, by themselves; references as above.
    for (const std::string name : {"rrr3_angle", "eightbar", "stewart_legs"}) {
      CAPTURE(name);
      const Run run("run --explore 0 " + data + "/" + name + ".toml");
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const nlohmann::json report = run.json("decomposition.json");
      CHECK(report.at("leaves").at(0).at("status") == "local");
      CHECK(report.at("knowledge") == "not asked");
    }
  }

  TEST_CASE("what is known beside a run changes nothing but the decomposition and the page") {
    for (const std::string name : {"pendulum", "double_pendulum_closed", "overdetermined"}) {
      CAPTURE(name);
      const std::string command = "run -q " + examples + "/" + name + ".toml --explore ";
      const Run without(command + "0");
      const Run with(command + "60");
      REQUIRE_MESSAGE(with.result.exit_code == 0, with.result.messages);
      CHECK(whole_file(with.file("trajectory.csv")) == whole_file(without.file("trajectory.csv")));
      CHECK(whole_file(with.file("events.csv")) == whole_file(without.file("events.csv")));
      nlohmann::json one = with.summary();
      nlohmann::json other = without.summary();
      for (const char* key : {"seconds", "command"}) {
        one.erase(key);
        other.erase(key);
      }
      CHECK(one == other);
      const nlohmann::json known = with.json("decomposition.json");
      CHECK(known.at("knowledge") == "complete");
      CHECK(known.at("incidents").empty());
      if (with.has("report.html"))
        CHECK(contains(whole_file(with.file("report.html")), R"("knowledge":"complete")"));
      const nlohmann::json& local = known.at("local");
      CHECK(local.at("status") == "local");
      // What is proved at the start is what the completed leaf says.
      const auto here = std::find_if(known.at("leaves").begin(),
                                     known.at("leaves").end(),
                                     [](const auto& leaf) { return leaf.at("name") == "here"; });
      REQUIRE(here != known.at("leaves").end());
      CHECK(here->at("physical_dimension") == local.at("dimension"));
    }
  }

  TEST_CASE("forces of the file's constraints are those of the exact leaf, functions or not") {
    // The third constraint is the first one again; sin(3*t) is no column of the local leaf.
    const Folder folder;
    const std::string file = folder.with("driven.toml", R"toml(
[mechanics]
coordinates = ["x", "y", "z"]
mass = [2, 2, 1]
force = ["0", "-19.62 - y'/5", "-sin(3*t)"]
constraints = ["x^2 + y^2 = 4", "(z - x)^2 + y^2 = 9", "2*(x^2 + y^2) = 8"]
[initial]
x = 1
y = "sqrt(3)"
"x'" = 0.3
[guess]
z = 3.4
[integrate]
to = { t = 1.5 }
rtol = 1e-10
)toml");
    const Run local("run -q --explore 0 --leaf local " + file);
    const Run exact("run -q --leaf exact " + file);
    const State one = state_of(local);
    const State other = state_of(exact);
    // Forces follow the state, whose errors are hundreds of tolerances.
    CHECK(std::abs(one.at("_force2") - other.at("_force2")) < 1e-6);
    CHECK(one.contains("_force1") == other.contains("_force1"));
    CHECK_FALSE(one.contains("_force3"));
    const nlohmann::json summary = local.summary();
    for (const auto& force : summary.at("multipliers")) {
      if (force.contains("unbounded")) CHECK(force.at("unbounded") == 0);
    }
  }

  TEST_CASE("invariants are imposed on local leaves if they are conserved") {
    const Run energy("run -q --leaf local " + examples + "/henon_heiles.toml");
    REQUIRE_MESSAGE(energy.result.exit_code == 0, energy.result.messages);
    // Projected onto the level at each step.
    CHECK(energy.summary().at("invariants").at("energy").at("drift").get<double>() < 1e-12);
    const Folder folder;
    const std::string file = folder.with("spiral.toml", R"toml(
unknowns = ["x", "y"]
equations = ["x' = -y - x/10", "y' = x - y/10"]
[invariants]
radius = "x^2 + y^2"
[impose]
invariants = ["radius"]
[initial]
x = 1
y = 0
[integrate]
to = { t = 1 }
)toml");
    const Run changing("run --leaf local " + file);
    CHECK(changing.result.exit_code == 3);
    CHECK(contains(changing.result.messages, "it is not conserved on leaf here"));
  }
}

}  // namespace
}  // namespace leafwise::tests
