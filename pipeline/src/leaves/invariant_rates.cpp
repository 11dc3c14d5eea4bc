// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/invariant_rates.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace leafwise::pipeline::detail {

namespace {

/// Rates of constants of the motion cancel up to the rounding of their terms, and of the rows by
/// which these are off the leaf: 1e-16 to 1e-12 of their size. Rates of forces that do work do not
/// cancel at all.
constexpr double round_off = 1e-8;
constexpr std::size_t most_rows = 64;

}  // namespace

bool has_rate(const NumericLeaf& leaf,
              const integrator::SmoothMap<double>& function,
              const integrator::Trajectory<double>& rows) {
  const auto map = function.clone();
  const auto distribution = leaf.problem.distribution->clone();
  const std::size_t dimension = map->inputs();
  if (rows.empty() || dimension != distribution->dimension()) return false;
  std::vector<double> direction(dimension);
  std::vector<double> gradient(dimension);
  double value = 0;
  double rate = 0;
  double terms = 0;
  const std::size_t step = rows.size() / most_rows + 1;
  for (std::size_t i = 0; i < rows.size(); i += step) {
    const std::span<const double> point = rows.point(i);
    if (!distribution->direction(point, direction).defined) continue;
    map->jacobian(point, std::span<double>(&value, 1), gradient);
    double sum = 0;
    double sizes = 0;
    for (std::size_t j = 0; j < dimension; ++j) {
      sum += gradient[j] * direction[j];
      sizes += std::abs(gradient[j] * direction[j]);
    }
    if (!std::isfinite(sizes)) continue;
    rate = std::max(rate, std::abs(sum));
    terms = std::max(terms, sizes);
  }
  return rate > round_off * terms;
}

}  // namespace leafwise::pipeline::detail
