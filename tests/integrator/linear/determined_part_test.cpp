// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "leafwise/integrator/determined_part.hpp"
#include "support/seed.hpp"

// What Σ λₖ aₖ = b says of each λₖ, with planted dependences.

using namespace leafwise::integrator;
using namespace leafwise::tests;

TEST_SUITE("integrator") {
  TEST_CASE("determined part: numbers where there is one, none where columns share or b is out") {
    auto random = make_generator("determined part");
    std::uniform_real_distribution<double> value(-1, 1);
    constexpr double dependence = 1e-8;
    for (std::uint64_t run = 0; run < 200 * multiplier(); ++run) {
      const std::size_t count = 2 + random() % 6;
      const std::size_t n = count + 2 + random() % 4;
      // The last column is a combination of some, or, with none of them, on its own.
      std::vector<bool> shares(count, false);
      std::vector<double> columns(count * n);
      for (double& entry : columns) entry = value(random);
      const bool is_dependent = random() % 2 == 0;
      if (is_dependent) {
        shares.back() = shares.front() = true;
        for (std::size_t k = 1; k + 1 < count; ++k) shares[k] = random() % 2 == 0;
        for (std::size_t i = 0; i < n; ++i) {
          columns[(count - 1) * n + i] = 0;
          for (std::size_t k = 0; k + 1 < count; ++k) {
            if (shares[k])
              columns[(count - 1) * n + i] += (1.0 + static_cast<double>(k)) * columns[k * n + i];
          }
        }
      }
      std::vector<double> lambda(count);
      std::vector<double> b(n);
      for (std::size_t k = 0; k < count; ++k) {
        lambda[k] = value(random);
        for (std::size_t i = 0; i < n; ++i) b[i] += lambda[k] * columns[k * n + i];
      }
      // Units of their own: what depends on what does not know them.
      const double unit = std::pow(10.0, static_cast<double>(random() % 20) - 10);
      for (std::size_t i = 0; i < n; ++i) columns[i] *= unit;
      lambda.front() /= unit;
      const std::vector<bool> zeros(count, false);
      const DeterminedPart found = determined_part(columns, zeros, b, dependence, 1e-9);
      CHECK(found.is_solvable);
      for (std::size_t k = 0; k < count; ++k) {
        CAPTURE(k);
        if (shares[k]) {
          CHECK(std::isnan(found.values[k]));
        } else {
          // Columns at random are dependent to within 1e-5 hardly ever: eleven digits are left.
          const double scale = k == 0 ? unit : 1;
          CHECK(std::abs(found.values[k] - lambda[k]) * scale < 1e-10);
        }
      }
      for (double& entry : b) entry += 0.1 * value(random);
      CHECK_FALSE(determined_part(columns, zeros, b, dependence, 1e-9).is_solvable);
      const std::vector<bool> all(count, true);
      CHECK_FALSE(determined_part(columns, all, b, dependence, 1e-9).is_solvable);
      std::fill(b.begin(), b.end(), 0);
      CHECK(determined_part(columns, all, b, dependence, 1e-9).is_solvable);
      CHECK(std::isnan(determined_part(columns, all, b, dependence, 1e-9).values.front()));
    }
  }
}
