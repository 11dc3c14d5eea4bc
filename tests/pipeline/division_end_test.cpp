// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
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
      {"sin(x-c)/(x-c)^2", "'sin(x - c)/(x - c)^2' (line 4)", true},
      {"(x-c)/(1-cos(x-c))", "/(1 - cos(x - c))' (line 4)", true},
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

TEST_CASE("a run passes a division that becomes 0/0 where it has a limit, and says so") {
  const std::vector<std::string> quotients = {
      "sin(x-c)/(x-c)", "((x-c)^2+x-c)/(x-c)", "2*(x-c)/(1-exp(c-x))", "(1-cos(x-c))/(x-c)^2"};
  auto random = make_generator("divisions 0/0");
  std::uniform_real_distribution<double> place(-0.8, 0.8);
  for (const std::string& quotient : quotients) {
    const std::string shift = std::to_string(place(random));
    std::vector<double> ends;
    for (const char* method : {"dopri54", "gauss_3", "taylor"}) {
      const Folder folder;
      const std::string file = folder.with("p.toml", file_with(quotient, shift));
      const Run run("run " + file + " --method " + method);
      CAPTURE(quotient);
      CAPTURE(shift);
      CAPTURE(method);
      CAPTURE(run.result.messages);
      CHECK(run.result.exit_code == 0);
      CHECK(run.result.messages.find(" has no value at t = ") != std::string::npos);
      ends.push_back(run.trajectory().last("y"));
    }
    // rtol is 1e-8, and y at most 20.
    CHECK(std::abs(ends[0] - ends[2]) < 1e-6);
    CHECK(std::abs(ends[1] - ends[2]) < 1e-6);
  }
}

TEST_CASE("a run begins where an equation is divided by 0, along what is analytic there") {
  auto random = make_generator("0/0 at the start");
  for (int number = 0; number < 4; ++number) {
    const int k = 1 + static_cast<int>(random() % 6);
    const int a = 1 + static_cast<int>(random() % 3);
    // x = Σ (−a²t²)ʲ/Π i(i − 1 + k), i = 2, 4, …, 2j: Bessel's and Lane's equations among them.
    double x = 1;
    double term = 1;
    for (int i = 2; i < 60; i += 2) {
      term *= -4.0 * a * a / (i * (i - 1 + k));
      x += term;
    }
    const std::vector<std::string> forms = {
        fmt::format("x'' + {}*x'/t + {}*x = 0", k, a * a),
        fmt::format("x''/t = -({}*x'/t^2 + {}*x/t)", k, a * a),
        fmt::format("(x''*t + {}*x')/t = -{}*x", k, a * a),
    };
    for (const std::string& form : forms) {
      const Folder folder;
      const Run run("run " + folder.with("regular.toml",
                                         "unknowns = [\"x\"]\nequations = [\"" + form +
                                             "\"]\n[initial]\nt = 0\nx = 1\n\"x'\" = 0\n"
                                             "[integrate]\nto = { t = 2 }\nrtol = 1e-10\n"));
      CAPTURE(form);
      REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
      // rtol over some ten steps; terms of the series are at most e^(2a).
      CHECK(std::abs(run.trajectory().last("x") - x) < 1e-7);
    }
  }
}

