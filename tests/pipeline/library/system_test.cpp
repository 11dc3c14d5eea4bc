// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "leafwise/algebra/parser.hpp"
#include "leafwise/algebra/scope.hpp"
#include "leafwise/leafwise.hpp"
#include "support/seed.hpp"

// Systems made in memory, and runs as values.
namespace leafwise::tests {
namespace {

System pendulum() {
  System s;
  const auto [x, y, lambda] = s.unknowns("x", "y", "lambda");
  const Expression g = s.parameter("g", 9.81);
  s.add(D(x, 2) + lambda * x == 0, D(y, 2) + lambda * y + g == 0, x * x + y * y - 1);
  s.initial(s.independent(), 0).initial(x, 1).initial(y, 0).initial(D(y), 0).to(2);
  return s;
}

std::string message_of(const System& system) {
  try {
    (void)system.problem();
  } catch (const InvalidInput& error) {
    return error.mistakes().front().message;
  }
  return {};
}

TEST_SUITE("unit") {
  TEST_CASE("a system in memory is the problem file that it is written as") {
    const Problem made = pendulum().problem();
    const Problem read = Problem::from_text(R"(
unknowns = ["x", "y", "lambda"]
equations = ["x'' + lambda*x = 0", "y'' + lambda*y + g = 0", "x*x + y*y - 1 = 0"]
[parameters]
g = 9.81
[initial]
t = 0
x = 1
y = 0
"y'" = 0
[integrate]
to = { t = 2 }
)");
    REQUIRE(made.parts().model.equations.size() == read.parts().model.equations.size());
    for (std::size_t k = 0; k < read.parts().model.equations.size(); ++k) {
      CHECK(made.parts().model.equations[k].residual == read.parts().model.equations[k].residual);
    }
    const Run one = run(made).value();
    const Run other = run(read).value();
    CHECK(one.columns() == other.columns());
    for (const std::string& column : one.columns()) {
      CHECK(one.column(column) == other.column(column));
    }
  }

  TEST_CASE("numbers are exact, and doubles count as their shortest decimals") {
    CHECK(to_string(Expression(0.1)) == "0.1");
    CHECK(to_string(Expression(-2)) == "-2");
    CHECK(to_string(exact("1/3")) == "1/3");
    CHECK(to_string(exact("-9.81")) == "-9.81");
    CHECK_THROWS_AS(Expression(std::nan("")), InvalidInput);
    CHECK_THROWS_AS((void)exact("1/0"), InvalidInput);
    CHECK_THROWS_AS((void)exact("one"), InvalidInput);
  }

  TEST_CASE("what is wrong with a system in memory is said as of a file") {
    System other;
    const Expression stranger = other.unknown("z");
    System s;
    const Expression x = s.unknown("x");
    s.add(D(x) - stranger);
    CHECK(message_of(s).find("z") != std::string::npos);
    CHECK_THROWS_AS((void)D(x * x), InvalidInput);
    CHECK_THROWS_AS((void)D(s.independent()), InvalidInput);
    System bad_name;
    bad_name.add(bad_name.unknown("2x"));
    CHECK(message_of(bad_name).find("2x") != std::string::npos);
    System twice;
    twice.add(D(twice.unknown("x")), twice.unknown("x"));
    CHECK_FALSE(message_of(twice).empty());
    // Nothing is left out in silence beside [mechanics].
    System beside;
    const auto [u, v] = beside.unknowns("u", "v");
    beside.mechanics({{u}, {{1}}, {-u}});
    CHECK_FALSE(message_of(beside).empty());
    System both;
    const Expression w = both.unknown("w");
    both.mechanics({{w}, {{1}}, {-w}}).add(D(w) == 1);
    CHECK_FALSE(message_of(both).empty());
  }

  TEST_CASE("options take the place of what the problem says, and are checked") {
    const Problem problem = pendulum().problem();
    RunOptions options;
    options.to = 1;
    options.at = {0.5, 1};
    options.method = "radau_iia_3";
    const Run shorter = run(problem, options).value();
    CHECK(shorter.column("t") == std::vector<double>{0, 0.5, 1});
    // Of order 5 at rtol 1e-8: the angle is that of an independent pendulum to some 1e-7.
    const Run whole = run(problem.set("g", "9.81"), {}).value();
    CHECK(whole.reason() == "reached");
    options.method = "dopry54";
    CHECK_THROWS_AS((void)run(problem, options), InvalidInput);
    options.method.reset();
    options.rtol = -1;
    CHECK_THROWS_AS((void)run(problem, options), InvalidInput);
    options.rtol.reset();
    options.max_steps = 0;
    CHECK_THROWS_AS((void)run(problem, options), InvalidInput);
    options.max_steps.reset();
    options.time_limit = 0;
    CHECK_THROWS_AS((void)run(problem, options), InvalidInput);
    CHECK_THROWS_AS((void)whole.column("xx"), InvalidInput);
  }

  TEST_CASE("a run that is stopped has what there is") {
    RunOptions options;
    int calls = 0;
    options.on_progress = [&](double) { return ++calls < 3; };
    const Run stopped = run(pendulum().problem(), options).value();
    CHECK(stopped.reason() == "cancelled");
    CHECK_FALSE(stopped.has_arrived());
    CHECK(stopped.rows() > 1);
  }

  TEST_CASE("a start on no leaf is an answer, with its reason") {
    System s;
    const Expression x = s.unknown("x");
    const Expression y = s.unknown("y");
    s.add(D(x) == y, x * x + y * y == 1);
    s.initial(s.independent(), 0).initial(x, 3).to(1);
    const Outcome<Run> none = run(s.problem());
    CHECK(none.is_undefined());
    CHECK_FALSE(none.reason().empty());
  }

  TEST_CASE("several threads run at once, and each gets what one alone gets") {
    const Problem problem = pendulum().problem();
    const std::vector<double> alone = run(problem).value().column("x");
    std::vector<std::vector<double>> found(4);
    std::vector<std::thread> threads;
    threads.reserve(found.size());
    for (std::vector<double>& mine : found) {
      threads.emplace_back([&] { mine = run(problem).value().column("x"); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<double>& mine : found) CHECK(mine == alone);
  }
}

TEST_SUITE("law") {
  TEST_CASE("what operators make is read back from its text") {
    std::mt19937_64 random = make_generator("what operators make is read back from its text");
    algebra::Scope scope;
    scope.declare("t", algebra::Role::independent);
    scope.declare("a", algebra::Role::parameter);
    for (const char* name : {"x", "y"}) scope.declare(name, algebra::Role::unknown);
    for (int k = 0; k < 200; ++k) {
      System s;
      const auto [x, y] = s.unknowns("x", "y");
      std::vector<Expression> pool = {x,
                                      y,
                                      D(x),
                                      D(y, 2),
                                      s.independent(),
                                      2,
                                      -3,
                                      0.25,
                                      exact("1/3"),
                                      s.parameter("a", exact("-7/5"))};
      const auto any = [&] { return pool[random() % pool.size()]; };
      for (int step = 0; step < 12; ++step) {
        const Expression left = any();
        const Expression right = any();
        switch (random() % 7) {
          case 0: pool.push_back(left + right); break;
          case 1: pool.push_back(left - right); break;
          case 2: pool.push_back(left * right); break;
          case 3: pool.push_back(-left); break;
          case 4: pool.push_back(sin(left) * exp(right)); break;
          case 5: pool.push_back(left / (1 + pow(right, 2))); break;
          default: pool.push_back(pow(left, 3)); break;
        }
      }
      const Expression made = pool.back();
      CHECK(algebra::parse_expression(to_string(made), scope) == made.tree());
    }
  }
}

}  // namespace
}  // namespace leafwise::tests
