// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/between.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace leafwise::pipeline::detail {

namespace {

/// Points that make every curve smooth, and of one interval between rows.
constexpr std::size_t wanted_points = 6'000;
constexpr std::size_t most_between = 64;

/// A cubic may go beyond a straight line by this share of its column's range.
constexpr double most_beyond = 0.25;

double range_of(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

/// Between rows i and i + 1 of one column.
struct Piece {
  double from = 0;
  double to = 0;
  double rise_from = 0;  ///< slopes times the length of the interval
  double rise_to = 0;

  /// At a share of the way, by Hermite's formula.
  [[nodiscard]] double at(double u) const {
    const double v = 1 - u;
    return v * v * (1 + 2 * u) * from + u * v * v * rise_from + u * u * (1 + 2 * v) * to -
           u * u * v * rise_to;
  }
};

Piece piece_of(const std::vector<double>& values,
               const std::vector<double>* slopes,
               std::size_t i,
               double length,
               double range) {
  const double change = values[i + 1] - values[i];
  Piece piece{values[i], values[i + 1], change, change};
  if (slopes == nullptr) return piece;
  const double first = length * (*slopes)[i];
  const double last = length * (*slopes)[i + 1];
  // u v² and u² v are at most 4/27.
  const double beyond = 4.0 / 27 * (std::abs(first - change) + std::abs(last - change));
  if (!(beyond <= most_beyond * range)) return piece;
  piece.rise_from = first;
  piece.rise_to = last;
  return piece;
}

bool are_of_the_same_rows(const RunTable& rows, const RunTable& slopes) {
  const auto place = rows.find("_s");
  const auto own = slopes.find("_s");
  return place && own && rows.values[*place] == slopes.values[*own];
}

}  // namespace

RunTable with_points_between(const RunTable& rows, const RunTable& slopes) {
  const std::size_t count = rows.rows();
  const std::size_t parts =
      count < 2 ? 1 : std::min(most_between, (wanted_points + count - 2) / (count - 1));
  if (parts < 2 || !are_of_the_same_rows(rows, slopes)) return rows;
  const std::vector<double>& along = rows.values[*rows.find("_s")];
  RunTable result;
  result.names = rows.names;
  for (std::size_t j = 0; j < rows.names.size(); ++j) {
    const auto known = rows.names[j] == "_s" ? std::nullopt : slopes.find(rows.names[j]);
    const std::vector<double>* own = known ? &slopes.values[*known] : nullptr;
    const std::vector<double>& values = rows.values[j];
    const double range = range_of(values);
    std::vector<double>& fine = result.values.emplace_back();
    fine.reserve((count - 1) * parts + 1);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const Piece piece = piece_of(values, own, i, along[i + 1] - along[i], range);
      fine.push_back(values[i]);
      for (std::size_t k = 1; k < parts; ++k) {
        fine.push_back(piece.at(static_cast<double>(k) / static_cast<double>(parts)));
      }
    }
    fine.push_back(values.back());
  }
  return result;
}

}  // namespace leafwise::pipeline::detail
