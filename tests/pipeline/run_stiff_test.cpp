// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "runs.hpp"

// Runs of stiff mechanical systems as they stand: method = "radau5_stiff".
namespace leafwise::tests {
namespace {

const std::string examples = LEAFWISE_EXAMPLES;

const std::string pendulum =
    "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\nforce = [0, -1]\n";
const std::string spring =
    "[stiff]\npotential = \"(sqrt(x^2 + y^2) - 1)^2/2\"\nepsilon = \"eps\"\n";
const std::string start = "[initial]\nx = 1\ny = 0\n\"x'\" = 0\n\"y'\" = 0\n";
const std::string goal =
    "[integrate]\nto = { t = 1.5 }\nmethod = \"radau5_stiff\"\nrtol = 1e-10\natol = 1e-10\n";

std::string eps(const std::string& value) {
  return "[parameters]\neps = " + value + "\n";
}

/// Masses that depend on t and positions, angles, several springs, forces that depend on t and
/// velocities; ε = 0.03, all values given.
std::vector<std::string> made_up_systems() {
  return {eps("0.03") +
              "[mechanics]\ncoordinates = [\"x1\", \"y1\", \"x2\", \"y2\"]\nmass = [1, 1, 2, 2]\n"
              "force = [0, -1, 0, -2]\n[stiff]\npotential = \"(sqrt(x1^2 + y1^2) - 1)^2/2 + "
              "3*(sqrt((x2-x1)^2 + (y2-y1)^2) - 1)^2/2\"\nepsilon = \"eps\"\n"
              "[initial]\nx1 = 1\ny1 = 0\nx2 = 2\ny2 = 0\n"
              "\"x1'\" = 0\n\"y1'\" = 0\n\"x2'\" = 0\n\"y2'\" = 0.1\n",
          eps("0.03") +
              "[mechanics]\ncoordinates = [\"r\", \"phi\"]\nmass = [1, \"r^2\"]\n"
              "force = [\"r*phi'^2 + cos(phi)\", \"-2*r*r'*phi' - r*sin(phi)\"]\n"
              "[stiff]\npotential = \"(r - 1)^2/2\"\nepsilon = \"eps\"\n"
              "[initial]\nr = 1.001\nphi = 1.2\n\"r'\" = 0\n\"phi'\" = 0.3\n",
          eps("0.03") +
              "[mechanics]\ncoordinates = [\"x\", \"y\"]\n"
              "mass = [[\"2 + x^2\", \"0.5\"], [\"0.5\", \"1 + t/4\"]]\n"
              "force = [\"sin(3*t) - 0.2*x'\", \"-1 + exp(-t)*x\"]\n"
              "[stiff]\npotential = \"(y - x^2)^2/2\"\nepsilon = \"eps\"\n"
              "[initial]\nx = 0.5\ny = 0.25\n\"x'\" = 1\n\"y'\" = 1\n",
          eps("0.03") +
              "[mechanics]\ncoordinates = [\"a\", \"b\"]\n"
              "mass = [[\"2\", \"cos(a - b)\"], [\"cos(a - b)\", \"1\"]]\n"
              "force = [\"-b'^2*sin(a - b) - 2*sin(a)\", \"a'^2*sin(a - b) - sin(b)\"]\n"
              "[stiff]\npotential = \"1 - cos(a - b)\"\nepsilon = \"eps\"\n"
              "[initial]\na = 1\nb = 1\n\"a'\" = 0\n\"b'\" = 0\n"};
}

/// Largest difference of coordinates and velocities in the last rows.
double difference(const Run& one, const Run& other, const std::vector<std::string>& columns) {
  double worst = 0;
  for (const std::string& column : columns) {
    worst =
        std::max(worst, std::abs(one.trajectory().last(column) - other.trajectory().last(column)));
  }
  return worst;
}

std::vector<std::string> state_columns(const Run& run) {
  std::vector<std::string> columns;
  for (const std::string& column : run.trajectory().columns) {
    if (column != "t" && !column.starts_with('_')) columns.push_back(column);
  }
  return columns;
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a stiff run writes the files of any run, and what belongs to it") {
    const Run run("run " + examples + "/stiff_spring_pendulum.toml");
    REQUIRE(run.result.exit_code == 0);
    const auto summary = run.summary();
    CHECK(summary["branch"] == "uncompleted");
    CHECK(summary["method"] == "radau5_stiff");
    CHECK(summary["steps"].get<int>() < 1000);  // dopri54 takes 53381
    CHECK(contains(summary["references"].dump(), "Lubich"));
    CHECK(contains(summary["warnings"].dump(), "not completed"));
    CHECK(summary["counters"]["fields"].get<int>() > 0);
    CHECK(summary["stiff"]["epsilon"] == 1e-3);
    REQUIRE(summary["stiff"]["frequencies"].size() == 1);
    // The spring has unit mass and stiffness 1/ε².
    CHECK(summary["stiff"]["frequencies"][0].get<double>() == doctest::Approx(1000));
    // At the lowest point the spring carries weight 1 and centrifugal force 2; O(ε²) more.
    CHECK(summary["stiff"]["largest_force"].get<double>() == doctest::Approx(3).epsilon(1e-3));
    CHECK(summary["invariants"]["energy"]["drift"].get<double>() < 1e-6);  // 4e-7 was seen
    CHECK(run.events().rows.size() == 5);
    CHECK(run.has("report.html"));
    // The length at the lowest point: 1 + 3ε².
    const Table events = run.events();
    CHECK(-events.number(0, "y") == doctest::Approx(1 + 3e-6).epsilon(1e-8));
    CHECK(run.json("decomposition.json")["leaves"].empty());
  }

