// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "runs.hpp"
#include "support/seed.hpp"

// Runs that end because a divisor of the user's vanishes say which.
namespace leafwise::tests {
namespace {

struct Quotient {
  std::string text;      ///< in x, which vanishes, and c
  std::string expected;  ///< as it is said
  bool is_both;
};

/// x' = 1 from −1 and y' the quotient: it divides by 0 at t = 1 + c.
std::string file_with(const std::string& quotient, const std::string& shift) {
  return "unknowns = [\"x\", \"y\"]\nequations = [\n  \"x' = 1\",\n  \"y' = " + quotient +
         "\",\n]\n[parameters]\nc = " + shift +
         "\n[initial]\nt = 0\nx = -1\ny = 0\n"
         "[integrate]\nto = { t = 4 }\n";
}

}  // namespace

TEST_CASE("a run that ends at a division by 0 names it, with its line") {
  const std::vector<Quotient> quotients = {
      {"sin(x-c)/(x-c)", "'sin(x - c)/(x - c)' (line 4)", true},
      {"((x-c)^2+x-c)/(x-c)", "/(x - c)' (line 4)", true},
      {"2*(x-c)/(1-exp(c-x))", "/(1 - exp(c - x))' (line 4)", true},
      {"1+cos(x)/(x-c)", "'cos(x)/(x - c)' (line 4)", false},
      {"1/(x-c)", "'1/(x - c)' (line 4)", false},
  };
  auto random = make_generator("divisions by 0");
  std::uniform_real_distribution<double> place(-0.8, 0.8);
  for (const Quotient& it : quotients) {
    for (const char* method : {"dopri54", "taylor"}) {
      // Towards a pole that is an end as well explicit pairs take very many steps.
      if (!it.is_both && std::string(method) != "taylor") continue;
      const Folder folder;
      const std::string shift = std::to_string(place(random));
      const std::string file = folder.with("p.toml", file_with(it.text, shift));
      const Run run("run " + file + " --method " + method);
      CAPTURE(it.text);
      CAPTURE(shift);
      CAPTURE(run.result.messages);
      CHECK(run.result.exit_code == 5);
      CHECK(run.result.messages.find(it.expected) != std::string::npos);
      const bool says_both = run.result.messages.find("becomes 0/0 here") != std::string::npos;
      CHECK(says_both == it.is_both);
    }
  }
}

}  // namespace leafwise::tests
