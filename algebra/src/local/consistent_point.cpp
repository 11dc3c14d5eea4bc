// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/consistent_point.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "local/equilibrate.hpp"

namespace leafwise::algebra::detail {

namespace {

using Vector = std::vector<double>;

/// Rows that are nearer to the span of those before, by this part of their size, depend on them.
constexpr double independent = 1e-9;
constexpr double converged = 1e-13;
constexpr double acceptable = 1e-10;

double dot(const Vector& a, const Vector& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

/// Rows made orthonormal one after the other (Gram and Schmidt, twice: to full precision).
class OrthonormalRows {
 public:
  /// Adds a row with the right side that a solution has for it; false if it depends on those there.
  bool add(Vector row, double right) {
    const double size = std::sqrt(dot(row, row));
    if (size == 0 || !std::isfinite(size)) return false;
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < basis_.size(); ++k) {
        const double part = dot(row, basis_[k]);
        if (part == 0) continue;
        right -= part * solution_[k];
        for (std::size_t i = 0; i < row.size(); ++i) row[i] -= part * basis_[k][i];
      }
    }
    const double rest = std::sqrt(dot(row, row));
    if (rest <= independent * size) return false;
    for (double& entry : row) entry /= rest;
    basis_.push_back(std::move(row));
    solution_.push_back(right / rest);
    return true;
  }
  [[nodiscard]] Vector least_norm(std::size_t size) const {
    Vector x(size, 0);
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      for (std::size_t i = 0; i < size; ++i) x[i] += solution_[k] * basis_[k][i];
    }
    return x;
  }

 private:
  std::vector<Vector> basis_;
  Vector solution_;
};

class StageSolver {
 public:
  /// @param balanced whether columns are multiplied by powers of two, too: multipliers of
  ///   constraints in other units may be 1e10 times as large as what else is in their rows. It
  ///   changes which steps are the least.
  StageSolver(const DerivativeArray& array, double time, Vector weights, bool balanced)
      : array_(array), time_(time), weights_(std::move(weights)), balanced_(balanced) {}

  /// Moves the columns of one stage; returns the residual of its rows.
  double solve(int stage, Vector& values) {
    choose(stage);
    constexpr int most_steps = 60;
    double last = HUGE_VAL;
    for (int step = 0; step < most_steps; ++step) {
      const auto now = array_.evaluate(Doubles(), values, time_);
      const double size = linearise(now);
      if (!std::isfinite(size)) return HUGE_VAL;
      if (size < converged || (size < acceptable && size > last / 2)) return size;
      last = size;
      if (!descend(values)) return size;
    }
    return last;
  }

 private:
  void choose(int stage) {
    place_of_row_.assign(array_.rows().size(), none);
    place_of_column_.assign(array_.columns().size(), none);
    rows_.clear();
    columns_.clear();
    column_scale_.clear();
    for (std::size_t i = 0; i < array_.rows().size(); ++i) {
      if (array_.rows()[i].stage != stage) continue;
      place_of_row_[i] = rows_.size();
      rows_.push_back(i);
    }
    for (std::size_t j = 0; j < array_.columns().size(); ++j) {
      if (array_.columns()[j].stage != stage) continue;
      place_of_column_[j] = columns_.size();
      columns_.push_back(j);
    }
  }