namespace {

/// x' = rest + the quotient, from x = 0: by Kutta's method with steps far below what is compared.
double followed(const std::function<double(double)>& quotient, double rest) {
  constexpr int steps = 2000;
  constexpr double h = 1.0 / steps;
  const auto rate = [&](double x) { return rest + quotient(x); };
  double x = 0;
  for (int i = 0; i < steps; ++i) {
    const double a = rate(x);
    const double b = rate(x + h / 2 * a);
    const double c = rate(x + h / 2 * b);
    const double d = rate(x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

/// (eᶻ − 1 − z − … − zⁿ⁻¹/(n − 1)!)/zⁿ by its series.
double tail(double z, int n) {
  double sum = 0;
  double term = 1 / std::tgamma(n + 1);
  for (int k = n; k < n + 60; ++k) {
    sum += term;
    term *= z / (k + 1);
  }
  return sum;
}

/// (1 − cos cx)/x²
double versine(double c, double x) {
  const double half = x == 0 ? c / 2 : std::sin(c * x / 2) / x;
  return 2 * half * half;
}

}  // namespace

TEST_CASE("a run begins where it is divided by an unknown that is 0 there, if one solution does") {
  auto random = make_generator("unknown 0/0 at the start");
  std::uniform_real_distribution<double> number(0.4, 1.6);
  struct Limit {
    std::string text;
    std::function<double(double, double)> value;
  };
  // All are positive: a solution that begins with the slope 0 would stay where they have no value.
  // Numerators that vanish to the third order are in KNOWN_ISSUES.md: they have too few digits.
  const std::vector<Limit> quotients = {
      {"sin({0}*x)/x", [](double c, double x) { return x == 0 ? c : std::sin(c * x) / x; }},
      {"(1 - exp(-{0}*x))/x",
       [](double c, double x) { return x == 0 ? c : -std::expm1(-c * x) / x; }},
      {"(1 - cos({0}*x))/x^2", [](double c, double x) { return versine(c, x); }},
      {"(exp(-{0}*x) - 1 + {0}*x)/x^2", [](double c, double x) { return c * c * tail(-c * x, 2); }},
      {"(1 - cos({0}*x))/(x*sin(x))",
       [](double c, double x) { return versine(c, x) * (x == 0 ? 1 : x / std::sin(x)); }},
      {"exp(-sin({0}*x)/x)",
       [](double c, double x) { return std::exp(x == 0 ? -c : -std::sin(c * x) / x); }},
      {"1/(1 + (1 - cos({0}*x))/x^2)", [](double c, double x) { return 1 / (1 + versine(c, x)); }},
      {"sqrt(1 + sin(sinh({0}*x)/x)^2)",
       [](double c, double x) {
         return std::hypot(1, std::sin(x == 0 ? c : std::sinh(c * x) / x));
       }},
  };
  for (const Limit& quotient : quotients) {
    // A tenth of a number is exact in the file, and so is what is compared with it.
    const double c = std::round(10 * number(random)) / 10;
    const double rest = std::round(10 * number(random)) / 10;
    const std::string text = fmt::format(fmt::runtime(quotient.text), c);
    const Folder folder;
    const Run run("run " + folder.with("begin.toml",
                                       fmt::format("unknowns = [\"x\"]\nequations = [\"x' = {} + "
                                                   "{}\"]\n[initial]\nt = 0\nx = 0\n"
                                                   "[integrate]\nto = {{ t = 1 }}\n",
                                                   rest,
                                                   text)));
    CAPTURE(text);
    CAPTURE(rest);
    REQUIRE_MESSAGE(run.result.exit_code == 0, run.result.messages);
    const auto value = [&](double x) { return quotient.value(c, x); };
    // rtol is 1e-8 over some ten steps; the solution stays below 5.
    CHECK(std::abs(run.trajectory().last("x") - followed(value, rest)) < 1e-6);
  }
  const Folder folder;  // x = t and x = -t
  const Run several("run " + folder.with("several.toml",
                                         "unknowns = [\"x\"]\nequations = [\"x' = t/x\"]\n"
                                         "[initial]\nt = 0\nx = 0\n[integrate]\nto = { t = 1 }\n"));
  CHECK(several.result.exit_code != 0);
}

TEST_CASE("a start in a pole is refused as it stands") {
  for (const std::string equation : {"x' = 1/t",
                                     "x' = 1 + x/t",
                                     "x'' + x' + (t + 2)/t^2 = 0",
                                     "x' = exp(-cos(t)/t)",
                                     "x' = atan(1/t) + sin(t)/t"}) {
    const Folder folder;
    const Run run("run " + folder.with("pole.toml",
                                       "unknowns = [\"x\"]\nequations = [\"" + equation +
                                           "\"]\n[initial]\nt = 0\nx = 1\n"
                                           "[integrate]\nto = { t = 2 }\n"));
    CAPTURE(equation);
    CHECK(run.result.exit_code == 2);
    CHECK(run.result.messages.find("the point is outside the domain of 1/t") != std::string::npos);
  }
}

}  // namespace leafwise::tests
