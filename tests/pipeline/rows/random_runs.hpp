// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

/// Rows of runs that were never made.
namespace leafwise::tests {

/// Columns t, x, _s, and a number beside the table.
using Row = std::vector<double>;

/// Steps of very different sizes, now and then a peak, and forces that are not determined.
/// @param turns t goes back and forth
inline std::vector<Row> random_run(std::mt19937_64& random, std::size_t count, bool turns) {
  std::normal_distribution<double> normal;
  std::vector<Row> rows;
  double t = 0;
  double s = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_peak = random() % 5000 == 0;
    const double x = normal(random) + (is_peak ? 100 * normal(random) : 0);
    const double force = random() % 10 == 0 ? std::numeric_limits<double>::quiet_NaN() : x * x;
    rows.push_back({t, x, s, force});
    const double step = std::exp(2 * normal(random));
    t += turns ? std::cos(static_cast<double>(i) / 50) * step : step;
    s += step;
  }
  return rows;
}

}  // namespace leafwise::tests
