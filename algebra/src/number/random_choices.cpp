// SPDX-License-Identifier: GPL-3.0-or-later
#include "number/random_choices.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <utility>

#include "leafwise/core/sha256.hpp"

namespace leafwise::algebra::detail {

std::uint32_t random_prime(std::mt19937_64& random) {
  std::uniform_int_distribution<std::uint32_t> start(1U << 29U, (1U << 30U) - 1000);
  return static_cast<std::uint32_t>(n_nextprime(start(random), 1));
}

std::uint64_t seed_from(const std::vector<Polynomial>& polynomials, std::uint64_t seed) {
  std::string text = std::to_string(seed);
  for (const Polynomial& polynomial : polynomials) text += "\n" + to_string(polynomial);
  constexpr std::size_t digits = 16;
  constexpr int hexadecimal = 16;
  return std::stoull(sha256(text).substr(0, digits), nullptr, hexadecimal);
}

std::string probably(const std::string& claim) {
  return claim + ": modulo two random primes (error probability below 1e-7)";
}

Variable fresh_variable(std::string name, const std::vector<Variable>& taken) {
  Variable fresh{Role::unknown, std::move(name), 0};
  while (std::find(taken.begin(), taken.end(), fresh) != taken.end()) fresh.name += "_";
  return fresh;
}

}  // namespace leafwise::algebra::detail
