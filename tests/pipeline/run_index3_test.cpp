// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// Runs that complete nothing: method = "radau5_index3".
namespace leafwise::tests {
namespace {

const std::string examples = LEAFWISE_EXAMPLES;

/// Schropp's pendulum in three ways of writing it, the end left to the command line.
const std::string second_order =
    "unknowns = [\"x\", \"y\", \"lambda\"]\n"
    "equations = [\"x^2 + y^2 = 1\", \"y'' + lambda*y = -1\", \"2*x'' + 2*lambda*x = 0\"]\n";
const std::string first_order =
    "unknowns = [\"x\", \"y\", \"vx\", \"vy\", \"lambda\"]\n"
    "equations = [\"x' = vx\", \"y' = vy\", \"vx' = -lambda*x\", \"vy' + lambda*y + 1 = 0\",\n"
    "  \"x^2 + y^2 = 1\"]\n";
const std::string mechanics =
    "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\nforce = [0, -1]\n"
    "constraints = [\"(x^2 + y^2)/2 = 1/2\"]\n";
const std::string start = "[initial]\nx = 1\ny = 0\n";
const std::string rates = "\"x'\" = 0\n\"y'\" = 0\n";
const std::string first_rates = "vx = 0\nvy = 0\n";
const std::string goal =
    "[integrate]\nmethod = \"radau5_index3\"\nrtol = 1e-9\natol = 1e-9\nto = { t = 5 }\n";

/// A double pendulum; with constraints that follow from its own, or a point without mass that hangs
/// on it by two more.
std::string double_pendulum(const std::array<double, 6>& numbers,
                            const std::string& more_constraints,
                            bool has_point) {
  const auto& [m1, m2, l, angle, speed, share] = numbers;
  const double x = std::sin(angle);
  const double y = -std::cos(angle);
  std::string text = fmt::format(
      "[mechanics]\ncoordinates = [\"a\", \"b\", \"c\", \"d\"{}]\nmass = [{}, {}, {}, {}{}]\n"
      "force = [\"0\", \"-{}\", \"0\", \"-{}\"{}]\n",
      has_point ? ", \"p\", \"q\"" : "",
      m1,
      m1,
      m2,
      m2,
      has_point ? ", 0, 0" : "",
      m1,
      m2,
      has_point ? ", \"-p\", \"0.3\"" : "");
  text += fmt::format(
      "constraints = [\"a^2 + b^2 = 1\", \"(c - a)^2 + (d - b)^2 = {}\"{}{}]\n",
      l * l,
      more_constraints,
      has_point ? fmt::format(", \"p = a + {}*(c - a)\", \"q = b + {}*c*d\"", share, share) : "");
  text += fmt::format(
      "[initial]\na = {}\nb = {}\nc = {}\nd = {}\n\"a'\" = {}\n\"b'\" = {}\n\"c'\" = {}\n\"d'\" = "
      "{}\n",
      x,
      y,
      x + l,
      y,
      -y * speed,
      x * speed,
      -y * speed,
      x * speed);
  if (has_point) text += fmt::format("p = {}\nq = {}\n", x + share * l, y + share * (x + l) * y);
  return text +
         "[integrate]\nmethod = \"radau5_index3\"\nrtol = 1e-9\natol = 1e-9\nto = { t = 1 }\n";
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("radau5_index3: what follows from other constraints, or has no mass, changes nothing") {
    auto random = make_generator("redundant constraints and masses of 0, index 3");
    const auto between = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (std::uint64_t i = 0; i < 3 * multiplier(); ++i) {
      const std::array<double, 6> numbers = {between(0.5, 2),
                                             between(0.5, 2),
                                             between(0.5, 2),
                                             between(-1, 1),
                                             between(-2, 2),
                                             between(0.2, 0.8)};
      const double length = numbers[2];
      const Folder folder;
      const Run plain("run -q " + folder.with("plain.toml", double_pendulum(numbers, "", false)));
      REQUIRE_MESSAGE(plain.result.exit_code == 0, plain.result.messages);
      // The sum of both constraints, and the product of one with a function.
      const std::string implied = fmt::format(
          ", \"a^2 + b^2 + {0}*((c - a)^2 + (d - b)^2) = 1 + {0}*{1}\", "
          "\"(a^2 + b^2 - 1)*(2 + c) = 0\", \"(a^2 + b^2 - 1)*exp(d) = 0\"",
          between(-2, 2),
          length * length);
      for (const std::string& more : {std::string(), implied}) {
        for (const bool has_point : {false, true}) {
          if (more.empty() && !has_point) continue;
          CAPTURE(has_point);
          const std::string text = double_pendulum(numbers, more, has_point);
          CAPTURE(text);
          const Run run("run -q " + folder.with("more.toml", text));
          REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
          const std::string warnings = run.summary().at("warnings").dump();
          CHECK(contains(warnings, "constraint 3 follows from the others (to order 20)") ==
                !more.empty());
          // The point is pushed, and pushes the pendulum: methods on the leaf know by how much.
          const Run leaf("run -q --leaf local --method dop853 " + folder.with("leaf.toml", text));
          REQUIRE_MESSAGE(leaf.result.exit_code == 0, leaf.result.messages);
          const Run& reference = has_point ? leaf : plain;
          // Hundreds of tolerances, in a time in which the pendulum makes errors ten times larger.
          for (const char* name : {"a", "b", "c", "d", "a'", "d'"}) {
            const double expected = reference.trajectory().last(name);
            CHECK(std::abs(run.trajectory().last(name) - expected) < 1e-6);
          }
          if (!has_point || !more.empty()) continue;
          // By (-p, 0.3), which its constraints bear. Multipliers are of order 2, and there are few
          // steps: these say which force it is, not its digits.
          CHECK(std::abs(run.trajectory().last("lambda3") + run.trajectory().last("p")) < 0.05);
          CHECK(std::abs(run.trajectory().last("lambda4") - 0.3) < 0.05);
        }
      }
    }
  }
}

TEST_SUITE("end-to-end") {
  TEST_CASE("Andrews' squeezer by the program at t = 0.03: nine digits of all positions") {
    // truth/ivp.json, reference_t_0.03_quad
    const std::vector<std::pair<const char*, double>> exact = {{"beta", 15.8107711951537071},
                                                               {"Theta", -15.7563710584118395},
                                                               {"gamma", 0.0408222401196458048},
                                                               {"Phi", -0.534730116342079594},
                                                               {"delta", 0.524409965879954069},
                                                               {"Omega", 0.534730116342079594},
                                                               {"epsilon", 1.04808074104193787}};
    const Run run("run " + examples +
                  "/andrews_squeezer.toml --method radau5_index3 --rtol 1e-14 --atol 1e-14 --to "
                  "0.03");
    REQUIRE(run.result.exit_code == 0);
    for (const auto& [name, value] : exact) {
      CAPTURE(name);
      CHECK(std::abs(run.trajectory().last(name) - value) <= 1e-9 * std::abs(value));
    }
  }

  TEST_CASE("a run that completes nothing writes the files of any run, and its defects") {
    const Run with("run " + examples + "/pendulum.toml --method radau5_index3 --rtol 1e-10 --to 5");
    const Run completed("run " + examples + "/pendulum.toml --rtol 1e-10 --to 5");
    CHECK(with.result.exit_code == 0);
    CHECK(with.trajectory().columns == completed.trajectory().columns);
    CHECK(with.trajectory().rows.size() == completed.trajectory().rows.size());
    const auto summary = with.summary();
    CHECK(summary["branch"] == "uncompleted");
    CHECK(summary["method"] == "radau5_index3");
    CHECK(summary["defects"]["d1"].get<double>() <= 1e-14);
    CHECK(summary["defects"]["d2"].get<double>() <= 1e-14);
    CHECK(contains(summary["warnings"].dump(), "not completed"));
    CHECK(contains(summary["references"].dump(), "Schropp"));
    CHECK_FALSE(completed.summary().contains("defects"));
    // Local errors of order 3 are held at 0.1 tol^(2/3): the run is less exact than its tolerance.
    for (const char* column : {"x", "y", "x'", "y'", "lambda"}) {
      CAPTURE(column);
      CHECK(with.trajectory().last(column) ==
            doctest::Approx(completed.trajectory().last(column)).epsilon(1e-4));
    }
    CHECK(with.events().rows.size() == completed.events().rows.size());
    const auto decomposition = with.json("decomposition.json");
    CHECK(decomposition["leaves"].empty());
    CHECK(decomposition["complete"] == false);
    CHECK(contains(decomposition["reason"].get<std::string>(), "does not complete the system"));
  }

  TEST_CASE("equations of order 1 and 2 and [mechanics] are the same system") {
    const Folder folder;
    const Run second("run " + folder.with("second.toml", second_order + start + rates + goal));
    const Run first("run " + folder.with("first.toml", first_order + start + first_rates + goal));
    const Run third("run " + folder.with("third.toml", mechanics + start + rates + goal));
    for (const Run* run : {&second, &first, &third}) {
      REQUIRE(run->result.exit_code == 0);
      // Where the pendulum of unit length is after 5 units of time: truth by any of the others.
      for (const char* column : {"x", "y"}) {
        CHECK(run->trajectory().last(column) ==
              doctest::Approx(second.trajectory().last(column)).epsilon(1e-7));
      }
      CHECK(run->summary()["defects"]["d2"].get<double>() <= 1e-14);
    }
    CHECK(third.trajectory().last("lambda1") ==
          doctest::Approx(second.trajectory().last("lambda")).epsilon(1e-4));
  }

  TEST_CASE("Andrews' squeezer from its file, nothing completed") {
    const Run run("run " + examples +
                  "/andrews_squeezer.toml --method radau5_index3 --rtol 1e-12 --atol 1e-12");
    REQUIRE(run.result.exit_code == 0);
    // references.txt, andrews_t0.03; 2.9e-8 was reached at this tolerance.
    CHECK(run.trajectory().last("beta") == doctest::Approx(15.810771195153707).epsilon(1e-7));
    CHECK(run.trajectory().last("epsilon") == doctest::Approx(1.0480807410419).epsilon(1e-7));
    CHECK(run.summary()["defects"]["d2"].get<double>() <= 1e-14);
  }

  TEST_CASE("projection = \"none\" lets the hidden constraint drift") {
    const Folder folder;
    const Run run(
        "run " +
        folder.with("none.toml", second_order + start + rates + goal + "projection = \"none\"\n"));
    REQUIRE(run.result.exit_code == 0);
    CHECK(run.summary()["defects"]["d2"].get<double>() > 1e-9);
  }

  TEST_CASE("fixed steps and a driven mechanism without freedom") {
    const Folder folder;
    const Run fixed("run " + folder.with("fixed.toml",
                                         second_order + start + rates + goal +
                                             "control = \"fixed\"\nstep = 0.05\n"));
    REQUIRE(fixed.result.exit_code == 0);
    CHECK(fixed.summary()["steps"] == 100);
    const Run driven("run " + examples + "/driven_four_bar.toml --method radau5_index3");
    CHECK(driven.result.exit_code == 0);
    CHECK(driven.trajectory().last("x1") == doctest::Approx(0.5).epsilon(1e-9));
  }

  TEST_CASE("a sweep of runs that complete nothing: the period grows with the length's root") {
    // Energies 0 and unit masses: y at the end by scaling, l·y₁(t/√l) [t in units of √l].
    const Folder folder;
    const std::string file = folder.with(
        "sweep.toml",
        "unknowns = [\"x\", \"y\", \"lambda\"]\n"
        "equations = [\"x'' + lambda*x = 0\", \"y'' + lambda*y = -1\", \"x^2 + y^2 = l^2\"]\n"
        "[parameters]\nl = 1\n[initial]\nx = \"l\"\ny = 0\n" +
            rates +
            "[integrate]\nmethod = \"radau5_index3\"\nrtol = 1e-10\natol = 1e-10\n"
            "to = { t = \"2*sqrt(l)\" }\n[sweep]\nl = [1, 4]\n");
    const CommandResult result = run_command(std::string(LEAFWISE_PROGRAM) + " sweep " + file +
                                             " --no-cache --quiet -o " + folder / "out");
    REQUIRE_MESSAGE(result.exit_code == 0, result.messages);
    const Table table = read_table(folder / "out/sweep.csv");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].at("branch") == "uncompleted");
    CHECK(table.number(1, "y") == doctest::Approx(4 * table.number(0, "y")).epsilon(1e-5));
  }

