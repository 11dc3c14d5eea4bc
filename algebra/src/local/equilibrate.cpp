// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/equilibrate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace leafwise::algebra::detail {

void equilibrate(DenseMatrix& matrix) {
  const auto pass = [](std::size_t outer, std::size_t inner, auto at) {
    for (std::size_t i = 0; i < outer; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < inner; ++j) largest = std::max(largest, std::abs(at(i, j)));
      if (largest == 0 || !std::isfinite(largest)) continue;
      const double factor = std::ldexp(1, -std::ilogb(largest));
      for (std::size_t j = 0; j < inner; ++j) at(i, j) *= factor;
    }
  };
  const auto entry = [&](std::size_t i, std::size_t j) -> double& { return matrix(i, j); };
  const auto turned = [&](std::size_t j, std::size_t i) -> double& { return matrix(i, j); };
  for (int round = 0; round < 3; ++round) {
    pass(matrix.rows(), matrix.columns(), entry);
    pass(matrix.columns(), matrix.rows(), turned);
  }
}

namespace {

struct Logarithm {
  std::size_t row = 0;
  std::size_t column = 0;
  double value = 0;
};

/// Each of one kind gets the mean that the other kind leaves it.
double relax(const std::vector<Logarithm>& entries,
             std::size_t Logarithm::*own,
             std::vector<double>& exponents,
             std::size_t Logarithm::*other,
             const std::vector<double>& others) {
  std::vector<double> sum(exponents.size(), 0);
  std::vector<double> count(exponents.size(), 0);
  for (const Logarithm& entry : entries) {
    sum[entry.*own] -= entry.value + others[entry.*other];
    count[entry.*own] += 1;
  }
  double change = 0;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    if (count[i] == 0) continue;
    change = std::max(change, std::abs(sum[i] / count[i] - exponents[i]));
    exponents[i] = sum[i] / count[i];
  }
  return change;
}

std::vector<int> rounded(const std::vector<double>& exponents) {
  std::vector<int> result;
  result.reserve(exponents.size());
  // With larger ones products would leave the range of doubles.
  for (const double exponent : exponents) {
    result.push_back(static_cast<int>(std::lround(std::clamp(exponent, -300.0, 300.0))));
  }
  return result;
}

}  // namespace

BalancingExponents balancing_exponents(const std::vector<std::vector<double>>& matrix) {
  std::vector<Logarithm> entries;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix[i].size(); ++j) {
      const double size = std::abs(matrix[i][j]);
      if (size > 0 && std::isfinite(size)) entries.push_back({i, j, std::log2(size)});
    }
  }
  std::vector<double> rows(matrix.size(), 0);
  std::vector<double> columns(matrix.empty() ? 0 : matrix.front().size(), 0);
  constexpr int most_rounds = 60;
  constexpr double accuracy = 0.25;  // of a power of two
  for (int round = 0; round < most_rounds; ++round) {
    const double change = relax(entries, &Logarithm::row, rows, &Logarithm::column, columns);
    (void)relax(entries, &Logarithm::column, columns, &Logarithm::row, rows);
    if (round > 0 && change < accuracy) break;
  }
  return {rounded(rows), rounded(columns)};
}

}  // namespace leafwise::algebra::detail
