// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <string>

#include "runs.hpp"

// Circuits as their makers write them: SI units, and diodes whose currents span twenty decades.
namespace leafwise {
namespace {

using tests::Run;

const std::string circuit = std::string(LEAFWISE_TEST_DATA) + "/runs/ring_modulator.toml";

}  // namespace

TEST_SUITE("end-to-end") {
  TEST_CASE("the ring modulator runs through its diodes' exponentials") {
    const Run run("run --leaf exact '" + circuit + "'");
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    const auto summary = run.summary();
    CHECK(summary["reason"] == "reached");
    // What the functions' own derivatives say already brings no more rows: multipliers are known.
    const auto& state = summary["state"];
    for (const std::string name : {"q1", "q2", "q3", "q4", "U1", "w6"}) {
      CAPTURE(name);
      REQUIRE(state[name].is_number());
    }
    const auto number = [&](const std::string& name) { return state[name].get<double>(); };
    // What they stand for: to the errors of 1e-6 in exponents up to 40.
    const double scale = 17.7493332;
    const double exponent = scale * (number("y3") - number("y5") - number("y7") - number("U2"));
    CHECK(number("q1") == doctest::Approx(40.67286402e-9 * std::expm1(exponent)).epsilon(1e-4));
    CHECK(number("w6") * number("w3") == doctest::Approx(1).epsilon(1e-12));
  }
}

}  // namespace leafwise
