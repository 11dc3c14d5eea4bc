// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/modular_cover.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "number/random_choices.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr int primes_to_try = 2;

Polynomial random_element(const Polynomials& generators, std::mt19937_64& random) {
  // As large as the primes: the chance of an accident is 1/p.
  std::uniform_int_distribution<std::int64_t> coefficient(1, (1LL << 29) - 1);
  Polynomial element;
  for (const Polynomial& generator : generators) {
    Polynomial scaled = generator;
    scaled *= Rational(coefficient(random));
    element += scaled;
  }
  return element;
}

}  // namespace

Outcome<bool> covers_modulo_primes(const Ideal& ideal,
                                   const std::vector<Ideal>& parts,
                                   std::uint64_t seed,
                                   const Limits& limits) {
  Polynomials all = ideal.generators();
  for (const Ideal& part : parts) {
    all.insert(all.end(), part.generators().begin(), part.generators().end());
  }
  std::mt19937_64 random(seed_from(all, seed));
  for (int i = 0; i < primes_to_try; ++i) {
    std::vector<Variable> variables = ideal.variables();
    Question question;
    question.operation = engine::Operation::dimension;
    question.characteristic = random_prime(random);
    Polynomials generators = ideal.generators();
    for (const Ideal& part : parts) {
      variables.push_back(fresh_variable("outside", variables));
      generators.push_back(Polynomial(Rational(1)) - Polynomial(variables.back()) *
                                                         random_element(part.generators(), random));
    }
    question.ideals = {std::move(generators)};
    const Outcome<Reply> reply = ask_worker(ideal.engine(), variables, question, limits);
    if (!reply) return Unable{reply.reason()};
    if (reply.value().numbers.size() != 2) return Unable{"the engine did not return numbers"};
    if (reply.value().numbers.front() >= 0) return false;
  }
  return true;
}

}  // namespace leafwise::algebra::detail