  TEST_CASE("oscillations that the tolerance resolves are those of the completed system") {
    for (const std::string& system : made_up_systems()) {
      CAPTURE(system);
      const Folder folder;
      const std::string file = folder.with("system.toml", system + goal);
      const Run stiff("run " + file + " --rtol 1e-11 --atol 1e-12");
      const Run completed("run " + file + " --method taylor --rtol 1e-11 --atol 1e-12");
      REQUIRE_MESSAGE(stiff.result.exit_code == 0, stiff.result.messages);
      REQUIRE_MESSAGE(completed.result.exit_code == 0, completed.result.messages);
      // 2.6e-7 was the largest that was seen; the tolerance holds for steps, with RADAU5's filter.
      CHECK(difference(stiff, completed, state_columns(stiff)) < 2e-6);
    }
  }

  TEST_CASE("smooth motion differs from the constrained pendulum by epsilon^2") {
    const Folder folder;
    const Run limit("run " + folder.with("limit.toml",
                                         pendulum + "constraints = [\"x^2 + y^2 = 1\"]\n" + start +
                                             "[integrate]\nto = { t = 1.5 }\nrtol = 1e-12\n"));
    REQUIRE(limit.result.exit_code == 0);
    std::vector<double> scaled;
    for (const double epsilon : {1e-2, 1e-3}) {
      const Run run("run " + folder.with("stiff.toml",
                                         eps(std::to_string(epsilon)) + pendulum + spring +
                                             "smooth = 3\n" + start + goal));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      scaled.push_back(difference(run, limit, {"x", "y"}) / (epsilon * epsilon));
      // The start moves by O(ε²): 3ε⁴ along the rod here, as no force pulls there.
      CHECK(run.summary()["initial_shift"].get<double>() < epsilon * epsilon);
    }
    CHECK(scaled[0] > 0.1);
    // The next term is ε² of this one; errors of 1e-10 are 1e-4 of it.
    CHECK(scaled[1] == doctest::Approx(scaled[0]).epsilon(0.02));
  }

