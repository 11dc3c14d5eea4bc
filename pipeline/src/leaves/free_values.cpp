// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/free_values.hpp"

#include <algorithm>
#include <cmath>

#include "leafwise/integrator/own_units.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Variable;
using integrator::Meant;

using Column = std::vector<double>;

double norm(const Column& column) {
  double square = 0;
  for (const double entry : column) square += entry * entry;
  return std::sqrt(square);
}

double dot(const Column& left, const Column& right) {
  double sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
  return sum;
}

/// df by the coordinates that are not given, equations scaled to the same length.
std::vector<Column> open_columns(const NumericLeaf& leaf,
                                 const std::vector<std::size_t>& open,
                                 const std::vector<double>& point) {
  const auto equations = leaf.problem.equations->clone();
  const std::size_t m = point.size();
  std::vector<double> values(equations->outputs());
  std::vector<double> jacobian(values.size() * m);
  equations->jacobian(point, values, jacobian);
  std::vector<Column> columns(open.size(), Column(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    double square = 0;
    for (std::size_t j = 0; j < m; ++j) square += jacobian[i * m + j] * jacobian[i * m + j];
    const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
    for (std::size_t k = 0; k < open.size(); ++k) {
      columns[k][i] = jacobian[i * m + open[k]] * scale;
    }
  }
  return columns;
}

/// What a column adds to those before it; twice, against round-off [Kahan, Parlett].
Column remainder(Column column, const std::vector<Column>& basis) {
  for (int pass = 0; pass < 2; ++pass) {
    for (const Column& unit : basis) {
      const double part = dot(column, unit);
      for (std::size_t i = 0; i < column.size(); ++i) column[i] -= part * unit[i];
    }
  }
  return column;
}

/// df does not tell a double root (x² + y² = 1 at x = 1) from a free choice: trying does.
bool can_be_moved(const NumericLeaf& leaf,
                  const std::vector<double>& point,
                  const std::vector<bool>& is_fixed,
                  std::size_t coordinate) {
  integrator::StartingValues<double> start;
  start.values = point;
  for (std::size_t j = 0; j < point.size(); ++j) {
    start.meant.push_back(is_fixed[j] || j == coordinate ? Meant::fixed : Meant::given);
  }
  constexpr double share = 1e-3;
  start.values[coordinate] += share * std::max(1.0, std::abs(point[coordinate]));
  if (integrator::initialise(leaf.problem, start).has_value()) return true;
  start.values[coordinate] = point[coordinate] - share * std::max(1.0, std::abs(point[coordinate]));
  return integrator::initialise(leaf.problem, start).has_value();
}

}  // namespace

std::vector<std::string> free_values(const NumericLeaf& users,
                                     const integrator::StartingValues<double>& start,
                                     const std::vector<double>& at) {
  NumericLeaf leaf = users;
  leaf.problem = integrator::in_own_units(users.problem);
  std::vector<double> point = at;
  integrator::OwnUnits<double>(users.problem).to_own(point, point);
  std::vector<std::size_t> open;
  std::vector<bool> is_fixed(point.size(), true);
  for (std::size_t j = 0; j < point.size(); ++j) {
    if (start.meant[j] != Meant::guessed) continue;
    open.push_back(j);
    is_fixed[j] = false;
  }
  if (open.empty()) return {};
  std::vector<std::string> needed;
  if (!leaf.problem.equations) {
    for (const std::size_t j : open) needed.push_back(leaf.problem.coordinates[j]);
    return needed;
  }
  // From the last coordinate on: later ones follow from earlier ones where possible.
  std::reverse(open.begin(), open.end());
  const std::vector<Column> columns = open_columns(leaf, open, point);
  constexpr double round_off = 1e-7;
  std::vector<Column> basis;
  for (std::size_t k = 0; k < open.size(); ++k) {
    Column rest = remainder(columns[k], basis);
    const double size = norm(rest);
    if (size > round_off) {
      for (double& entry : rest) entry /= size;
      basis.push_back(std::move(rest));
    } else if (can_be_moved(leaf, point, is_fixed, open[k])) {
      needed.push_back(leaf.problem.coordinates[open[k]]);
      is_fixed[open[k]] = true;
    }
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

}  // namespace leafwise::pipeline::detail
