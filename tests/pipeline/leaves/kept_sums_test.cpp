// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// Sums of unknowns that right-hand sides keep, term by term.
namespace leafwise {
namespace {

using tests::Folder;
using tests::make_generator;
using tests::multiplier;
using tests::Run;

/// The problem E5 of E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, as its
/// reactions say it: of y₂ − y₃ − y₄ = 0 rounding of the fast terms leaves 1e-20 at t = 1e4, which
/// is more than what is left of y₂ and y₃ in the end.
std::string e5_with(double factor, double rtol) {
  std::ostringstream text;
  text.precision(17);
  text << R"(unknowns = ["y1", "y2", "y3", "y4"]
equations = [
  "y1' = -A*y1 - B*y1*y3",
  "y2' = A*y1 - M*C*y2*y3",
  "y3' = A*y1 - B*y1*y3 - M*C*y2*y3 + C*y4",
  "y4' = B*y1*y3 - C*y4",
]
[parameters]
A = "7.89e-10"
B = "1.1e7"
C = )" << 1.13e3 * factor
       << R"(
M = "1e6"
[initial]
y1 = "1.76e-3"
y2 = 0
y3 = 0
y4 = 0
[integrate]
to = { t = 1e11 }
method = "radau_iia_3"
atol = 1e-24
rtol = )"
       << rtol << "\n";
  return text.str();
}

}  // namespace

TEST_CASE("sums that the equations keep are kept where their terms are much faster") {
  auto random = make_generator("kept sums");
  std::uniform_real_distribution<double> share(0.5, 2);
  for (std::uint64_t attempt = 0; attempt < 2 * multiplier(); ++attempt) {
    const double factor = attempt == 0 ? 1 : share(random);
    CAPTURE(factor);
    std::vector<double> ends;
    for (const double rtol : {1e-4, 1e-6, 1e-8}) {
      CAPTURE(rtol);
      const Folder folder;
      const Run run("run " + folder.with("e5.toml", e5_with(factor, rtol)));
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      const auto table = run.trajectory();
      double most = 0;
      for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double y2 = table.number(row, "y2");
        most = std::max(most, std::abs(y2));
        const double off = y2 - table.number(row, "y3") - table.number(row, "y4");
        // Some thousand additions, each rounded by the largest of them. The last correction of
        // Newton's iteration, solved for with the rounding of h times the Jacobian, seems to add
        // to it: 2.2e-13 was the most of 150 factors.
        CHECK(std::abs(off) <= 3e-13 * most);
      }
      ends.push_back(table.last("y2"));
      // They meet as often as there are pairs of them: y' = −M C y² since y₁ was used up.
      CHECK(table.last("y3") == doctest::Approx(ends.back()).epsilon(1e-3));
    }
    // Errors of hundreds of steps, which decay.
    CHECK(ends[0] == doctest::Approx(ends[2]).epsilon(1e-2));
    CHECK(ends[1] == doctest::Approx(ends[2]).epsilon(1e-4));
    // By RADAU5's own way of writing E5 (y₃' = y₂' − y₄'), found here with three tolerances.
    if (factor == 1) CHECK(ends[2] == doctest::Approx(1.01926e-20).epsilon(1e-4));
  }
}

}  // namespace leafwise