  TEST_CASE("a start off the smooth motion is kept, or moved where smooth says so") {
    const Folder folder;
    // Turning with unit speed, the spring carries 1: smooth motion is longer by ε². Vertically up,
    // gravity takes that back; at the side it does not.
    const std::string turning = "[initial]\nx = 1\ny = 0\n\"x'\" = 0\n\"y'\" = 1\n";
    const std::string system = eps("1e-3") + pendulum + spring;
    const Run kept("run " + folder.with("kept.toml", system + turning + goal));
    const Run moved("run " + folder.with("moved.toml", system + "smooth = 1\n" + turning + goal));
    REQUIRE(kept.result.exit_code == 0);
    REQUIRE(moved.result.exit_code == 0);
    CHECK(kept.trajectory().number(0, "x") == 1);
    CHECK(kept.summary()["initial_shift"] == 0);
    // x = 1 + ε², up to the next term of order ε⁴.
    CHECK(moved.trajectory().number(0, "x") - 1 == doctest::Approx(1e-6).epsilon(1e-4));
    CHECK(moved.summary()["initial_shift"].get<double>() == doctest::Approx(1e-6).epsilon(1e-4));
    CHECK(contains(moved.result.output, "moved to smooth motion"));
    CHECK_FALSE(contains(moved.result.messages, "was moved"));
  }

  TEST_CASE("all ways to solve for the stages have the same solution") {
    const Folder folder;
    const std::string system = eps("1e-2") + pendulum + spring + "smooth = 2\n";
    // Steps of 3 ε, where all iterations converge: below 2 ε^(2/3) and 2 ε^(1/2).
    const std::string end = start + goal + "control = \"fixed\"\nstep = 0.03\n";
    const Run outer("run " + folder.with("outer.toml", system + end));
    REQUIRE(outer.result.exit_code == 0);
    for (const std::string newton : {"fixed", "guessed"}) {
      CAPTURE(newton);
      const Run run("run " +
                    folder.with(newton + ".toml", system + "newton = \"" + newton + "\"\n" + end));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      // What Newton's iteration leaves at a tolerance of 1e-10; 1e-9 was seen in velocities.
      CHECK(difference(run, outer, {"x", "y", "x'", "y'"}) < 1e-8);
    }
    // Chooses its steps: with fixed ones its iteration stops converging halfway. Positions agree to
    // what single steps of 1e-10 add up to; 2e-9 was seen.
    const Run adaptive("run " + folder.with("adaptive.toml", system + start + goal));
    const Run constrained(
        "run " +
        folder.with("constrained.toml", system + "newton = \"constrained\"\n" + start + goal));
    REQUIRE_MESSAGE(constrained.result.exit_code == 0, constrained.result.messages);
    CHECK(difference(adaptive, constrained, {"x", "y"}) < 1e-7);
  }

  TEST_CASE("another method says what it does not look at, and follows the oscillation") {
    const Run run("run " + examples +
                  "/stiff_spring_pendulum.toml --method dopri54 --set epsilon=0.05 --to 1");
    REQUIRE(run.result.exit_code == 0);
    CHECK(contains(run.result.messages, "not used: smooth of [stiff]"));
    CHECK(run.summary()["branch"] == "here");
    CHECK_FALSE(run.summary().contains("stiff"));
  }

  TEST_CASE("a sweep over epsilon tends to its limit like epsilon^2") {
    const Folder folder;
    const std::string file = folder.with("sweep.toml",
                                         eps("1e-2") + pendulum + spring + "smooth = 2\n" + start +
                                             goal + "[sweep]\neps = [1e-2, 1e-3, 1e-4]\n");
    const CommandResult result = run_command(std::string(LEAFWISE_PROGRAM) + " sweep " + file +
                                             " --no-cache --quiet -o " + folder / "out");
    REQUIRE_MESSAGE(result.exit_code == 0, result.messages);
    const Table table = read_table(folder / "out/sweep.csv");
    REQUIRE(table.rows.size() == 3);
    for (const auto& row : table.rows) CHECK(row.at("branch") == "uncompleted");
    // No algebra was done.
    const std::string again = "sweep " + file;
    CHECK(contains(Run(again).result.output, "reach their goal; nothing was completed\n"));
    const auto json = nlohmann::json::parse(Run(again + " --json").result.output);
    CHECK(json["decompositions"] == 0);
    CHECK(json["runs"] == 3);
    const double far = table.number(0, "x") - table.number(2, "x");
    const double near = table.number(1, "x") - table.number(2, "x");
    // (1e-4 − 1e-8)/(1e-6 − 1e-8); errors of 2e-8 are some hundredths of `near`.
    CHECK(far / near == doctest::Approx(101).epsilon(0.1));
  }

