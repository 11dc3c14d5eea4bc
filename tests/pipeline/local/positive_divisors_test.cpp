// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "runs.hpp"
#include "support/seed.hpp"

// What is positive wherever it has a value is no place to pass, however small it gets.
namespace leafwise::tests {
namespace {

const std::string data = LEAFWISE_LOCAL_DATA;

TEST_SUITE("end-to-end") {
  TEST_CASE("divisors that are positive everywhere end no run, and are not passed") {
    auto random = make_generator("positive divisors");
    const auto digit = [&] { return std::to_string(1 + random() % 5); };
    const Folder folder;
    for (unsigned attempt = 0; attempt < 6 * multiplier(); ++attempt) {
      // They fall by up to 40 decades in each of some periods.
      const std::string often = std::to_string(20 + random() % 30);
      const std::string divisor = "exp(" + digit() + "*x) + x^2*exp(-" + digit() + "*x)/" + digit();
      const std::string equations = "\"x' = 400*sin(" + often + "*t)\", \"y' = -y + u\"";
      const std::string text = "unknowns = [\"x\", \"y\", \"u\"]\nequations = [" + equations +
                               ", \"u = 1/(" + divisor + ")\"]\n[initial]\nt = 0\nx = 0\ny = 1\n" +
                               "[integrate]\nto = { t = 1.5 }\nmethod = \"radau_iia_3\"\n" +
                               "rtol = 1e-6\n";
      CAPTURE(text);
      const Run run("run -q " + folder.with("divided.toml", text));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      CHECK(run.summary().at("warnings").empty());
      // 400/ω·(1 − cos ωt), by 1e-6 in each of some hundred steps.
      const double omega = std::stod(often);
      const double x = 400 / omega * (1 - std::cos(1.5 * omega));
      CHECK(std::abs(run.summary().at("state").at("x").get<double>() - x) < 1e-3);
    }
  }

  TEST_CASE("a circuit with diodes runs on where its exponentials are far out of range") {
    // Beside its steps polynomials lead to where they overflow: no rank is lost there.
    const Run run("run -q --leaf local --to 6e-4 " + data +
                  "/ring_modulator_index2.toml --set initial.y3=0 --set initial.y4=0 --set "
                  "initial.y5=0");
    CHECK_MESSAGE(run.result.exit_code == 0, run.result.messages);
  }
}

}  // namespace
}  // namespace leafwise::tests
