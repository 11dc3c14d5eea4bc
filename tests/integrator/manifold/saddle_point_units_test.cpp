// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "linear/saddle_point.hpp"
#include "support/seed.hpp"

// M a + Gᵀ λ = F, G a = γ, in any units of coordinates and constraints.
namespace leafwise::integrator {
namespace {

struct Mechanics {
  std::size_t n = 0;
  std::size_t k = 0;
  std::vector<double> mass, constraints, force, gamma;
};

/// G has a well-conditioned part in its last columns, and `copies` rows that are sums of the
/// others; M is a diagonal and something small, with `massless` coordinates among the last ones.
Mechanics random_mechanics(std::size_t massless, std::size_t copies, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(-1, 1);
  Mechanics m;
  m.n = 6;
  const std::size_t rank = 3;
  m.k = rank + copies;
  m.mass.resize(m.n * m.n);
  m.constraints.resize(m.k * m.n);
  for (std::size_t i = 0; i < m.n; ++i) {
    m.force.push_back(share(random));
    for (std::size_t j = 0; j <= i; ++j) {
      const bool none = i + massless >= m.n;
      const double entry = i == j ? 1.5 + share(random) : 0.05 * share(random);
      m.mass[i * m.n + j] = m.mass[j * m.n + i] = none ? 0 : entry;
    }
  }
  for (std::size_t i = 0; i < rank; ++i) {
    m.gamma.push_back(share(random));
    for (std::size_t j = 0; j < m.n; ++j) {
      m.constraints[i * m.n + j] = (j == m.n - rank + i ? 1 : 0) + 0.2 * share(random);
    }
  }
  for (std::size_t i = rank; i < m.k; ++i) {
    m.gamma.push_back(m.gamma[0] + m.gamma[1]);
    for (std::size_t j = 0; j < m.n; ++j) {
      m.constraints[i * m.n + j] = m.constraints[j] + m.constraints[m.n + j];
    }
  }
  return m;
}

/// In coordinates that are `units` times as large, and rows as often.
Mechanics in_units(Mechanics m,
                   const std::vector<double>& coordinates,
                   const std::vector<double>& rows) {
  for (std::size_t i = 0; i < m.n; ++i) {
    for (std::size_t j = 0; j < m.n; ++j) m.mass[i * m.n + j] /= coordinates[i] * coordinates[j];
    m.force[i] /= coordinates[i];
  }
  for (std::size_t i = 0; i < m.k; ++i) {
    for (std::size_t j = 0; j < m.n; ++j) m.constraints[i * m.n + j] *= rows[i] / coordinates[j];
    m.gamma[i] *= rows[i];
  }
  return m;
}

std::vector<double> acceleration_of(const Mechanics& m) {
  detail::SaddlePoint<double> solver(m.n, m.k, 3);
  std::vector<double> acceleration(m.n);
  std::vector<double> multipliers(m.k);
  if (!(solver.factorize(m.mass, m.constraints) > 0)) return {};
  solver.solve(m.force, m.gamma, acceleration, multipliers);
  return acceleration;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("units decide nothing about equations of motion") {
    auto random = tests::make_generator("units of mechanics");
    std::uniform_int_distribution<int> power(-20, 20);
    const auto some_units = [&](std::size_t count) {
      std::vector<double> units;
      for (std::size_t i = 0; i < count; ++i) units.push_back(std::pow(10.0, power(random)));
      return units;
    };
    for (std::uint64_t attempt = 0; attempt < 50 * tests::multiplier(); ++attempt) {
      // Which of redundant rows are used is compared in units of the masses.
      for (const auto& [massless, copies] :
           {std::pair<std::size_t, std::size_t>{0, 0}, {0, 2}, {1, 0}, {2, 0}}) {
        CAPTURE(attempt);
        CAPTURE(massless);
        CAPTURE(copies);
        const Mechanics plain = random_mechanics(massless, copies, random);
        const std::vector<double> expected = acceleration_of(plain);
        REQUIRE(!expected.empty());
        const std::vector<double> units = some_units(plain.n);
        const Mechanics scaled = in_units(plain, units, some_units(plain.k));
        const std::vector<double> found = acceleration_of(scaled);
        REQUIRE(!found.empty());
        for (std::size_t i = 0; i < plain.n; ++i) {
          // The condition in own units is below 1e4, and units round once each.
          CHECK(std::abs(found[i] / units[i] - expected[i]) <= 1e-10);
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