  TEST_CASE("fixed steps, a stop event, backwards") {
    const Folder folder;
    const std::string system = eps("1e-3") + pendulum + spring + "smooth = 2\n" + start;
    const Run fixed(
        "run " + folder.with("fixed.toml", system + goal + "control = \"fixed\"\nstep = 0.05\n"));
    REQUIRE(fixed.result.exit_code == 0);
    CHECK(fixed.summary()["steps"] == 30);
    const Run event(
        "run " +
        folder.with(
            "event.toml",
            system + goal + "[[events]]\nname = \"half\"\nwhen = \"y = -0.5\"\nstop = true\n"));
    REQUIRE(event.result.exit_code == 0);
    CHECK(event.summary()["reason"] == "event:half");
    CHECK(event.trajectory().last("y") == doctest::Approx(-0.5).epsilon(1e-9));
    // The system is reversible, and begins at rest.
    const Run back("run " + folder.with("back.toml", system + goal) + " --to -1.5");
    const Run forth("run " + folder.with("forth.toml", system + goal));
    REQUIRE(back.result.exit_code == 0);
    CHECK(back.trajectory().last("y") ==
          doctest::Approx(forth.trajectory().last("y")).epsilon(1e-9));
  }

  TEST_CASE("what is no stiff system, or asks for something else, is refused with the reason") {
    const Folder folder;
    int number = 0;
    const auto refusal = [&](const std::string& text,
                             const std::string& options,
                             int code,
                             const std::string& part) {
      const Run run("run " + folder.with("bad" + std::to_string(++number) + ".toml", text) +
                    options);
      CAPTURE(text);
      CAPTURE(run.result.messages);
      CHECK(run.result.exit_code == code);
      CHECK(contains(run.result.messages, part));
      CHECK_FALSE(run.has("summary.json"));
    };
    const std::string stiff = eps("1e-3") + pendulum + spring;
    refusal("unknowns = [\"x\"]\nequations = [\"x'' = -x\"]\n[initial]\nx = 1\n\"x'\" = 0\n" + goal,
            "",
            3,
            "a table [stiff]");
    refusal(eps("1e-3") + pendulum + "constraints = [\"x = 1\"]\n" + spring + start + goal,
            "",
            3,
            "does not support constraints beside [stiff]");
    refusal(eps("\"symbolic\"") + pendulum + spring + start + goal, "", 2, "symbolic parameter");
    refusal(stiff + start + goal, " --set eps=-1", 2, "not positive");
    refusal(stiff + "[initial]\nx = 1\ny = 0\n" + goal, "", 3, "x', y'");
    refusal(stiff + start + "\"x''\" = 3\n" + goal, "", 2, "x'' in [initial]");
    refusal(stiff + start + goal + "projection = \"none\"\n", "", 2, "does not project");
    refusal(stiff + start + goal + "control = \"classic\"\n", "", 2, "step control");
    refusal(stiff + start + goal + "parameter = \"arclength\"\n", "", 2, "arc");
    refusal(stiff + start + goal, " --to arclength=1", 2, "arc");
    refusal(stiff + start + goal, " --branch g1", 3, "no leaf 'g1'");
    refusal(stiff + start + goal +
                "[invariants]\nL = \"x*y' - y*x'\"\n[impose]\ninvariants = [\"L\"]\n",
            "",
            2,
            "imposes no invariants");
    refusal(stiff + start + goal + "[[events]]\nname = \"a\"\nwhen = \"x'' = 0\"\n", "", 2, "x''");
    const std::string slope =
        eps("1e-3") + pendulum + "[stiff]\npotential = \"x + y\"\nepsilon = \"eps\"\n";
    refusal(slope + start + goal, "", 3, "no minimum");
    refusal(slope + "smooth = 1\n" + start + goal, "", 3, "no minimum");
  }
}

}  // namespace leafwise::tests
