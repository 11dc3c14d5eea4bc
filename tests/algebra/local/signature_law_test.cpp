// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "local/signature.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra::detail;               // NOLINT(google-build-using-namespace)
using Matrix = std::vector<std::vector<int>>;  ///< −1: no entry

Matrix random_matrix(std::mt19937_64& random, std::size_t size) {
  Matrix sigma(size, std::vector<int>(size));
  for (auto& row : sigma) {
    for (int& entry : row)
      entry = static_cast<int>(random() % 5) - 2 < 0 ? -1 : static_cast<int>(random() % 3);
  }
  return sigma;
}

std::vector<SignatureEntry> entries_of(const Matrix& sigma) {
  std::vector<SignatureEntry> entries;
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    for (std::size_t j = 0; j < sigma.size(); ++j) {
      if (sigma[i][j] >= 0) entries.push_back({i, j, static_cast<unsigned>(sigma[i][j])});
    }
  }
  return entries;
}

/// The largest sum over all permutations without −1.
std::optional<int> largest_value(const Matrix& sigma) {
  std::vector<std::size_t> columns(sigma.size());
  std::iota(columns.begin(), columns.end(), 0);
  std::optional<int> best;
  do {
    int sum = 0;
    bool complete = true;
    for (std::size_t i = 0; i < sigma.size() && complete; ++i) {
      complete = sigma[i][columns[i]] >= 0;
      sum += sigma[i][columns[i]];
    }
    if (complete) best = std::max(best.value_or(0), sum);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return best;
}

/// c with equality on T and d ≥ c + σ everywhere.
bool is_feasible(const Matrix& sigma, const Offsets& offsets, const std::vector<int>& c) {
  std::vector<int> d(sigma.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    d[*offsets.match[i]] = c[i] + sigma[i][*offsets.match[i]];
  }
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t j = 0; j < d.size(); ++j) {
      if (sigma[i][j] >= 0 && d[j] < c[i] + sigma[i][j]) return false;
    }
  }
  return true;
}

/// Whether all feasible c below 5 are at least the one found.
bool is_smallest(const Matrix& sigma, const Offsets& offsets) {
  constexpr int limit = 5;
  std::vector<int> c(sigma.size(), 0);
  while (true) {
    if (is_feasible(sigma, offsets, c)) {
      for (std::size_t i = 0; i < c.size(); ++i) {
        if (c[i] < static_cast<int>(offsets.rows[i])) return false;
      }
    }
    std::size_t k = 0;
    while (k < c.size() && ++c[k] == limit) c[k++] = 0;
    if (k == c.size()) return true;
  }
}

}  // namespace

TEST_CASE("offsets are the smallest, on a transversal of largest value") {
  std::mt19937_64 random = make_generator("offsets");
  unsigned regular = 0;
  for (unsigned number = 0; number < 300 * multiplier(); ++number) {
    const Matrix sigma = random_matrix(random, 1 + random() % 4);
    const std::optional<int> value = largest_value(sigma);
    const std::optional<Offsets> offsets =
        offsets_of(sigma.size(), sigma.size(), entries_of(sigma));
    REQUIRE(offsets.has_value() == value.has_value());
    if (!offsets) continue;
    ++regular;
    CHECK(static_cast<int>(offsets->value) == *value);
    const std::vector<int> c(offsets->rows.begin(), offsets->rows.end());
    CHECK(is_feasible(sigma, *offsets, c));
    CHECK(is_smallest(sigma, *offsets));
    const unsigned d = std::accumulate(offsets->columns.begin(), offsets->columns.end(), 0U);
    const unsigned sum = std::accumulate(offsets->rows.begin(), offsets->rows.end(), 0U);
    CHECK(static_cast<int>(d) - static_cast<int>(sum) == *value);
  }
  CHECK(regular > 50 * multiplier());
}

TEST_CASE("fine blocks are classes of mutual reachability along the top entries") {
  std::mt19937_64 random = make_generator("fine blocks");
  for (unsigned number = 0; number < 100 * multiplier(); ++number) {
    const Matrix sigma = random_matrix(random, 5);
    const std::optional<Offsets> offsets = offsets_of(5, 5, entries_of(sigma));
    if (!offsets) continue;
    std::vector<std::vector<bool>> reach(5, std::vector<bool>(5, false));
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t k = 0; k < 5; ++k) {
        const std::size_t j = *offsets->match[k];
        reach[i][k] =
            i == k || (sigma[i][j] >= 0 && static_cast<int>(offsets->columns[j]) ==
                                               sigma[i][j] + static_cast<int>(offsets->rows[i]));
      }
    }
    for (std::size_t k = 0; k < 5; ++k) {
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
          if (reach[i][k] && reach[k][j]) reach[i][j] = true;
        }
      }
    }
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        CHECK((offsets->block[i] == offsets->block[j]) == (reach[i][j] && reach[j][i]));
      }
    }
  }
}

}  // namespace leafwise::tests
