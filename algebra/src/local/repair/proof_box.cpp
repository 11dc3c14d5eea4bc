// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/repair/proof_box.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/elimination.hpp"
#include "number/dyadic.hpp"

namespace leafwise::algebra::detail {

namespace {

using Numbers = std::vector<double>;

/// The checker inverts larger blocks again: n² numbers would be most of the file.
constexpr std::size_t largest_written_inverse = 24;

struct Block {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  Elimination order;
  DenseMatrix inverse{0, 0};
};

double scale_of(double value) {
  return std::max(1e-3, std::abs(value));
}

class BoxMaker {
 public:
  BoxMaker(const LocalAttempt& attempt, long bits)
      : array_(*attempt.array),
        certificate_(*attempt.certificate),
        time_(attempt.time),
        bits_(bits),
        // Residuals have to be known far below the box's radius.
        field_{2 * bits} {}

  bool make() {
    point_ = certificate_.point;
    for (Ball& value : point_) mag_zero(arb_radref(value.raw()));
    find_blocks();
    now_ = array_.evaluate(field_, point_, time_);
    return invert() && refine() && choose_radii();
  }

  void write(LocalProof& proof, const std::vector<std::string>& names) const {
    proof.bits = bits_;
    proof.time = dyadic_text(arb_midref(time_.raw()));
    for (std::size_t c = 0; c < array_.columns().size(); ++c) {
      const DerivativeArray::Column& column = array_.columns()[c];
      proof.box.push_back({names[column.unknown],
                           column.order,
                           dyadic_text(arb_midref(point_[c].raw())),
                           certificate_.dependent[c] ? dyadic_text(radii_[c]) : Dyadic()});
    }
    for (const Block& block : blocks_) proof.stages.push_back(written(block));
  }

 private:
  void find_blocks() {
    blocks_.resize(static_cast<std::size_t>(1 - array_.lowest_stage()));
    place_.assign(array_.columns().size(), 0);
    for (std::size_t i = 0; i < array_.rows().size(); ++i) {
      block_at(array_.rows()[i].stage).rows.push_back(i);
    }
    for (std::size_t j = 0; j < array_.columns().size(); ++j) {
      if (!certificate_.dependent[j]) continue;
      Block& block = block_at(array_.columns()[j].stage);
      place_[j] = block.columns.size();
      block.columns.push_back(j);
    }
    for (std::size_t e = 0; e < array_.entries().size(); ++e) {
      if (certificate_.dependent[array_.entries()[e].column]) used_.push_back(e);
    }
  }

  [[nodiscard]] Block& block_at(int stage) {
    return blocks_[static_cast<std::size_t>(stage - array_.lowest_stage())];
  }

  bool invert() {
    slopes_.clear();
    for (const std::size_t e : used_) slopes_.push_back(now_.entries[e].centre());
    row_place_.assign(array_.rows().size(), 0);
    std::vector<DenseMatrix> matrices;
    for (const Block& block : blocks_) {
      for (std::size_t i = 0; i < block.rows.size(); ++i) row_place_[block.rows[i]] = i;
      matrices.emplace_back(block.rows.size(), block.columns.size());
    }
    for (std::size_t k = 0; k < used_.size(); ++k) {
      const auto& entry = array_.entries()[used_[k]];
      const int stage = array_.rows()[entry.row].stage;
      if (array_.columns()[entry.column].stage != stage) continue;
      matrices[static_cast<std::size_t>(stage - array_.lowest_stage())](
          row_place_[entry.row], place_[entry.column]) += slopes_[k];
    }
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      auto order = elimination_order(matrices[b]);
      if (!order) return false;
      auto inverse = inverse_in_order(matrices[b], *order);
      if (!inverse) return false;
      blocks_[b].order = std::move(*order);
      blocks_[b].inverse = std::move(*inverse);
    }
    return true;
  }

  /// Newton's method with this inverse, until the residuals are those of the centre's rounding.
  bool refine() {
    constexpr int most_steps = 40;
    double last = 1;
    for (int step = 0; step < most_steps; ++step) {
      const double change = improve();
      now_ = array_.evaluate(field_, point_, time_);
      if (!std::isfinite(change)) return false;
      if (change < std::ldexp(1, static_cast<int>(8 - bits_))) return true;
      if (change > last) return false;
      last = change;
    }
    return false;
  }

  /// The largest change, scaled.
  double improve() {
    std::vector<Ball> change(point_.size());
    std::vector<Ball> rest = now_.residuals;
    double largest = 0;
    for (const Block& block : blocks_) {
      for (std::size_t j = 0; j < block.columns.size(); ++j) {
        Ball& sum = change[block.columns[j]];
        for (std::size_t i = 0; i < block.rows.size(); ++i) {
          if (block.inverse(j, i) == 0) continue;
          const Ball factor(block.inverse(j, i));
          arb_submul(sum.raw(), factor.raw(), rest[block.rows[i]].raw(), field_.precision);
        }
        mag_zero(arb_radref(sum.raw()));
        largest = std::max(largest, moved(block.columns[j], sum));
      }
      pass_on(block, change, rest);
    }
    return largest;
  }

