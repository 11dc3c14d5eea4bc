// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/race/engines.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

using engine::Operation;

namespace {

bool is_unit(const Polynomials& generators) {
  return std::any_of(generators.begin(), generators.end(), [](const Polynomial& polynomial) {
    return polynomial.is_constant() && !polynomial.is_zero();
  });
}

Outcome<Parts> parts_by(Operation operation, const Ideal& ideal, const Limits& limits) {
  Question question;
  question.operation = operation;
  question.ideals = {ideal.generators()};
  Outcome<Reply> reply = ask_worker(ideal.engine(), ideal.variables(), question, limits);
  if (!reply) return Unable{reply.reason()};
  Parts parts = std::move(reply).value().ideals;
  // The unit ideal stands for "no part at all".
  std::erase_if(parts, is_unit);
  return parts;
}

/// The last variable of the order that occurs.
Variable main_variable(const Polynomial& polynomial, const std::vector<Variable>& order) {
  for (auto variable = order.rbegin(); variable != order.rend(); ++variable) {
    if (degree_in(polynomial, *variable) > 0) return *variable;
  }
  return order.front();
}

/// The irreducible factors of the initials of an ascending set.
std::set<Polynomial> initial_factors(const Polynomials& series,
                                     const std::vector<Variable>& order,
                                     Factoriser& factoriser,
                                     const Limits& limits) {
  std::set<Polynomial> factors;
  for (const Polynomial& member : series) {
    const Polynomial initial = leading_coefficient(member, main_variable(member, order));
    for (Polynomial& factor : factoriser.factors_or_itself(initial, limits)) {
      if (!factor.is_constant()) factors.insert(std::move(factor));
    }
  }
  return factors;
}

/// series : (initials)^∞, a prime: step by step, which is cheaper than by the product.
Outcome<Polynomials> saturated(const Ideal& like,
                               Polynomials series,
                               const std::vector<Variable>& order,
                               Factoriser& factoriser,
                               const Limits& limits) {
  for (const Polynomial& factor : initial_factors(series, order, factoriser, limits)) {
    Question question;
    question.operation = Operation::saturate;
    question.ideals = {series, {factor}};
    Outcome<Reply> reply = ask_worker(like.engine(), like.variables(), question, limits);
    if (!reply) return Unable{reply.reason()};
    if (reply.value().ideals.size() != 1) return Unable{"the engine did not return one ideal"};
    series = std::move(reply).value().ideals.front();
  }
  return series;
}

}  // namespace

Outcome<Parts> factorising_basis(const Ideal& ideal, const Limits& limits) {
  return parts_by(Operation::factorizing_basis, ideal, limits);
}

Outcome<Parts> primes_by_gtz(const Ideal& ideal, const Limits& limits) {
  return parts_by(Operation::minimal_primes, ideal, limits);
}

Outcome<std::vector<Variable>> recommended_order(const Ideal& ideal, const Limits& limits) {
  Question question;
  question.operation = Operation::characteristic_order;
  question.ideals = {ideal.generators()};
  const Outcome<Reply> reply = ask_worker(ideal.engine(), ideal.variables(), question, limits);
  if (!reply) return Unable{reply.reason()};
  std::vector<Variable> order;
  for (const std::int64_t number : reply.value().numbers) {
    if (number < 0 || static_cast<std::size_t>(number) >= ideal.variables().size()) continue;
    const Variable& variable = ideal.variables()[static_cast<std::size_t>(number)];
    if (std::find(order.begin(), order.end(), variable) == order.end()) order.push_back(variable);
  }
  for (const Variable& variable : ideal.variables()) {
    if (std::find(order.begin(), order.end(), variable) == order.end()) order.push_back(variable);
  }
  return order;
}

Outcome<Parts> primes_by_series(const Ideal& ideal,
                                const std::vector<Variable>& order,
                                Factoriser& factoriser,
                                const Limits& limits) {
  Question question;
  question.operation = Operation::characteristic_series;
  question.ideals = {ideal.generators()};
  Outcome<Reply> reply = ask_worker(ideal.engine(), order, question, limits);
  if (!reply) return Unable{reply.reason()};
  Parts primes;
  std::vector<Polynomials> all_series = std::move(reply).value().ideals;
  for (Polynomials& series : all_series) {
    std::erase_if(series, [](const Polynomial& member) { return member.is_zero(); });
    const bool empty = std::any_of(series.begin(), series.end(), [](const Polynomial& member) {
      return member.is_constant();
    });
    if (empty) continue;
    if (series.size() > ideal.generators().size()) continue;
    Outcome<Polynomials> prime = saturated(ideal, std::move(series), order, factoriser, limits);
    if (!prime) return Unable{prime.reason()};
    if (!is_unit(prime.value())) primes.push_back(std::move(prime).value());
  }
  return primes;
}

}  // namespace leafwise::algebra::detail
