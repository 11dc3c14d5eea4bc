// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "runs.hpp"

// Runs that are refused: the exit code, and what is said.
namespace leafwise::tests {
namespace {

struct Refusal {
  std::string arguments;  ///< behind the file
  std::string text;       ///< of the file
  int code;
  std::string says;
};

const std::string oscillator =
    "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"y' = -k*x\"]\n"
    "[parameters]\nk = 1\n[initial]\nx = 1\ny = 0\n[integrate]\nto = { t = 1 }\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

const std::vector<Refusal> refusals = {
    {"", with(oscillator, "k = 1", "k = \"symbolic\""), 2, "needs a number before integration"},
    {"", with(oscillator, "y = 0\n", ""), 3, "free values that [initial] does not set: y"},
    {"", with(oscillator, "[integrate]\nto = { t = 1 }\n", ""), 2, "how far to integrate"},
    // What the mathematics says comes first: there is nothing to integrate.
    {"",
     "unknowns = [\"x\"]\nequations = [\"x = 1\", \"x = 2\"]\n[initial]\nx = 1\n",
     3,
     "no solutions"},
    {"--method eulr", oscillator, 2, "there is no method 'eulr'"},
    {"", oscillator + "method = \"eulr\"\n", 2, "there is no method 'eulr'"},
    {"--rtol 0", oscillator, 2, "--rtol needs a positive number"},
    {"--to s=3", oscillator, 2, "cannot go to a value of 's'"},
    {"--to x+1", oscillator, 2, "--to"},
    {"--at 1,,2", oscillator, 2, "--at"},
    {"--branch g9", oscillator, 3, "there is no leaf 'g9'"},
    {"--branch 9", oscillator, 2, "names no leaf"},
    {"--seed x", oscillator, 2, "--seed needs a whole number"},
    {"",
     with(oscillator, "\"y' = -k*x\"", "\"y' = -k*x\", \"x^2 + y^2 = 4\""),
     3,
     "x^2 + y^2 - 4 = 0 is missed by"},
    {"", with(oscillator, "\"y' = -k*x\"", "\"y = 1\", \"y = 2\""), 3, "contradict each other"},
    {"", with(oscillator, ", \"y' = -k*x\"", ""), 3, "1 free function among x and y"},
    {"--set initial.x=0",
     oscillator + "[invariants]\nenergy = \"x^2 + y^2\"\n[impose]\ninvariants = [\"energy\"]\n",
     3,
     "energy = const cannot be imposed from this point"},
    {"--to arclength=1",
     with(oscillator, "to = { t = 1 }", "to = { t = 1 }\nparameter = \"independent\""),
     2,
     "parameter = \"arclength\""},
    // Over the complex numbers x and y move along x = ±iy; over the reals nothing can move.
    {"",
     "[mechanics]\ncoordinates = [\"x\", \"y\", \"z\"]\nmass = [1, 1, 1]\nforce = [0, 0, -1]\n"
     "constraints = [\"x^2 + y^2 + z^2 = 1\", \"z = 1\"]\n[initial]\nx = 0\ny = 0\nz = 1\n"
     "\"x'\" = 0\n\"y'\" = 0\n\"z'\" = 0\n[integrate]\nto = { t = 1 }\n",
     3,
     "need not be free there, where nothing may move at all"},
    {"",
     "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\nconstraints = [\"x^2 + y^2 = 0\"]\n"
     "[initial]\nx = 0\ny = 0\n\"x'\" = 0\n\"y'\" = 0\n[integrate]\nto = { t = 1 }\n",
     3,
     "the initial point is a singular point of leaf"},
    // One function of two moves freely: they are not free each.
    {"",
     "unknowns = [\"x\", \"v\", \"u\"]\nequations = [\"x' = v\", \"v' = u - x^3\"]\n[initial]\nx = "
     "1\n"
     "v = 0\n[integrate]\nto = { t = 1 }\n",
     3,
     "1 free function among v and u"},
    // A curve, and nothing that says how to move on it.
    {"",
     "unknowns = [\"x\", \"y\"]\nequations = [\"x^2 + y^2 = 1\"]\n[initial]\nx = 1\ny = 0\n"
     "[integrate]\nto = { t = 1 }\n",
     3,
     "1 free function among x and y"},
    // Two leaves that are far from each other where x is all that is known.
    {"--leaf exact",
     "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"(y - x)*(y - x - 5) = 0\"]\n"
     "[initial]\nx = 1\n[integrate]\nto = { t = 1 }\n",
     3,
     "fits 2 starts, and [guess] does not choose\n  g1: y = 1\n  g2: y = 6\n"},
    // What forces a motion is no reason to choose a side of it.
    {"",
     "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"y^2 = 1 + x^2\"]\n[initial]\nx = 0\n"
     "[integrate]\nto = { t = 1 }\n",
     3,
     "\n  y = -1\n  y = 1\n"},
    // An assembly, also where nothing is completed.
    {"--method radau5_index3",
     "[mechanics]\ncoordinates = [\"x\", \"y\"]\nmass = [1, 1]\nforce = [0, -1]\nconstraints = "
     "[\"x^2 + y^2 = 1\"]\n[initial]\nx = 0.6\n\"x'\" = 0\n[integrate]\nto = { t = 1 }\n",
     3,
     "\n  y = -0.8\n  y = 0.8\n"},
    {"",
     "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"(y - x)*(y + x) = 0\"]\n"
     "[initial]\nx = 0\ny = 0\n[integrate]\nto = { t = 1 }\n",
     3,
     "Leaves cross here"},
};

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("each refusal has its exit code and says why") {
    for (const Refusal& refusal : refusals) {
      const Folder folder;
      CAPTURE(refusal.arguments);
      CAPTURE(refusal.text);
      const Run run("run " + folder.with("problem.toml", refusal.text) + " " + refusal.arguments);
      CHECK(run.result.exit_code == refusal.code);
      CHECK_MESSAGE(contains(run.result.messages, refusal.says), run.result.messages);
      CHECK(run.result.output.empty());
      CHECK(!run.has("summary.json"));
    }
  }