  double linearise(const DerivativeArray::Result<double>& now) {
    matrix_.assign(rows_.size(), Vector(columns_.size(), 0));
    for (std::size_t e = 0; e < array_.entries().size(); ++e) {
      const auto& entry = array_.entries()[e];
      const std::size_t row = place_of_row_[entry.row];
      const std::size_t column = place_of_column_[entry.column];
      if (row != none && column != none) matrix_[row][column] += now.entries[e];
    }
    find_scales();
    right_.assign(rows_.size(), 0);
    double size = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      right_[i] = -now.residuals[rows_[i]] * scale_[i];
      if (!std::isfinite(right_[i])) return HUGE_VAL;
      size = std::max(size, std::abs(right_[i]));
      for (std::size_t j = 0; j < columns_.size(); ++j) matrix_[i][j] *= scale_[i] * step_scale(j);
    }
    return size;
  }

  /// Rows are divided by a power of two near their largest entry, after columns were balanced if
  /// that is asked for; exactly.
  void find_scales() {
    if (balanced_ && column_scale_.empty()) {
      const BalancingExponents exponents = balancing_exponents(matrix_);
      for (const int exponent : exponents.columns) {
        column_scale_.push_back(std::ldexp(1, exponent));
      }
    }
    column_scale_.resize(columns_.size(), 1);
    scale_.assign(rows_.size(), 1);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        largest = std::max(largest, std::abs(matrix_[i][j]) * column_scale_[j]);
      }
      if (largest > 0 && std::isfinite(largest)) scale_[i] = std::ldexp(1, -std::ilogb(largest));
    }
  }

  [[nodiscard]] double step_scale(std::size_t column) const {
    return column_scale_[column] * weights_[columns_[column]];
  }

  bool descend(Vector& values) {
    OrthonormalRows solved;
    for (std::size_t i = 0; i < rows_.size(); ++i) (void)solved.add(matrix_[i], right_[i]);
    const Vector step = solved.least_norm(columns_.size());
    const double before = std::sqrt(dot(right_, right_));
    for (double length = 1; length > 1e-4; length /= 2) {
      Vector trial = values;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        trial[columns_[j]] += length * step_scale(j) * step[j];
      }
      const auto there = array_.evaluate(Doubles(), trial, time_);
      double after = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        after += std::pow(there.residuals[rows_[i]] * scale_[i], 2);
      }
      if (!(std::sqrt(after) <= (1 - length / 10) * before + 1e-15)) continue;
      values = std::move(trial);
      return true;
    }
    return false;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const DerivativeArray& array_;
  double time_;
  Vector weights_;
  bool balanced_;
  std::vector<std::size_t> place_of_row_, place_of_column_, rows_, columns_;
  std::vector<Vector> matrix_;
  Vector scale_, column_scale_, right_;
};

ConsistentPoint attempt(const DerivativeArray& array,
                        const RoughPoint& start,
                        double time,
                        double weight_of_given,
                        bool balanced,
                        const Vector& from) {
  Vector weights;
  for (const bool given : start.given) weights.push_back(given ? weight_of_given : 1);
  StageSolver solver(array, time, weights, balanced);
  ConsistentPoint point{from, 0, 0};
  for (int stage = array.lowest_stage(); stage <= 0; ++stage) {
    point.residual = std::max(point.residual, solver.solve(stage, point.values));
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!start.given[i]) continue;
    const double scale = std::max(1.0, std::abs(start.values[i]));
    point.moved = std::max(point.moved, std::abs(point.values[i] - start.values[i]) / scale);
  }
  return point;
}

}  // namespace

ConsistentPoint consistent_point(const DerivativeArray& array,
                                 const RoughPoint& start,
                                 double time) {
  std::mt19937_64 random(1);  // the same tries for the same file
  std::normal_distribution<double> normal;
  ConsistentPoint best{start.values, HUGE_VAL, 0};
  constexpr int most_tries = 4;
  for (int number = 0; number < most_tries; ++number) {
    Vector from = start.values;
    for (std::size_t i = 0; i < from.size() && number > 0; ++i) {
      if (!start.given[i]) from[i] += normal(random) * (start.guessed[i] ? 0.01 : 1);
    }
    for (const double weight : {0.0, 1e-5, 1e-2}) {
      for (const bool balanced : {false, true}) {
        if ((weight > 0 || balanced) && number > 0) continue;
        ConsistentPoint point = attempt(array, start, time, weight, balanced, from);
        // Rows hide what is far smaller than their largest entry.
        if (point.residual < acceptable && !balanced) {
          ConsistentPoint better = attempt(array, start, time, weight, true, point.values);
          if (better.residual < acceptable) return better;
        }
        if (point.residual < acceptable) return point;
        if (point.residual < best.residual) best = std::move(point);
      }
    }
  }
  return best;
}

std::vector<std::size_t> independent_rows(std::vector<std::vector<double>> rows) {
  OrthonormalRows basis;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (basis.add(std::move(rows[i]), 0)) kept.push_back(i);
  }
  return kept;
}

}  // namespace leafwise::algebra::detail
