// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/stage_test.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/elimination.hpp"
#include "number/dyadic.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A pivot that is recorded is that of the elimination: doubles, met in the same order.
constexpr double as_good_as_equal = 1e-6;

struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
  std::size_t ball = 0;
};

class Stage {
 public:
  Stage(const StagedEquations& equations, int stage, slong precision)
      : equations_(equations), precision_(precision) {
    row_at_.assign(equations.row_stages.size(), none);
    column_at_.assign(equations.column_stages.size(), none);
    for (std::size_t i = 0; i < equations.row_stages.size(); ++i) {
      if (equations.row_stages[i] != stage) continue;
      row_at_[i] = rows_.size();
      rows_.push_back(i);
    }
    for (std::size_t j = 0; j < equations.column_stages.size(); ++j) {
      if (equations.column_stages[j] != stage || !equations.dependent[j]) continue;
      column_at_[j] = columns_.size();
      columns_.push_back(j);
    }
    for (const SlopeEntry& entry : equations.entries) {
      if (row_at_[entry.row] == none || column_at_[entry.column] == none) continue;
      block_.push_back({row_at_[entry.row], column_at_[entry.column], entry.ball});
    }
  }

  std::string refusal(const LocalProof::Stage& proof,
                      const std::vector<LocalProof::Coefficient>& box) const {
    if (rows_.size() != columns_.size()) return "as many dependent coefficients as equations";
    const std::size_t size = rows_.size();
    Balls inverse(size * size);
    const std::string why =
        proof.inverse.empty() && size > 0 ? recomputed(proof, inverse) : read(proof, inverse);
    return why.empty() ? contraction(inverse, box) : why;
  }

 private:
  std::string read(const LocalProof::Stage& proof, Balls& inverse) const {
    const std::size_t size = rows_.size();
    if (proof.inverse.size() != size) return "a preconditioner of its size";
    for (std::size_t i = 0; i < size; ++i) {
      if (proof.inverse[i].size() != size) return "a preconditioner of its size";
      for (std::size_t j = 0; j < size; ++j) {
        if (!read_dyadic(arb_midref(inverse.at(i * size + j)), proof.inverse[i][j])) {
          return "numbers in its preconditioner";
        }
      }
    }
    return {};
  }

  static bool is_order(std::vector<std::size_t> order, std::size_t size) {
    std::sort(order.begin(), order.end());
    if (order.size() != size) return false;
    for (std::size_t i = 0; i < size; ++i) {
      if (order[i] != i) return false;
    }
    return true;
  }

  /// The elimination that is recorded, done again; any approximate inverse would do.
  std::string recomputed(const LocalProof::Stage& proof, Balls& inverse) const {
    const std::size_t size = rows_.size();
    const bool is_whole =
        is_order(proof.rows, size) && is_order(proof.columns, size) && proof.pivots.size() == size;
    if (!is_whole) return "an elimination of its size";
    DenseMatrix matrix(size, size);
    for (const Place& place : block_) {
      const arb_struct* ball = equations_.slopes.at(place.ball);
      matrix(place.row, place.column) += arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    }
    Elimination order{proof.rows, proof.columns, {}};
    const std::optional<DenseMatrix> found = inverse_in_order(matrix, order);
    if (!found) return "pivots that are not 0";
    for (std::size_t k = 0; k < size; ++k) {
      arf_t pivot;
      arf_init(pivot);
      const bool is_number = read_dyadic(pivot, proof.pivots[k]);
      const double recorded = arf_get_d(pivot, ARF_RND_NEAR);
      arf_clear(pivot);
      const double difference = std::abs(recorded - order.pivots[k]);
      if (!is_number || !(difference <= as_good_as_equal * std::abs(order.pivots[k]))) {
        return "the pivots that its elimination meets";
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        const double value = (*found)(i, j);
        if (!std::isfinite(value)) return "pivots that are not 0";
        arb_set_d(inverse.at(i * size + j), value);
      }
    }
    return {};
  }

  /// E(ū) + Σ ∂E·(U − ū) over the stages below.
  void add_what_is_below(Balls& open) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      arb_set(open.at(i), equations_.residuals.at(rows_[i]));
    }
    arb_t interval;
    arb_init(interval);
    for (const SlopeEntry& entry : equations_.entries) {
      if (row_at_[entry.row] == none || column_at_[entry.column] != none) continue;
      symmetric(interval, entry.column);
      arb_addmul(
          open.at(row_at_[entry.row]), equations_.slopes.at(entry.ball), interval, precision_);
    }
    arb_clear(interval);
  }

  /// U − ū
  void symmetric(arb_t interval, std::size_t column) const {
    arb_zero(interval);
    arb_add_error(interval, equations_.radii.at(column));
  }

  std::string contraction(const Balls& inverse,
                          const std::vector<LocalProof::Coefficient>& box) const {
    const std::size_t size = rows_.size();
    Balls open(size);
    add_what_is_below(open);
    // 1 − R·∂E
    Balls rest(size * size);
    for (std::size_t i = 0; i < size; ++i) arb_one(rest.at(i * size + i));
    for (const Place& place : block_) {
      for (std::size_t i = 0; i < size; ++i) {
        const arb_struct* factor = inverse.at(i * size + place.row);
        if (arb_is_zero(factor) != 0) continue;
        arb_submul(
            rest.at(i * size + place.column), factor, equations_.slopes.at(place.ball), precision_);
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      if (!is_inside(i, inverse, open, rest)) {
        const LocalProof::Coefficient& where = box[columns_[i]];
        return "an image inside the box at " + jet_name(where.unknown, where.order);
      }
    }
    return {};
  }

  bool is_inside(std::size_t i, const Balls& inverse, const Balls& open, const Balls& rest) const {
    const std::size_t size = rows_.size();
    arb_t image;
    arb_t interval;
    arb_init(image);
    arb_init(interval);
    for (std::size_t k = 0; k < size; ++k) {
      arb_submul(image, inverse.at(i * size + k), open.at(k), precision_);
      if (arb_is_zero(rest.at(i * size + k)) != 0) continue;
      symmetric(interval, columns_[k]);
      arb_addmul(image, rest.at(i * size + k), interval, precision_);
    }
    symmetric(interval, columns_[i]);
    const bool inside = arb_is_finite(image) != 0 && arb_contains_interior(interval, image) != 0;
    arb_clear(image);
    arb_clear(interval);
    return inside;
  }

  const StagedEquations& equations_;
  slong precision_;
  std::vector<std::size_t> rows_;
  std::vector<std::size_t> columns_;
  std::vector<std::size_t> row_at_;
  std::vector<std::size_t> column_at_;
  std::vector<Place> block_;
};

}  // namespace

std::string refusal_of_stages(const StagedEquations& equations,
                              const LocalProof& proof,
                              slong precision) {
  int stage = 0;
  for (const int each : equations.row_stages) stage = std::min(stage, each);
  if (proof.stages.size() != static_cast<std::size_t>(1 - stage)) {
    return "the number of stages does not fit the structure";
  }
  for (std::size_t j = 0; j < equations.column_stages.size(); ++j) {
    if (equations.dependent[j] && equations.column_stages[j] < stage) {
      return "a coefficient below all stages is called dependent";
    }
  }
  for (const LocalProof::Stage& part : proof.stages) {
    const std::string missing = Stage(equations, stage, precision).refusal(part, proof.box);
    if (!missing.empty()) return "stage " + std::to_string(stage) + " has not " + missing;
    ++stage;
  }
  return {};
}

}  // namespace leafwise::algebra::detail
