// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "runs.hpp"

// Energies with functions that have no rate of their own among the equations: quotients, roots,
// exponentials of both signs.
namespace leafwise::tests {
namespace {

struct Potential {
  std::string value;
  std::string force;
};

/// x'' = −dV/dx
std::string oscillator(const Potential& potential, const std::string& further) {
  return "unknowns = [\"x\"]\nequations = [\"x'' = " + potential.force +
         "\"]\n[initial]\nt = 0\nx = 1.25\n\"x'\" = 0.5\n[integrate]\nto = { t = 2 }\n"
         "[invariants]\nE = \"x'^2/2 + " +
         potential.value + further + "\"\n[impose]\ninvariants = [\"E\"]\n";
}

const std::vector<Potential> potentials = {
    {"1/x", "1/x^2"},
    {"exp(-x)", "exp(-x)"},
    {"exp(x) + 1/exp(x)", "1/exp(x) - exp(x)"},
    {"exp(x) + exp(-x)", "exp(-x) - exp(x)"},
    {"sqrt(1 + x^2)", "-x/sqrt(1 + x^2)"},
    {"1/sqrt(1 + x^2)", "x/sqrt(1 + x^2)^3"},
    {"1/(1 + exp(x))", "exp(x)/(1 + exp(x))^2"},
    {"sin(x)/(2 + cos(x))", "-cos(x)/(2 + cos(x)) - sin(x)^2/(2 + cos(x))^2"}};

const std::string toda =
    "unknowns = [\"q1\", \"q2\", \"q3\"]\n"
    "equations = [\"q1'' = -exp(q1 - q2) + exp(q3 - q1)\", \"q2'' = exp(q1 - q2) - exp(q2 - q3)\","
    "\"q3'' = exp(q2 - q3) - exp(q3 - q1)\"]\n"
    "[initial]\nq1 = 0\nq2 = 1\nq3 = -0.5\n\"q1'\" = 0.1\n\"q2'\" = 0\n\"q3'\" = -0.1\n"
    "[integrate]\nto = { t = 5 }\n[invariants]\nE = \"(q1'^2 + q2'^2 + q3'^2)/2 + exp(q1 - q2) + "
    "exp(q2 - q3) + exp(q3 - q1)\"\n[impose]\ninvariants = [\"E\"]\n";

void check_imposed(const std::string& text) {
  const Folder folder;
  CAPTURE(text);
  const Run run("run " + folder.with("energy.toml", text));
  REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
  // Rounding of values of size 10 at most.
  CHECK(run.summary()["invariants"]["E"]["drift"].get<double>() < 1e-13);
}

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("impose: energies with quotients, roots and exponentials") {
    for (const Potential& potential : potentials) {
      check_imposed(oscillator(potential, ""));
      const Folder folder;
      const Run refused("run " + folder.with("other.toml", oscillator(potential, " + x")));
      CHECK(refused.result.exit_code == 3);
      CHECK(contains(refused.result.messages, "it is not conserved"));
    }
    check_imposed(toda);
  }
}

}  // namespace leafwise::tests
