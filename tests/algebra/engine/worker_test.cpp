// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/worker_process.hpp"
#include "support/seed.hpp"
#include "worker_jobs.hpp"

using namespace leafwise;
using namespace leafwise::tests;

namespace {

Answer answered(const Result& result) {
  if (const auto* failure = std::get_if<Failure>(&result)) {
    FAIL(to_string(failure->kind) << ": " << failure->detail);
  }
  return std::get<Answer>(result);
}

WirePolynomial random_polynomial(std::mt19937_64& random, std::size_t variables) {
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  WirePolynomial polynomial(1 + below(5));
  for (WireTerm& wire : polynomial) {
    wire.coefficient = (below(2) == 0 ? "-" : "") + std::to_string(1 + below(1000));
    if (below(3) == 0) wire.coefficient += "/" + std::to_string(2 + below(1000));
    for (std::size_t i = 0; i < variables; ++i) {
      wire.exponents.push_back(static_cast<unsigned>(below(4)));
    }
  }
  return polynomial;
}

std::vector<WireIdeal> random_ideals(std::mt19937_64& random, std::size_t variables) {
  std::vector<WireIdeal> ideals(random() % 4);
  for (WireIdeal& ideal : ideals) {
    ideal.resize(random() % 4);
    for (WirePolynomial& polynomial : ideal) polynomial = random_polynomial(random, variables);
  }
  return ideals;
}

TEST_SUITE("law") {
  TEST_CASE("wire: what is written is read, and nothing else is") {
    std::mt19937_64 random = make_generator("wire");
    for (std::uint64_t round = 0; round < 500 * multiplier(); ++round) {
      Job sent;
      sent.id = random();
      sent.operation = static_cast<Operation>(random() % 16);
      sent.variables = random() % 5;
      sent.ideals = random_ideals(random, sent.variables);
      if (sent.variables > 0) sent.chosen = {random() % sent.variables};
      const std::string text = to_wire(sent);
      CHECK(job_from_wire(text) == sent);

      Answer answer;
      answer.id = random();
      answer.refusal = round % 3 == 0 ? "error: 12 % x \n" : "";
      answer.numbers = {-1, static_cast<std::int64_t>(random() % 100)};
      answer.ideals = random_ideals(random, sent.variables);
      const std::string answer_text = to_wire(answer, sent.variables);
      CHECK(answer_from_wire(answer_text, sent.variables) == answer);
      CHECK(!answer_from_wire(answer_text, sent.variables + 1));

      // Any shorter text is refused; a changed one is refused or is another message: no crash.
      const std::size_t cut = random() % answer_text.size();
      CHECK(!answer_from_wire(answer_text.substr(0, cut), sent.variables));
      std::string changed = answer_text;
      changed[cut] = static_cast<char>(random());
      (void)answer_from_wire(changed, sent.variables);
      (void)job_from_wire(changed);
    }
  }
}

TEST_CASE("worker: answers, one job after the other") {
  WorkerProcess worker(LEAFWISE_WORKER);
  CHECK(answered(worker.run(job(Operation::ping, 0, {}), seconds(10))).ideals.empty());
  const pid_t process = worker.process();
  for (int round = 0; round < 100; ++round) {
    const Answer basis =
        answered(worker.run(job(Operation::standard_basis, 2, {issue_1378()}), seconds(10)));
    CHECK(basis.ideals.size() == 1);
  }
  const Answer primes =
      answered(worker.run(job(Operation::minimal_primes, 2, {issue_1378()}), seconds(10)));
  REQUIRE(primes.ideals.size() == 1);
  const WirePolynomial line = {term("1", {1, 0}), term("-1", {0, 1})};
  CHECK(primes.ideals.front() == WireIdeal{line});
  const Answer radical =
      answered(worker.run(job(Operation::radical, 2, {issue_1378()}), seconds(10)));
  CHECK(radical.ideals.front() == WireIdeal{line});
  CHECK(worker.process() == process);
}

TEST_CASE("worker: each operation on an ideal whose answer is known") {
  WorkerProcess worker(LEAFWISE_WORKER);
  const auto x = term("1", {1, 0});
  const auto y = term("1", {0, 1});
  const WireIdeal product = {{term("1", {1, 1})}};  // (x·y)
  const WireIdeal x_axis = {{y}};
  const auto run = [&](Operation operation, std::vector<WireIdeal> ideals) {
    return answered(worker.run(job(operation, 2, std::move(ideals)), seconds(10)));
  };
  CHECK(run(Operation::quotient, {product, x_axis}).ideals.front() == WireIdeal{{x}});
  CHECK(run(Operation::saturate, {{{term("1", {1, 3})}}, x_axis}).ideals.front() == WireIdeal{{x}});
  CHECK(run(Operation::intersect, {{{x}}, {{y}}}).ideals.front() == product);
  CHECK(run(Operation::dimension, {product}).numbers == std::vector<std::int64_t>{1, 2});
  CHECK(run(Operation::dimension, {{{term("3", {0, 0})}}}).numbers.front() == -1);
  CHECK(run(Operation::factorizing_basis, {product}).ideals.size() == 2);
  CHECK(run(Operation::characteristic_series, {product}).ideals.size() >= 2);
  // x − t², y − t³ without t, in the variables t, x, y: the cusp y² − x³.
  Job cusp = job(Operation::eliminate,
                 3,
                 {{{term("1", {0, 1, 0}), term("-1", {2, 0, 0})},
                   {term("1", {0, 0, 1}), term("-1", {3, 0, 0})}}});
  cusp.chosen = {0};
  const Answer image = answered(worker.run(cusp, seconds(10)));
  REQUIRE(image.ideals.front().size() == 1);
  CHECK(image.ideals.front().front().size() == 2);
}

TEST_CASE("worker: coefficients of any size arrive exactly") {
  WorkerProcess worker(LEAFWISE_WORKER);
  const std::string large = "123456789012345678901234567890123456789";
  const WireIdeal ideal = {{term(large, {1}), term("1/7", {0})}};
  const Answer answer =
      answered(worker.run(job(Operation::standard_basis, 1, {ideal}), seconds(10)));
  // Denominators are cleared: 7·large·x + 1.
  const WirePolynomial cleared = {term("864197523086419752308641975230864197523", {1}),
                                  term("1", {0})};
  CHECK(answer.ideals.front() == WireIdeal{cleared});
}

TEST_CASE("worker: several at once") {
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t i = 0; i < right.size(); ++i) {
    threads.emplace_back([&, i] {
      WorkerProcess worker(LEAFWISE_WORKER);
      for (int round = 0; round < 20; ++round) {
        const Result result =
            worker.run(job(Operation::standard_basis, 2, {issue_1378()}), seconds(20));
        if (std::holds_alternative<Answer>(result)) ++right[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 20));
}

}  // namespace
