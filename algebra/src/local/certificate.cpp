// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/certificate.hpp"

#include <arb_mat.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "geometry/dense_matrix.hpp"
#include "local/equilibrate.hpp"
#include "local/sparse/sparse_pivots.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

struct BallMatrix {
  BallMatrix(std::size_t rows, std::size_t columns) {
    arb_mat_init(raw, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~BallMatrix() { arb_mat_clear(raw); }
  BallMatrix(const BallMatrix&) = delete;
  BallMatrix& operator=(const BallMatrix&) = delete;
  [[nodiscard]] arb_struct* at(std::size_t row, std::size_t column) {
    return arb_mat_entry(raw, static_cast<slong>(row), static_cast<slong>(column));
  }
  arb_mat_t raw;
};

/// The rows and the dependent columns of a stage: as many of each.
struct Block {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  std::optional<Pivots> pivots;  ///< by places in both; of many rows
};

double scale_of(double value) {
  return std::max(1e-3, std::abs(value));
}

class Certifier {
 public:
  Certifier(const DerivativeArray& array,
            const std::vector<double>& near,
            const std::vector<bool>& given,
            const Ball& time)
      : array_(array), near_(near), given_(given), time_(time) {}

  LocalCertificate certify(slong least_precision) {
    if (!choose_blocks()) {
      result_.why_not = "the top derivatives are not determined by the equations here";
      return std::move(result_);
    }
    const slong most_precision = std::max(least_precision, slong{512});
    for (slong precision = least_precision; precision <= most_precision; precision *= 2) {
      field_.precision = precision;
      if (!prove()) continue;
      result_.proved = true;
      result_.precision = precision;
      return std::move(result_);
    }
    result_.why_not = "no box around the point could be enclosed with 512 bits";
    return std::move(result_);
  }

 private:
  /// Complete pivoting in the rows of each stage, values that the user gave last of all.
  bool choose_blocks() {
    const auto now = array_.evaluate(Doubles(), near_, time_.centre());
    result_.dependent.assign(array_.columns().size(), false);
    block_of_row_.assign(array_.rows().size(), none);
    row_place_.assign(array_.rows().size(), none);
    place_.assign(array_.columns().size(), none);
    for (int stage = array_.lowest_stage(); stage <= 0; ++stage) {
      if (!choose_block(stage, now.entries)) return false;
    }
    return true;
  }

  bool choose_block(int stage, const std::vector<double>& entries) {
    Block block;
    std::vector<std::size_t> columns;
    std::vector<std::size_t> column_at(array_.columns().size(), none);
    std::vector<std::size_t> row_at(array_.rows().size(), none);
    for (std::size_t i = 0; i < array_.rows().size(); ++i) {
      if (array_.rows()[i].stage != stage) continue;
      row_at[i] = block.rows.size();
      block.rows.push_back(i);
    }
    for (std::size_t j = 0; j < array_.columns().size(); ++j) {
      if (array_.columns()[j].stage != stage) continue;
      column_at[j] = columns.size();
      columns.push_back(j);
    }
    SparseEntries<double> matrix{block.rows.size(), columns.size(), {}};
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const auto& entry = array_.entries()[e];
      if (row_at[entry.row] == none || column_at[entry.column] == none) continue;
      if (!std::isfinite(entries[e])) return false;
      matrix.list.push_back({row_at[entry.row], column_at[entry.column], entries[e]});
    }
    const std::optional<Pivots> pivots = pivots_of(std::move(matrix), columns);
    if (!pivots) return false;
    for (const auto& [row, column] : *pivots) block.columns.push_back(columns[column]);
    std::sort(block.columns.begin(), block.columns.end());
    for (const std::size_t row : block.rows) block_of_row_[row] = blocks_.size();
    for (const std::size_t column : block.columns) result_.dependent[column] = true;
    for (std::size_t i = 0; i < block.rows.size(); ++i) row_place_[block.rows[i]] = i;
    for (std::size_t j = 0; j < block.columns.size(); ++j) place_[block.columns[j]] = j;
    if (block.rows.size() >= many_rows) {
      block.pivots.emplace();
      for (const auto& [row, column] : *pivots) {
        block.pivots->emplace_back(row, place_[columns[column]]);
      }
    }
    blocks_.push_back(std::move(block));
    return true;
  }

  /// As many as rows; those of few rows in no order. Empty where rows are dependent.
  std::optional<Pivots> pivots_of(SparseEntries<double> matrix,
                                  const std::vector<std::size_t>& columns) const {
    const auto put_off_given = [&](std::size_t column) { return given_[columns[column]] ? 16 : 1; };
    if (matrix.rows >= many_rows) {
      equilibrate(matrix);
      for (auto& entry : matrix.list) entry.value /= put_off_given(entry.column);
      return sparse_pivots(matrix);
    }
    DenseMatrix dense(matrix.rows, matrix.columns);
    for (const auto& entry : matrix.list) dense(entry.row, entry.column) += entry.value;
    equilibrate(dense);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (std::size_t i = 0; i < dense.rows(); ++i) dense(i, j) /= put_off_given(j);
    }
    constexpr double threshold = 1e-12;
    const RegularPart part = regular_part(dense, threshold);
    if (part.rows.size() < matrix.rows) return std::nullopt;
    Pivots pivots;
    for (std::size_t i = 0; i < part.rows.size(); ++i) {
      pivots.emplace_back(part.rows[i], part.columns[i]);
    }
    return pivots;
  }

