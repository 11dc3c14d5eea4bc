// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/row_slopes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <span>

#include "model/run_columns.hpp"

namespace leafwise::pipeline::detail {

namespace {

using integrator::Trajectory;

/// More rows lie closer than pixels.
constexpr std::size_t most_rows = 20'000;

/// Of a central difference along the curve, as a share of max(1, |z|): its own error goes with the
/// square, that of round-off with the inverse, and a picture needs three digits.
constexpr double difference_share = 1e-4;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double product(std::span<const double> one, std::span<const double> other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

/// The direction of the leaf at rows, of length 1 and along the run.
class Directions {
 public:
  explicit Directions(const integrator::ManifoldProblem<double>& problem,
                      const Trajectory<double>& table)
      : table_(table),
        distribution_(problem.distribution->clone()),
        tangent_(problem.dimension()),
        secant_(problem.dimension()),
        moved_(problem.dimension()),
        before_(distribution_->attached_names().size()),
        after_(before_.size()) {}

  /// False: there is none.
  bool go_to(std::size_t row) {
    row_ = row;
    if (!distribution_->direction(table_.point(row), tangent_).defined) return false;
    const double length = std::sqrt(product(tangent_, tangent_));
    if (!std::isfinite(length) || length == 0) return false;
    const std::size_t first = row + 1 < table_.size() ? row : row - 1;
    const std::span<const double> from = table_.point(first);
    const std::span<const double> to = table_.point(first + 1);
    for (std::size_t j = 0; j < secant_.size(); ++j) secant_[j] = to[j] - from[j];
    const double factor = product(tangent_, secant_) < 0 ? -1 / length : 1 / length;
    for (double& component : tangent_) component *= factor;
    return true;
  }

  [[nodiscard]] const std::vector<double>& tangent() const { return tangent_; }

  /// The derivatives of the attached quantities along the curve.
  const std::vector<double>& attached() {
    const std::span<const double> z = table_.point(row_);
    const double step = difference_share * std::max(1.0, std::sqrt(product(z, z)));
    const auto at = [&](double way, std::vector<double>& out) {
      for (std::size_t j = 0; j < moved_.size(); ++j) moved_[j] = z[j] + way * tangent_[j];
      distribution_->attached(moved_, out);
    };
    at(-step, before_);
    at(step, after_);
    for (std::size_t j = 0; j < after_.size(); ++j) {
      after_[j] = (after_[j] - before_[j]) / (2 * step);
    }
    return after_;
  }

 private:
  const Trajectory<double>& table_;
  std::unique_ptr<integrator::Distribution<double>> distribution_;
  std::size_t row_ = 0;
  std::vector<double> tangent_;
  std::vector<double> secant_;
  std::vector<double> moved_;
  std::vector<double> before_;
  std::vector<double> after_;
};

/// The columns whose slopes are known, by where the integrator has them; `_s` with its values
/// first.
std::vector<RunColumn> known_columns(const RunRecord& record, std::size_t count) {
  std::vector<RunColumn> result;
  for (const RunColumn& column : run_columns(record)) {
    if (column.name == "_s") result.insert(result.begin(), column);
    if (!column.is_force && column.source < count) result.push_back(column);
  }
  return result;
}

bool has_leaf(const RunRecord& record) {
  const integrator::ManifoldProblem<double>& problem = record.selection->leaf.problem;
  const Trajectory<double>& table = record.integration->report.trajectory;
  const bool has_all = table.size() == record.integration->rows;
  if (!problem.distribution || table.size() < 2 || !has_all || table.size() > most_rows) {
    return false;
  }
  const std::vector<std::string>& names = table.columns();
  return names.size() > problem.dimension() &&
         std::equal(problem.coordinates.begin(), problem.coordinates.end(), names.begin());
}

}  // namespace

std::vector<ColumnSlopes> row_slopes(const RunRecord& record) {
  if (!has_leaf(record)) return {};
  const integrator::ManifoldProblem<double>& problem = record.selection->leaf.problem;
  const Trajectory<double>& table = record.integration->report.trajectory;
  const std::size_t dimension = problem.dimension();
  const std::vector<std::string>& attached = problem.distribution->attached_names();
  const std::vector<RunColumn> columns = known_columns(record, dimension + attached.size());
  std::vector<ColumnSlopes> slopes;
  slopes.reserve(columns.size());
  for (const RunColumn& column : columns) {
    slopes.push_back({column.name, std::vector<double>(table.size(), unknown)});
  }
  Directions directions(problem, table);
  for (std::size_t row = 0; row < table.size(); ++row) {
    slopes.front().values[row] = table.row(row)[columns.front().source];
    if (!directions.go_to(row)) continue;
    const std::vector<double>& rates = directions.attached();
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const std::size_t source = columns[i].source;
      slopes[i].values[row] =
          source < dimension ? directions.tangent()[source] : rates[source - dimension];
    }
  }
  return slopes;
}

}  // namespace leafwise::pipeline::detail
