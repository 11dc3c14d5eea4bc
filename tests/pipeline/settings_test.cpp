// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "runs.hpp"

// What [integrate], [stiff] and the options of the command line ask for, whichever method runs.
namespace leafwise::tests {
namespace {

const std::string program = LEAFWISE_PROGRAM;
const std::string examples = LEAFWISE_EXAMPLES;

/// Methods of each kind, each with an example that it takes.
const std::vector<std::pair<std::string, std::string>> methods = {
    {"dopri54", "pendulum"},
    {"rk4", "pendulum_mechanics"},
    {"taylor", "pendulum"},
    {"gauss_2", "pendulum"},
    {"radau5_index3", "pendulum"},
    {"radau5_stiff", "stiff_spring_pendulum"}};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("a tolerance finer than double precision is raised, told of, the same for all") {
    for (const auto& [method, example] : methods) {
      CAPTURE(method);
      const std::string command = "run " + examples + "/" + example + ".toml --method " + method +
                                  (method == "rk4" ? " --to 0.02" : " --to 0.5") + " --rtol ";
      const Run fine(command + "1e-20");
      REQUIRE_MESSAGE(fine.result.exit_code == 0, fine.result.messages);
      const std::string said = "rtol = 1e-20 is finer than double precision can hold: 2.2e-15";
      CHECK(contains(fine.result.messages, said));
      CHECK(contains(fine.summary()["warnings"].dump(), said));
      // Ten units of rounding, exactly: 10·2^-52.
      const Run ten(command + "2.220446049250313e-15");
      CHECK_FALSE(contains(ten.result.messages, "finer"));
      CHECK(whole_file(fine.file("trajectory.csv")) == whole_file(ten.file("trajectory.csv")));
    }
    // In the file: said by `check`, too.
    const Folder folder;
    const std::string file = folder.with("fine.toml",
                                         "unknowns = [\"x\"]\nequations = [\"x' = -x\"]\n"
                                         "[initial]\nx = 1\n[integrate]\nto = { t = 1 }\n"
                                         "rtol = 1e-20\n[sweep]\n\"initial.x\" = [1, 2]\n");
    const CommandResult check = run_command(program + " check " + file);
    CHECK(check.exit_code == 0);
    CHECK(contains(check.output, "Remark: rtol = 1e-20 is finer"));
    const Run sweep("sweep " + file);
    CHECK(sweep.result.exit_code == 0);
    CHECK(contains(sweep.result.messages, "rtol = 1e-20 is finer"));
  }

  TEST_CASE("the report of a run without completion is none to integrate on leaves of") {
    const std::string pendulum = examples + "/pendulum.toml --to 1";
    const Run first("run " + pendulum + " --method radau5_index3 --branch uncompleted");
    REQUIRE_MESSAGE(first.result.exit_code == 0, first.result.messages);
    const std::string again =
        "integrate " + pendulum + " --decomposition " + first.file("decomposition.json");
    const Run refused(again);
    CHECK(refused.result.exit_code == 2);
    CHECK(
        contains(refused.result.messages, "decomposition.json: error: this report has no leaves"));
    CHECK(
        contains(refused.result.messages, "the method radau5_index3 does not complete the system"));
    CHECK(contains(refused.result.messages, "leafwise decompose " + examples + "/pendulum.toml"));
    CHECK_FALSE(refused.has("decomposition.json"));
    // The same method needs none.
    const Run same(again + " --method radau5_index3");
    REQUIRE_MESSAGE(same.result.exit_code == 0, same.result.messages);
    CHECK(whole_file(same.file("trajectory.csv")) == whole_file(first.file("trajectory.csv")));
    CHECK(Run(again + " --method radau5_index3 --branch g1").result.exit_code == 3);
    // And starts on a leaf where there is one.
    const Folder folder;
    const std::string report = folder / "report.json";
    REQUIRE(run_command(program + " decompose --no-cache --json -o " + report + " " + examples +
                        "/pendulum.toml")
                .exit_code == 0);
    const Run leaf("integrate " + pendulum + " --method radau5_index3 --decomposition " + report);
    CHECK(leaf.result.exit_code == 0);
    CHECK(leaf.summary()["alias"] == "g1");
  }