  /// x with [A]·x = right for all matrices in the balls; false if one might be singular.
  bool solve(const std::vector<Ball>& entries,
             const std::vector<Ball>& right,
             std::vector<Ball>& solution) const {
    solution.assign(array_.columns().size(), Ball());
    std::vector<Ball> rest = right;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const Block& block = blocks_[b];
      SparseEntries<Ball> matrix{block.rows.size(), block.rows.size(), {}};
      for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto& entry = array_.entries()[e];
        if (block_of_row_[entry.row] != b || !result_.dependent[entry.column]) continue;
        const bool inside = array_.columns()[entry.column].stage == stage_of(b);
        if (inside) {
          matrix.list.push_back({row_place_[entry.row], place_[entry.column], entries[e]});
        } else {
          arb_submul(rest[entry.row].raw(),
                     entries[e].raw(),
                     solution[entry.column].raw(),
                     field_.precision);
        }
      }
      std::vector<Ball> side;
      side.reserve(block.rows.size());
      for (const std::size_t row : block.rows) side.push_back(rest[row]);
      const auto found = block.pivots
                             ? solve_in_order(matrix, side, *block.pivots, field_.precision)
                             : solve_densely(matrix, side);
      if (!found) return false;
      for (std::size_t j = 0; j < found->size(); ++j) solution[block.columns[j]] = (*found)[j];
    }
    return true;
  }

  [[nodiscard]] std::optional<std::vector<Ball>> solve_densely(
      const SparseEntries<Ball>& entries, const std::vector<Ball>& right) const {
    const std::size_t size = entries.rows;
    BallMatrix matrix(size, size);
    for (const auto& entry : entries.list) {
      arb_struct* at = matrix.at(entry.row, entry.column);
      arb_add(at, at, entry.value.raw(), field_.precision);
    }
    BallMatrix side(size, 1);
    BallMatrix found(size, 1);
    for (std::size_t i = 0; i < size; ++i) arb_set(side.at(i, 0), right[i].raw());
    if (arb_mat_solve(found.raw, matrix.raw, side.raw, field_.precision) == 0) return std::nullopt;
    std::vector<Ball> solution(size);
    for (std::size_t j = 0; j < size; ++j) arb_set(solution[j].raw(), found.at(j, 0));
    return solution;
  }

  [[nodiscard]] int stage_of(std::size_t block) const {
    return array_.lowest_stage() + static_cast<int>(block);
  }

  [[nodiscard]] std::vector<Ball> minus(const std::vector<Ball>& values) const {
    std::vector<Ball> negative = values;
    for (Ball& value : negative) arb_neg(value.raw(), value.raw());
    return negative;
  }

  /// Newton at points, until the steps are those of rounding at this precision.
  bool refine(std::vector<Ball>& point) const {
    constexpr int most_steps = 8;
    for (int step = 0; step < most_steps; ++step) {
      const auto now = array_.evaluate(field_, point, time_);
      std::vector<Ball> change;
      if (!solve(now.entries, minus(now.residuals), change)) return false;
      double largest = 0;
      for (std::size_t j = 0; j < point.size(); ++j) {
        if (!result_.dependent[j]) continue;
        if (arb_is_finite(change[j].raw()) == 0) return false;
        arb_struct* at = point[j].raw();
        arb_add(at, at, change[j].raw(), field_.precision);
        mag_zero(arb_radref(at));
        largest = std::max(largest, std::abs(change[j].centre()) / scale_of(near_[j]));
      }
      if (largest < std::ldexp(1, static_cast<int>(-3 * field_.precision / 4))) return true;
      if (largest > 1) return false;
    }
    return false;
  }

  /// ū − [∂E/∂u]⁻¹·E(ū) inside the box around ū.
  bool prove() {
    std::vector<Ball> point(near_.begin(), near_.end());
    if (!refine(point)) return false;
    const auto width = static_cast<int>(-field_.precision / 2);
    std::vector<Ball> box = point;
    for (std::size_t j = 0; j < box.size(); ++j) {
      if (!result_.dependent[j]) continue;
      mag_set_d(arb_radref(box[j].raw()), std::ldexp(scale_of(near_[j]), width));
    }
    const auto around = array_.evaluate(field_, box, time_);
    const auto at = array_.evaluate(field_, point, time_);
    std::vector<Ball> change;
    if (!solve(around.entries, minus(at.residuals), change)) return false;
    for (std::size_t j = 0; j < point.size(); ++j) {
      if (!result_.dependent[j]) continue;
      arb_struct* moved = point[j].raw();
      // Sums at full precision: what rounding adds to the radius is part of the claim.
      arb_add(moved, moved, change[j].raw(), 2 * field_.precision);
      if (arb_contains_interior(box[j].raw(), moved) == 0) return false;
    }
    result_.point = std::move(point);
    return true;
  }

  const DerivativeArray& array_;
  const std::vector<double>& near_;
  const std::vector<bool>& given_;
  const Ball& time_;
  RealBalls field_;
  std::vector<Block> blocks_;  ///< one for each stage, lowest first
  std::vector<std::size_t> block_of_row_;
  std::vector<std::size_t> row_place_;
  std::vector<std::size_t> place_;
  LocalCertificate result_;
};

}  // namespace

LocalCertificate certify(const DerivativeArray& array,
                         const std::vector<double>& near,
                         const std::vector<bool>& given,
                         const Ball& time,
                         slong least_precision) {
  return Certifier(array, near, given, time).certify(least_precision);
}

}  // namespace leafwise::algebra::detail
