// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/tower_point.hpp"

#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "decomposition/tower/tower_walk.hpp"
#include "geometry/modular_point.hpp"
#include "number/random_choices.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Of a triangle of bars every other prime has points, of three every eighth.
constexpr int most_primes = 64;
constexpr long most_steps = 20000;

std::shared_ptr<const ModularPoint> point_with(const std::map<Variable, std::uint32_t>& values,
                                               std::uint32_t prime,
                                               const std::vector<Variable>& variables,
                                               std::mt19937_64& random) {
  auto point = std::make_shared<ModularPoint>();
  point->field = FiniteField::make(prime, {0, 1});
  for (const Variable& variable : variables) {
    const auto known = values.find(variable);
    const std::uint64_t value = known == values.end() ? random() % prime : known->second;
    point->values.emplace(variable, FiniteField::element(point->field, std::vector{value}));
  }
  return point;
}

}  // namespace

void remember_point_of_tower(const Ideal& ideal) {
  if (!ideal.is_basis_out_of_reach()) return;
  const std::optional<Tower> tower = tower_of(ideal.generators());
  if (!tower) return;
  std::mt19937_64 random(seed_from(ideal.generators(), ideal.engine().seed()));
  for (int i = 0; i < most_primes; ++i) {
    const std::uint32_t prime = random_prime(random);
    std::optional<TowerWalk> walk = TowerWalk::modulo(*tower, prime);
    if (!walk) continue;
    const auto values = walk->top(random, most_steps);
    if (!values) continue;
    ideal.remember(point_with(*values, prime, ideal.variables(), random));
    return;
  }
}

}  // namespace leafwise::algebra::detail