  TEST_CASE("a letter for epsilon is one of the algebra, and needs a number to run") {
    const Folder folder;
    const std::string file = folder.with(
        "letter.toml",
        "[parameters]\nk = \"symbolic\"\n[mechanics]\ncoordinates = [\"x\"]\nmass = [1]\n"
        "force = [0]\n[stiff]\npotential = \"x^2/2\"\nepsilon = \"k/10\"\n"
        "[initial]\nx = 0.001\n\"x'\" = 0\n[integrate]\nto = { t = 1 }\n");
    CHECK(run_command(program + " decompose --no-cache " + file).exit_code == 0);
    const CommandResult check = run_command(program + " check " + file);
    CHECK(contains(check.output, "a number for the symbolic parameter k (--set k=…)"));
    for (const std::string method : {"dopri54", "radau5_stiff"}) {
      CAPTURE(method);
      const std::string command = "run " + file + " --method " + method;
      const Run open(command);
      CHECK(open.result.exit_code == 2);
      CHECK(contains(open.result.messages, "symbolic parameter k needs a number"));
      // x = 0.001·cos(10·t)
      const Run closed(command + " --set k=1 --rtol 1e-10 --atol 1e-13");
      REQUIRE_MESSAGE(closed.result.exit_code == 0, closed.result.messages);
      CHECK(closed.trajectory().last("x") == doctest::Approx(0.001 * std::cos(10.0)).epsilon(1e-6));
    }
    for (const std::string value : {"1e-200", "-1", "1e200", "0"}) {
      const Run run("run " + file + " --method radau5_stiff --set k=" + value);
      CHECK(run.result.exit_code == 2);
      // Its line, for what only the command line has made wrong.
      CHECK(contains(run.result.messages, "letter.toml:9"));
      CHECK(contains(run.result.messages, "epsilon"));
    }
  }

  TEST_CASE("a start far off the minima is moved to smooth motion with a warning") {
    const Folder folder;
    const std::string system =
        "[parameters]\neps = 1e-3\n[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\n"
        "force = [0, -1]\n[stiff]\npotential = \"(sqrt(x^2 + y^2) - 1)^2/2\"\nepsilon = \"eps\"\n"
        "smooth = 1\n[integrate]\nto = { t = 1.5 }\nmethod = \"radau5_stiff\"\nsamples = 2\n";
    const auto messages = [&](const std::string& x, const std::string& rate) {
      const Run run("run " + folder.with("start.toml",
                                         system + "[initial]\nx = " + x +
                                             "\ny = 0\n\"x'\" = " + rate + "\n\"y'\" = 1\n"));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const std::string warnings = run.summary()["warnings"].dump();
      CHECK(contains(run.result.messages, "was moved") == contains(warnings, "was moved"));
      return run.result.messages;
    };
    // The length 1 is that of the minima, 1 + ε² that of smooth motion: neither is an accident, and
    // six decimals are what people write.
    for (const std::string x : {"1", "1.000001", "1.0000019", "0.9999995"}) {
      CHECK_FALSE(contains(messages(x, "0"), "was moved"));
    }
    for (const auto& [x, by] :
         {std::pair{"1.5", "0.33"}, std::pair{"0.9", "0.1"}, std::pair{"1.0001", "9.9e-05"}}) {
      CHECK(contains(messages(x, "0"), "the start was moved by " + std::string(by) + ", in x"));
    }
    // A velocity across the minima is one of a fast oscillation.
    CHECK(contains(messages("1", "0.5"), "moved by 0.5, in x', to smooth motion"));
  }
}

}  // namespace leafwise::tests
