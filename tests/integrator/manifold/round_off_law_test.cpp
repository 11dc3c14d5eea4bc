// SPDX-License-Identifier: GPL-3.0-or-later
// Coefficients that are round-off of 0 decide nothing.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

struct Block {
  std::vector<std::vector<double>> rows;  ///< (b | A), A dominated by its diagonal
  std::vector<double> factors;            ///< of round-off, in the row of the last unknown
  double start = 0;                       ///< of y₀
  int power = 1;                          ///< of round-off

  [[nodiscard]] std::size_t unknowns() const { return rows.size(); }
};

Block random_block(int power, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(-1, 1);
  const std::size_t n = 1 + random() % 5;
  Block block{std::vector(n, std::vector<double>(n + 1)), std::vector<double>(n), 0, power};
  for (std::size_t i = 0; i < n; ++i) {
    for (double& entry : block.rows[i]) entry = share(random) / 2 / static_cast<double>(n);
    block.rows[i][1 + i] += 1;
    block.rows[i][0] = share(random);
    block.factors[i] = 16 * share(random);
  }
  block.start = 1.5 + share(random);
  return block;
}

/// The speeds; `more`: with an unknown w in a row of its own, w + (y₀ − y₀(0))^k·(all others) = 2,
/// as where a product of two equations of M stands in a third.
std::vector<double> speeds(const Block& block, bool more) {
  const std::size_t n = block.unknowns() + (more ? 1 : 0);
  ProgramBuilder b(1 + n);
  LinearBlockLayout layout;
  layout.velocities = {{}};
  std::vector<Expression> outputs;
  for (const std::vector<double>& row : block.rows) {
    for (const double entry : row) outputs.push_back(b.constant(entry));
    if (more) outputs.push_back(b.constant(0));
  }
  if (more) {
    // Not quite: the last digit of y₀(0) is missing.
    const Expression cancels = b.input(1) - b.constant(block.start * (1 - 0x1p-52));
    Expression round_off = cancels;
    for (int k = 1; k < block.power; ++k) round_off = round_off * cancels;
    outputs.push_back(b.constant(-2));
    for (const double factor : block.factors) outputs.push_back(round_off * b.constant(factor));
    outputs.push_back(b.constant(1));
  }
  for (std::size_t j = 0; j < n; ++j) {
    layout.velocities.push_back(Velocity::unknown(j));
    layout.unknowns.push_back("w" + std::to_string(j));
  }
  LinearBlockDistribution<double> distribution(
      std::make_shared<CompiledMap<double>>(b.build(outputs)), layout);
  std::vector<double> z(1 + n, block.start);
  std::vector<double> v(1 + n);
  REQUIRE(distribution.direction(z, v).defined);
  for (std::size_t j = 1; j <= n; ++j) v[j] /= v[0];
  return v;
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("coefficients that are round-off decide about no units") {
    auto random = tests::make_generator("round-off in rows");
    for (std::uint64_t attempt = 0; attempt < 60 * tests::multiplier(); ++attempt) {
      CAPTURE(attempt);
      const Block block = random_block(1 + static_cast<int>(attempt % 3), random);
      const std::vector<double> plain = speeds(block, false);
      const std::vector<double> same = speeds(block, true);
      // Elimination in another order, of matrices with condition numbers below 100.
      for (std::size_t j = 1; j < plain.size(); ++j) CHECK(std::abs(same[j] - plain[j]) <= 1e-12);
      CHECK(std::abs(same.back() - 2) <= 1e-12);
    }
  }
}

}  // namespace leafwise::integrator