  TEST_CASE("what is no index-3 system, or starts elsewhere, is refused with the reason") {
    const auto refusal = [](const std::string& arguments, int code, const std::string& part) {
      const Run run("run " + arguments);
      CAPTURE(arguments);
      CAPTURE(run.result.messages);
      CHECK(run.result.exit_code == code);
      CHECK(contains(run.result.messages, part));
      CHECK_FALSE(run.has("summary.json"));
    };
    const Folder folder;
    refusal(examples + "/kepler.toml --method radau5_index3", 3, "not an index-3 system");
    refusal(examples + "/steering_wheel.toml --method radau5_index3", 3, "index 2");
    refusal(examples + "/double_pendulum_angles.toml --method radau5_index3", 3, "no constraint");
    refusal(folder.with("off.toml", second_order + "[initial]\nx = 1.1\ny = 0\n" + rates + goal),
            3,
            "off the constraints");
    refusal(folder.with("open.toml", second_order + start + goal), 3, "y'");
    refusal(examples + "/pendulum.toml --method radau5_index3 --to arclength=3", 2, "arc");
    for (const std::string branch : {"g1", "here", "root"}) {
      const std::string command = examples + "/pendulum.toml --method radau5_index3 --branch ";
      refusal(command + branch,
              3,
              "there is no leaf '" + branch +
                  "': radau5_index3 does not complete the system\n  Leave out");
    }
    refusal(folder.with("classic.toml",
                        second_order + start + rates + goal + "control = \"classic\"\n"),
            2,
            "step control");
    refusal(folder.with("dopri.toml",
                        second_order + start + rates +
                            "[integrate]\nto = { t = 1 }\nprojection = \"none\"\n"),
            2,
            "radau5_index3 only");
  }
}

}  // namespace leafwise::tests
