// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/start_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace leafwise::pipeline::detail {

namespace {

/// Up to the rounding of their terms.
bool vanish(const integrator::SmoothMap<double>& rows, const std::vector<double>& point) {
  constexpr double round_off = 1e-14;
  const auto map = rows.clone();
  std::vector<double> f(map->outputs());
  std::vector<double> slopes(f.size() * point.size());
  map->jacobian(point, f, slopes);
  for (std::size_t i = 0; i < f.size(); ++i) {
    double terms = 0;
    for (std::size_t j = 0; j < point.size(); ++j) {
      terms += std::abs(slopes[i * point.size() + j]) * std::max(1.0, std::abs(point[j]));
    }
    if (!(std::abs(f[i]) <= round_off * terms)) return false;
  }
  return true;
}

}  // namespace

StartSizes::StartSizes(const NumericLeaf& leaf, const OpenRows& rows, const PointAtHand& start)
    : leaf_(leaf), rows_(rows), start_(start) {
  for (std::size_t j = 0; j < leaf.coordinates.size(); ++j) {
    is_angle_.push_back(!start.held[j] && leaf.coordinates[j].order == 0 &&
                        std::ranges::all_of(leaf.rows, [&](const algebra::Expression& row) {
                          return is_periodic_in(row, leaf.coordinates[j]);
                        }));
  }
}

double StartSizes::of(const OpenRows::Part& part, const std::vector<double>& values) const {
  double size = 0;
  for (const std::size_t j : rows_.columns_of(part.rows)) {
    const bool is_time = leaf_.problem.independent == j;
    if (!is_time && !is_angle_[j]) size = std::max(size, std::abs(values[j]));
  }
  return size > 0 ? size : 1;
}

void StartSizes::turn_back(std::vector<double>& point,
                           const std::vector<std::size_t>& columns) const {
  constexpr double turn = 2 * std::numbers::pi;
  for (const std::size_t j : columns) {
    if (!is_angle_[j]) continue;
    point[j] -= turn * std::round((point[j] - start_.guess[j].value_or(0)) / turn);
  }
}

double StartSizes::difference(const std::vector<double>& one,
                              const std::vector<double>& other,
                              std::size_t column) const {
  const double plain = one[column] - other[column];
  if (!is_angle_[column]) return plain;
  constexpr double turn = 2 * std::numbers::pi;
  return plain - turn * std::round(plain / turn);
}

bool StartSizes::is_same(const std::vector<double>& one,
                         const std::vector<double>& other,
                         const std::vector<std::size_t>& columns,
                         const integrator::SmoothMap<double>& rows,
                         double size) const {
  constexpr double rounding = 1e-9;
  constexpr double near = 1e-3;
  double distance = 0;
  std::vector<double> between = one;
  for (const std::size_t j : columns) {
    const double step = difference(other, one, j);
    const double unit = std::max({of(j, size), std::abs(one[j]), std::abs(other[j])});
    distance = std::max(distance, std::abs(step) / unit);
    between[j] += step / 2;
  }
  if (distance < rounding) return true;
  return distance < near && vanish(rows, between);
}

}  // namespace leafwise::pipeline::detail