  TEST_CASE("a guess chooses between starts and leaves, and the files say so") {
    const std::string leaves = "(y - x)*(y - x - 5) = 0";
    const std::string sheets = "(y - x - 5/2)^2 = 25/4";
    for (const std::string& equation : {leaves, sheets}) {
      for (const std::string way : {"", " --leaf exact", " --leaf local"}) {
        for (const double guess : {0.7, 6.2}) {
          CAPTURE(equation);
          CAPTURE(way);
          CAPTURE(guess);
          const Folder folder;
          const Run run("run " +
                        folder.with("two.toml",
                                    "unknowns = [\"x\", \"y\"]\nequations = [\"x' = 1\", \"" +
                                        equation + "\"]\n[initial]\nx = 1\n[guess]\ny = " +
                                        std::to_string(guess) + "\n[integrate]\nto = { t = 1 }\n") +
                        way);
          REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
          // x = 2 at the end; the leaves are lines.
          const nlohmann::json summary = run.summary();
          CHECK(std::abs(summary.at("state").at("y").get<double>() - (guess < 3 ? 2 : 7)) < 1e-12);
          const nlohmann::json& start = summary.at("start");
          CHECK(start.at("chosen_by") == "guess");
          CHECK(start.at("only_one") == "no");
          REQUIRE(start.at("others").size() == 1);
          CHECK(std::abs(start.at("others").at(0).at("values").at("y").get<double>() -
                         (guess < 3 ? 6 : 1)) < 1e-12);
          CHECK(contains(run.result.output, "chosen by your guess; others: y = "));
        }
      }
    }
  }

  TEST_CASE("sweeps and decompose --local ask for the start that a run asks for") {
    const Folder folder;
    const std::string file = folder.with(
        "circle.toml",
        "unknowns = [\"x\", \"y\"]\nequations = [\"x' = y\", \"x^2 + y^2 = 1\"]\n[initial]\nx = "
        "0\n[integrate]\nto = { t = 1 }\n[sweep]\n\"initial.x\" = [0, 0.6]\n");
    const Run swept("sweep " + file);
    CHECK(swept.result.exit_code == 3);
    CHECK(contains(swept.result.messages, "\n  y = -0.8\n"));
    const CommandResult local =
        run_command(std::string(LEAFWISE_PROGRAM) + " decompose --local " + file);
    CHECK(local.exit_code == 3);
    CHECK(contains(local.messages, "fits 2 starts"));
  }

  TEST_CASE("an unknown that nothing determines is told of") {
    const Folder folder;
    const Run run("run " + folder.with("free.toml",
                                       "unknowns = [\"x\", \"y\"]\nequations = [\"x' = x\"]\n"
                                       "[initial]\nx = 1\n[integrate]\nto = { t = 1 }\n"));
    CHECK(run.result.exit_code == 0);
    CHECK(contains(run.summary()["warnings"].dump(), "y is not determined"));
  }

  TEST_CASE("a run that blows up ends with what there is, and says where") {
    const Folder folder;
    const Run run("run " + folder.with("blow.toml",
                                       "unknowns = [\"x\"]\nequations = [\"x' = x^2\"]\n"
                                       "[initial]\nx = 1\n[integrate]\nto = { t = 2 }\n"));
    CHECK(run.result.exit_code == 5);
    const std::string reason = run.summary().at("reason");
    CHECK((reason == "step-too-small" || reason == "singular-distribution"));
    // x = 1/(1 − t)
    CHECK(std::abs(run.summary().at("t").get<double>() - 1) < 1e-6);
    CHECK(contains(run.result.messages, "on leaf here at t = 1"));
  }

  TEST_CASE("systems that ask nothing of their unknowns are run to their end") {
    for (const std::string system : {"unknowns = [\"x\"]\nequations = [\"x = x\"]\n",
                                     "unknowns = [\"x\", \"y\"]\nequations = [\"0 = 0\"]\n",
                                     "[mechanics]\ncoordinates = [\"x\"]\nmass = [0]\n"}) {
      CAPTURE(system);
      const Folder folder;
      const Run run("run " + folder.with("nothing.toml", system + "[integrate]\nto = { t = 1 }\n"));
      CHECK(run.result.exit_code == 0);
      CHECK(run.summary().at("reason") == "reached");
      CHECK(run.summary().at("t") == 1);
    }
  }

  TEST_CASE("no time for the algebra is a limit, not an answer") {
    const Run run("run " + std::string(LEAFWISE_EXAMPLES) +
                  "/singular_four_bar.toml --leaf exact --time-limit 0.0001");
    CHECK(run.result.exit_code == 4);
    CHECK(!run.has("summary.json"));
  }
}

}  // namespace leafwise::tests