  /// To the stages above: what a change of this stage's columns does to their residuals.
  void pass_on(const Block& block, const std::vector<Ball>& change, std::vector<Ball>& rest) const {
    if (&block == &blocks_.back()) return;
    const int stage = array_.rows()[block.rows.front()].stage;
    for (std::size_t k = 0; k < used_.size(); ++k) {
      const auto& entry = array_.entries()[used_[k]];
      const bool is_its = array_.columns()[entry.column].stage == stage;
      if (!is_its || array_.rows()[entry.row].stage == stage) continue;
      const Ball slope(slopes_[k]);
      arb_addmul(rest[entry.row].raw(), slope.raw(), change[entry.column].raw(), field_.precision);
    }
  }

  double moved(std::size_t column, const Ball& change) {
    arb_struct* at = point_[column].raw();
    arb_add(at, at, change.raw(), bits_);
    mag_zero(arb_radref(at));
    return std::abs(change.centre()) / scale_of(point_[column].centre());
  }

  /// Four times what Krawczyk's operator leaves open in the first order, and a floor.
  bool choose_radii() {
    // Far above rounding of the centre, far below where the equations bend.
    const auto floor = std::ldexp(1, static_cast<int>(16 - bits_));
    constexpr double reserve = 4;
    constexpr double largest = 0x1p-24;
    radii_.assign(point_.size(), 0);
    Numbers open;
    for (const Ball& residual : now_.residuals) {
      open.push_back(std::abs(residual.centre()) + residual.radius());
    }
    for (const Block& block : blocks_) {
      for (std::size_t j = 0; j < block.columns.size(); ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < block.rows.size(); ++i) {
          sum += std::abs(block.inverse(j, i)) * open[block.rows[i]];
        }
        const std::size_t column = block.columns[j];
        const double scale = scale_of(point_[column].centre());
        radii_[column] = short_of(reserve * sum + floor * scale);
        if (!(radii_[column] < largest * scale)) return false;
      }
      widen(block, open);
    }
    return true;
  }

  void widen(const Block& block, Numbers& open) const {
    if (block.columns.empty()) return;
    const int stage = array_.columns()[block.columns.front()].stage;
    for (std::size_t k = 0; k < used_.size(); ++k) {
      const auto& entry = array_.entries()[used_[k]];
      if (array_.columns()[entry.column].stage != stage) continue;
      if (array_.rows()[entry.row].stage == stage) continue;
      open[entry.row] += std::abs(slopes_[k]) * radii_[entry.column];
    }
  }

  /// A few digits are enough for a radius.
  static double short_of(double value) {
    constexpr int digits = 10;
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::ceil(std::ldexp(mantissa, digits)), exponent - digits);
  }

  static LocalProof::Stage written(const Block& block) {
    LocalProof::Stage stage;
    if (block.rows.size() > largest_written_inverse) {
      stage.rows = block.order.rows;
      stage.columns = block.order.columns;
      for (const double pivot : block.order.pivots) stage.pivots.push_back(dyadic_text(pivot));
      return stage;
    }
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      std::vector<Dyadic>& row = stage.inverse.emplace_back();
      for (std::size_t j = 0; j < block.rows.size(); ++j) {
        row.push_back(dyadic_text(block.inverse(i, j)));
      }
    }
    return stage;
  }

  const DerivativeArray& array_;
  const LocalCertificate& certificate_;
  const Ball& time_;
  long bits_;
  RealBalls field_;
  std::vector<Ball> point_;
  DerivativeArray::Result<Ball> now_;
  std::vector<Block> blocks_;  ///< one for each stage, lowest first
  std::vector<std::size_t> place_;
  std::vector<std::size_t> row_place_;
  std::vector<std::size_t> used_;  ///< entries in dependent columns
  Numbers slopes_;                 ///< of these, at the first centre
  Numbers radii_;
};

}  // namespace

std::optional<LocalProof> proof_of(const LocalAttempt& attempt,
                                   const std::vector<std::size_t>& lines,
                                   const std::vector<std::string>& unknowns) {
  std::vector<std::string> names;
  LocalProof proof;
  for (std::size_t j = 0; j < attempt.names.size(); ++j) {
    names.push_back(unknowns[attempt.names[j]]);
    proof.unknowns.push_back({names.back(), attempt.offsets->columns[j]});
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    proof.lines.push_back({lines[i], attempt.offsets->rows[i]});
  }
  // More bits where the equations are nearly dependent, or their chain of stages is long.
  for (const long bits : {96L, 192L, 384L, 768L}) {
    BoxMaker maker(attempt, bits);
    if (!maker.make()) continue;
    maker.write(proof, names);
    return proof;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::detail
