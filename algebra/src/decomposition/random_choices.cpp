// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/random_choices.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <utility>

namespace leafwise::algebra::detail {

std::uint32_t random_prime(std::mt19937_64& random) {
  std::uniform_int_distribution<std::uint32_t> start(1U << 29U, (1U << 30U) - 1000);
  return static_cast<std::uint32_t>(n_nextprime(start(random), 1));
}

Variable fresh_variable(std::string name, const std::vector<Variable>& taken) {
  Variable fresh{Role::unknown, std::move(name), 0};
  while (std::find(taken.begin(), taken.end(), fresh) != taken.end()) fresh.name += "_";
  return fresh;
}

}  // namespace leafwise::algebra::detail
