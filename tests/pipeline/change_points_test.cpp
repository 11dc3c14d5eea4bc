// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "four_bars.hpp"
#include "runs.hpp"
#include "support/seed.hpp"

// Linkages that lie flat in the course of a run, or begin so, on leaves that were found at the
// start: compared with closed forms.
namespace leafwise::tests {
namespace {

/// From a random angle or, flat, from a change point.
void check_motion(Random& random, Kind kind, bool starts_flat, const std::string& options) {
  const Motion motion = random_motion(random, kind);
  const double flat = motion.bar.is_flat_at_0 ? 0 : std::acos(-1);
  const double angle = starts_flat ? flat : sign(random) * between(random, 0.5, 2.6);
  const double speed = sign(random) * between(random, 3, 5);
  constexpr double time = 3;  // one turn or two: some four change points
  const double end = motion.angle_after(angle, speed, time);
  if (std::isnan(end)) return;
  const Folder folder;
  const std::string text = motion.file(angle, speed, time);
  CAPTURE(text);
  const Run run("run -q --leaf local " + options + " " + folder.with("bar.toml", text));
  REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
  // Each passage may add 500 tolerances, 5e-7, which go with the time left.
  CHECK(distance(run, motion.bar, end) < 1e-5);
}

std::string parallelograms(int count, Random& random, double angle, double speed, double time) {
  std::string names;
  std::string mass;
  std::string force;
  std::string constraints;
  std::string initial = "[initial]\nt = 0\n";
  double before = 0;
  const double radius = between(random, 0.5, 1.2);
  for (int k = 0; k <= count; ++k) {
    const double place = k == 0 ? 0 : before + between(random, 0.5, 2);
    const std::string comma = k == 0 ? "" : ", ";
    names += fmt::format("{}\"x{}\", \"y{}\"", comma, k, k);
    const double weight = between(random, 0.5, 2);
    mass += fmt::format("{}\"{}\", \"{}\"", comma, weight, weight);
    force += comma + "\"0\", \"0\"";
    constraints += fmt::format("{}\"(x{} - {})^2 + y{}^2 = {}^2\"", comma, k, place, k, radius);
    if (k > 0) {
      constraints += fmt::format(
          ", \"(x{0} - x{1})^2 + (y{0} - y{1})^2 = ({2} - {3})^2\"", k, k - 1, place, before);
    }
    initial += fmt::format("x{0} = {1}\ny{0} = {2}\n\"x{0}'\" = {3}\n\"y{0}'\" = {4}\n",
                           k,
                           place + radius * std::cos(angle),
                           radius * std::sin(angle),
                           -radius * std::sin(angle) * speed,
                           radius * std::cos(angle) * speed);
    before = place;
  }
  return "[mechanics]\ncoordinates = [" + names + "]\nmass = [" + mass + "]\nforce = [" + force +
         "]\nconstraints = [" + constraints + "]\n" + initial +
         fmt::format("[integrate]\nto = {{ t = {} }}\n", time);
}

TEST_SUITE("law") {
  TEST_CASE("four-bars pass their change points as closed forms do") {
    Random random = make_generator("four-bars pass their change points as closed forms do");
    for (std::uint64_t i = 0; i < 3 * multiplier(); ++i) {
      for (const Kind kind : {Kind::flat_at_0, Kind::flat_at_pi, Kind::both}) {
        check_motion(random, kind, false, "--rtol 1e-9");
      }
    }
    for (const char* method : {"dop853", "taylor"}) {
      check_motion(random, Kind::flat_at_0, false, std::string("--rtol 1e-9 --method ") + method);
    }
  }

  TEST_CASE("four-bars start in change points along the branch of their velocity") {
    Random random = make_generator("four-bars start in change points");
    for (std::uint64_t i = 0; i < 2 * multiplier(); ++i) {
      for (const Kind kind : {Kind::flat_at_0, Kind::flat_at_pi, Kind::both}) {
        check_motion(random, kind, true, "--rtol 1e-9");
      }
    }
  }

  TEST_CASE("chains of parallelograms turn uniformly through positions where all lie flat") {
    Random random = make_generator("chains of parallelograms");
    for (std::uint64_t i = 0; i < 3 * multiplier(); ++i) {
      const int count = 1 + static_cast<int>(i % 3);
      const double angle = i % 2 == 0 ? 0 : between(random, 0.3, 2.8);
      const double speed = sign(random) * between(random, 1, 2);
      constexpr double time = 5;
      const Folder folder;
      const std::string text = parallelograms(count, random, angle, speed, time);
      CAPTURE(text);
      const Run run("run -q --rtol 1e-9 --leaf local " + folder.with("chain.toml", text));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const nlohmann::json state = run.summary().at("state");
      // No forces, all points on circles: the angle grows uniformly.
      const double there = std::atan2(state.at("y0").get<double>(), state.at("x0").get<double>());
      CHECK(std::abs(std::remainder(there - angle - speed * time, 2 * std::acos(-1))) < 1e-6);
      CHECK(std::abs(state.at("y1").get<double>() - state.at("y0").get<double>()) < 1e-7);
    }
  }

  TEST_CASE("linkages that nearly lie flat keep their side") {
    // Gaps down to ten tolerances; below, straight on is as good a solution.
    Random random = make_generator("linkages that nearly lie flat keep their side");
    for (const double gap : {1e-2, 1e-4, 1e-6, 1e-8}) {
      Motion motion = random_motion(random, Kind::flat_at_pi);
      motion.gravity = 0;
      motion.bar.b += gap;
      motion.bar.is_flat_at_pi = false;
      const Folder folder;
      const std::string text = motion.file(2, 4, 0.9);
      CAPTURE(text);
      const Run run("run -q --rtol 1e-9 --leaf local " + folder.with("bar.toml", text));
      if (run.result.exit_code == 5) continue;  // it may say that it cannot tell
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const nlohmann::json state = run.summary().at("state");
      const double angle = std::atan2(state.at("yB").get<double>(), state.at("xB").get<double>());
      CHECK(distance(run, motion.bar, angle) < 1e-6);
    }
  }
}

/// Bars 1, 2, 1 on 2 in the position (1, 0, 3, 0), from which a parallelogram and an
/// antiparallelogram start.
std::string flat(const std::string& velocities) {
  return "[mechanics]\ncoordinates = [\"a\", \"b\", \"c\", \"d\"]\nmass = [1, 1, 1, 1]\n"
         "force = [\"0\", \"-1\", \"0\", \"-1\"]\nconstraints = [\"a^2 + b^2 = 1\",\n"
         "  \"(c - a)^2 + (d - b)^2 = 4\", \"(c - 2)^2 + d^2 = 1\"]\n"
         "[initial]\na = 1\nb = 0\nc = 3\nd = 0\n" +
         velocities + "[integrate]\nto = { t = 1 }\n";
}

TEST_SUITE("end-to-end") {
  TEST_CASE("the velocity picks the branch of a start where branches meet") {
    const Folder folder;
    const auto run = [&](const std::string& velocities) {
      return Run("run --leaf local " + folder.with("flat.toml", flat(velocities)));
    };
    const Run parallel = run("\"b'\" = 1\n\"d'\" = 1\n");
    REQUIRE_MESSAGE(parallel.result.exit_code == 0, parallel.result.messages);
    const Table table = parallel.trajectory();
    CHECK(table.number(0, "b'") == 1);  // what was given stays as it is
    CHECK(std::abs(table.last("d") - table.last("b")) < 1e-8);
    const Run anti = run("\"b'\" = -1\n\"d'\" = 3\n");
    REQUIRE_MESSAGE(anti.result.exit_code == 0, anti.result.messages);
    CHECK(std::abs(anti.trajectory().last("d") - anti.trajectory().last("b")) > 1e-2);
    for (const char* open :
         {"\"b'\" = 0\n\"d'\" = 0\n", "\"b'\" = 1\n\"d'\" = 0.5\n", "\"b'\" = 1\n"}) {
      const Run refused = run(open);
      CHECK(refused.result.exit_code == 3);
      CHECK(contains(refused.result.messages, "b' = 0.707107, d' = 0.707107"));
      CHECK(contains(refused.result.messages, "b' = -0.316228, d' = 0.948683"));
    }
  }

  TEST_CASE("the summary says that a change point was passed, and where") {
    // A parallelogram without forces turns uniformly; it lies flat after 0.3 of a radian.
    const Folder folder;
    const std::string text =
        "[mechanics]\ncoordinates = [\"a\", \"b\", \"c\", \"d\"]\nmass = [1, 1, 1, 1]\n"
        "force = [\"0\", \"0\", \"0\", \"0\"]\nconstraints = [\"a^2 + b^2 = 1\",\n"
        "  \"(c - a)^2 + (d - b)^2 = 4\", \"(c - 2)^2 + d^2 = 1\"]\n"
        "[initial]\na = \"cos(0.3)\"\nb = \"-sin(0.3)\"\n\"a'\" = \"sin(0.3)\"\n\"b'\" = "
        "\"cos(0.3)\"\n[guess]\nc = 2.96\nd = -0.3\n[integrate]\nto = { t = 1 }\n";
    const std::string file = folder.with("bars.toml", text);
    const Run run("run --leaf local " + file);
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    CHECK(contains(run.result.output, "passed        a change point at t = 0.3\n"));
    const nlohmann::json passed = run.summary().at("change_points");
    REQUIRE(passed.size() == 1);
    // The turn is uniform, and off by no more than the default tolerance in each step.
    CHECK(std::abs(passed[0].get<double>() - 0.3) < 1e-6);
    const Run before("run --leaf local --to 0.2 " + file);
    REQUIRE(before.result.exit_code == 0);
    CHECK(before.summary().at("change_points").empty());
    CHECK(!contains(before.result.output, "passed "));
  }

  TEST_CASE("a start without a real branch, and one with a degenerate one, are told") {
    const Folder folder;
    // Bars in line: no velocity. Circles that touch from inside, as curves: 6/10 of the plan.
    const std::string text =
        "[mechanics]\ncoordinates = [\"a\", \"b\"]\nmass = [1, 1]\nforce = [\"0\", \"-1\"]\n"
        "constraints = [\"a^2 + b^2 = 1\", \"(a - 2)^2 + b^2 = 1\"]\n"
        "[initial]\na = 1\nb = 0\n\"b'\" = 1\n[integrate]\nto = { t = 1 }\n";
    const Run run("run --leaf local " + folder.with("line.toml", text));
    CHECK(run.result.exit_code == 3);
    CHECK(contains(run.result.messages, "no simple branch"));
  }

  TEST_CASE("a redundant bar keeps the rank, and functions stay functions") {
    // A parallelogram with a third crank, redundant, its couplers' lengths written as functions;
    // 60 degrees between the cranks: no change point. All turn uniformly.
    const Folder folder;
    const std::string text =
        "[mechanics]\ncoordinates = [\"u\", \"v\"]\nmass = [1, 1]\nforce = [\"0\", \"0\"]\n"
        "constraints = [\"sin(u - v) = 0\", \"cos(u - v) = 1\"]\n"
        "[initial]\nu = 0.3\nv = 0.3\n\"u'\" = 1.5\n\"v'\" = 1.5\n"
        "[integrate]\nto = { t = 4 }\n";
    const Run run("run --rtol 1e-10 --leaf local " + folder.with("angles.toml", text));
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    CHECK(std::abs(run.trajectory().last("v") - 6.3) < 1e-9);
  }

  TEST_CASE("two equations that are lost at once, beside a velocity that is 0 for ever") {
    // Peaucellier's linkage: P goes along a straight line. Twice C and D meet where B is at its
    // dead point; motions of two degrees of freedom, with C and D together, begin there.
    const std::string file = std::string(LEAFWISE_LOCAL_DATA) + "/peaucellier.toml";
    const auto end = [&](const std::string& options) {
      CAPTURE(options);
      const Run run("run -q --leaf local " + file + " " + options);
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      CHECK(run.summary().at("change_points").size() == 2);
      CHECK(std::abs(run.trajectory().last("xP") - 1.716) < 1e-9);
      return run.trajectory().last("yD");
    };
    const double best = end("--method taylor_20 --rtol 1e-10 --atol 1e-12");
    // Errors grow by some hundred, as different methods show.
    CHECK(std::abs(end("") - best) < 1e-6);
    CHECK(std::abs(end("--method dop853 --rtol 1e-10 --atol 1e-12") - best) < 1e-7);
    CHECK(std::abs(end("--method radau_iia_3 --rtol 1e-6 --atol 1e-8") - best) < 1e-4);
  }
}

}  // namespace
}  // namespace leafwise::tests
