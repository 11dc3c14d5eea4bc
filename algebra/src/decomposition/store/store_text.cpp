// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/store/store.hpp"
#include "engine/job.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

const char* word_for(Truth truth) {
  return to_string(truth);
}

std::optional<Truth> truth_from(const std::string& word) {
  for (const Truth truth : {Truth::no, Truth::yes, Truth::unknown}) {
    if (word == word_for(truth)) return truth;
  }
  return std::nullopt;
}

std::string left_text(const std::vector<Variable>& variables, const LeftPart& part) {
  return packed(
      {to_text(variables, std::vector<Polynomials>{part.generators}), part.why, packed(part.path)});
}

std::optional<LeftPart> left_from_text(const std::vector<Variable>& variables,
                                       const std::string& text) {
  const auto texts = unpacked(text);
  if (!texts || texts->size() != 3) return std::nullopt;
  auto lists = lists_from_text(variables, (*texts)[0]);
  auto path = unpacked((*texts)[2]);
  if (!lists || lists->size() != 1 || !path) return std::nullopt;
  return LeftPart{std::move(lists->front()), (*texts)[1], std::move(*path)};
}

std::string prime_text(const std::vector<Variable>& variables, const FoundPrime& prime) {
  return packed({to_text(variables, std::vector<Polynomials>{prime.generators}),
                 word_for(prime.absolutely),
                 packed(prime.proofs),
                 packed(prime.path)});
}

std::optional<FoundPrime> prime_from_text(const std::vector<Variable>& variables,
                                          const std::string& text) {
  const auto texts = unpacked(text);
  if (!texts || texts->size() != 4) return std::nullopt;
  auto lists = lists_from_text(variables, (*texts)[0]);
  const auto absolutely = truth_from((*texts)[1]);
  auto proofs = unpacked((*texts)[2]);
  auto path = unpacked((*texts)[3]);
  if (!lists || lists->size() != 1 || !absolutely || !proofs || !path) return std::nullopt;
  return FoundPrime{std::move(lists->front()), *absolutely, std::move(*proofs), std::move(*path)};
}

}  // namespace

std::string to_text(const std::vector<Variable>& variables, const std::vector<Polynomials>& lists) {
  const FlintRing ring(variables);
  engine::Answer answer;
  answer.ideals.reserve(lists.size());
  for (const Polynomials& list : lists) {
    engine::WireIdeal wire;
    wire.reserve(list.size());
    for (const Polynomial& polynomial : list) wire.push_back(ring.to_wire(polynomial));
    answer.ideals.push_back(std::move(wire));
  }
  return engine::to_wire(answer, variables.size());
}

std::optional<std::vector<Polynomials>> lists_from_text(const std::vector<Variable>& variables,
                                                        const std::string& text) {
  const std::optional<engine::Answer> answer = engine::answer_from_wire(text, variables.size());
  if (!answer) return std::nullopt;
  const FlintRing ring(variables);
  std::vector<Polynomials> lists;
  lists.reserve(answer->ideals.size());
  for (const engine::WireIdeal& wire : answer->ideals) {
    Polynomials list;
    list.reserve(wire.size());
    for (const engine::WirePolynomial& polynomial : wire)
      list.push_back(ring.from_wire(polynomial));
    lists.push_back(std::move(list));
  }
  return lists;
}

std::string to_text(const std::vector<Variable>& variables, const PartsFound& parts) {
  std::vector<std::string> primes;
  std::vector<std::string> unexplored;
  primes.reserve(parts.primes.size());
  unexplored.reserve(parts.unexplored.size());
  for (const FoundPrime& prime : parts.primes) primes.push_back(prime_text(variables, prime));
  for (const LeftPart& part : parts.unexplored) unexplored.push_back(left_text(variables, part));
  return packed({packed(primes), packed(unexplored)});
}

std::optional<PartsFound> parts_from_text(const std::vector<Variable>& variables,
                                          const std::string& text) {
  const auto halves = unpacked(text);
  if (!halves || halves->size() != 2) return std::nullopt;
  const auto primes = unpacked((*halves)[0]);
  const auto unexplored = unpacked((*halves)[1]);
  if (!primes || !unexplored) return std::nullopt;
  PartsFound parts;
  for (const std::string& entry : *primes) {
    auto prime = prime_from_text(variables, entry);
    if (!prime) return std::nullopt;
    parts.primes.push_back(std::move(*prime));
  }
  for (const std::string& entry : *unexplored) {
    auto part = left_from_text(variables, entry);
    if (!part) return std::nullopt;
    parts.unexplored.push_back(std::move(*part));
  }
  return parts;
}

}  // namespace leafwise::algebra::detail
