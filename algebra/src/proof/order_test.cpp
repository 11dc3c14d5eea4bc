// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/order_test.hpp"

#include <arb_mat.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "proof/sloped_series.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Radii of coefficients grow by the germ's condition from order to order: of 20 parallel cranks by
/// some 10 bits.
constexpr slong bits_of_curve = 1280;
/// A coefficient has to be known so narrowly that containing 0 says something in small units, too.
constexpr slong narrow = -256;
/// More stages above the box than lines of a system differ in order.
constexpr int most_stages_above = 8;

class Matrix {
 public:
  Matrix(std::size_t rows, std::size_t columns) {
    arb_mat_init(&matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~Matrix() { arb_mat_clear(&matrix_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  [[nodiscard]] arb_mat_struct* raw() { return &matrix_; }
  [[nodiscard]] arb_struct* at(std::size_t row, std::size_t column) {
    return arb_mat_entry(&matrix_, static_cast<slong>(row), static_cast<slong>(column));
  }

 private:
  arb_mat_struct matrix_{};
};

/// V(E) up to a stage, in the jets as coordinates, and a curve in it.
class CurveInLeaf {
 public:
  CurveInLeaf(const ProofLines& lines, const LocalProof& proof, const Balls& box, int last) {
    for (std::size_t i = 0; i < lines.lines.size(); ++i) add_rows(lines.lines[i], proof, i, last);
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& one, const Row& other) {
      return one.stage < other.stage;
    });
    std::size_t next = 0;
    for (const LocalProof::Unknown& unknown : proof.unknowns) {
      add_columns(unknown, proof, box, next, last);
      next += unknown.order + 1;
    }
    arb_poly_set_coeff_arb(time_.raw(), 0, box.at(box.size() - 1));
    arb_poly_set_coeff_si(time_.raw(), 1, 1);
  }

  /// The point, far more narrowly than the box says it; then the curve. @return why not
  std::string follow(unsigned order) {
    const std::vector<std::size_t> rows = rows_to(0);
    const std::vector<std::size_t> columns = columns_between(-none_, 0);
    if (rows.size() != columns.size()) return "the box is not as large as the equations in it";
    if (!refine(rows, columns)) return "the point cannot be enclosed more narrowly";
    for (int stage = 1; stage <= last_stage(); ++stage) {
      if (!extend(stage)) return "derivatives above the box are not determined";
    }
    if (!advance(order)) return "the equations cannot be followed along a curve";
    return {};
  }

  /// Coefficients of an expression along the curve.
  [[nodiscard]] BallSeries along(const Expression& expression, unsigned order) {
    SlopedEvaluation evaluation(given(order + 1), order + 1, bits_of_curve, false);
    return evaluation.of(expression).value;
  }

 private:
  static constexpr int none_ = 1000;
  struct Row {
    Expression residual;
    int stage = 0;
  };
  struct Column {
    int stage = 0;
    bool is_dependent = false;
    BallSeries series;  ///< of the jet itself, along the curve
  };

  void add_rows(const ProofLines::Line& line, const LocalProof& proof, std::size_t i, int last) {
    const auto times = static_cast<int>(proof.lines[i].times);
    Expression row = line.residual;
    for (int r = 0; r <= times + last; ++r) {
      if (r > 0) row = total_derivative(row);
      rows_.push_back({row, r - times});
    }
  }

  void add_columns(const LocalProof::Unknown& unknown,
                   const LocalProof& proof,
                   const Balls& box,
                   std::size_t first,
                   int last) {
    const auto top = static_cast<int>(unknown.order);
    arb_t value;
    arb_init(value);
    for (int k = 0; k <= top + last; ++k) {
      const std::size_t at = first + static_cast<std::size_t>(std::min(k, top));
      Column column{k - top, !proof.box[at].is_free(), {}};
      if (k <= top) {
        arb_set(value, box.at(at));
        for (int l = 2; l <= k; ++l) {
          arb_mul_ui(value, value, static_cast<ulong>(l), bits_of_curve);
        }
        arb_poly_set_coeff_arb(column.series.raw(), 0, value);
      }
      places_.emplace(Variable{Role::unknown, unknown.name, static_cast<unsigned>(k)},
                      columns_.size());
      columns_.push_back(std::move(column));
    }
    arb_clear(value);
  }

  [[nodiscard]] int last_stage() const { return rows_.empty() ? 0 : rows_.back().stage; }

  [[nodiscard]] std::vector<std::size_t> rows_to(int stage) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].stage <= stage) found.push_back(i);
    }
    return found;
  }
  [[nodiscard]] std::vector<std::size_t> columns_between(int first, int stage) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool is_there = columns_[c].stage >= first && columns_[c].stage <= stage;
      if (is_there && columns_[c].is_dependent) found.push_back(c);
    }
    return found;
  }

  /// Jets above these are only written: they may have any value, and 0 it is.
  [[nodiscard]] SlopedEvaluation::Given given(unsigned length) const {
    return [this, length](const Variable& variable) {
      BallSeries series;
      if (variable.role != Role::unknown) {
        series = time_;
      } else if (const auto place = places_.find(variable); place != places_.end()) {
        series = columns_[place->second].series;
      }
      arb_poly_truncate(series.raw(), static_cast<slong>(length));
      return series;
    };
  }

  void set(std::size_t column, slong order, const arb_struct* value) {
    arb_poly_set_coeff_arb(columns_[column].series.raw(), order, value);
  }
  void get(arb_struct* value, std::size_t column) const {
    arb_poly_get_coeff_arb(value, columns_[column].series.raw(), 0);
  }

  /// Coefficients of rows as a column.
  void residuals(const std::vector<std::size_t>& rows, unsigned order, Matrix& into) const {
    SlopedEvaluation evaluation(given(order + 1), order + 1, bits_of_curve, false);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      arb_poly_get_coeff_arb(
          into.at(i, 0), evaluation.of(rows_[rows[i]].residual).value.raw(), order);
    }
  }

  void slopes(const std::vector<std::size_t>& rows,
              const std::vector<std::size_t>& columns,
              Matrix& into) const {
    std::map<std::size_t, std::size_t> place;
    for (std::size_t k = 0; k < columns.size(); ++k) place.emplace(columns[k], k);
    SlopedEvaluation evaluation(given(1), 1, bits_of_curve);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const auto& [jet, slope] : evaluation.of(rows_[rows[i]].residual).slopes) {
        const auto column = places_.find(jet);
        if (column == places_.end()) continue;
        const auto found = place.find(column->second);
        if (found == place.end()) continue;
        arb_poly_get_coeff_arb(into.at(i, found->second), slope.raw(), 0);
      }
    }
  }

  /// Newton's method in balls: the one solution of the box is in each of them.
  bool refine(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    constexpr int most_steps = 16;
    if (columns.empty()) return true;
    for (int step = 0; step < most_steps; ++step) {
      const slong before = largest_radius(columns);
      if (before < bits_enough) return true;
      if (!contract(rows, columns)) return false;
      if (largest_radius(columns) >= before) break;
    }
    return largest_radius(columns) < 2 * narrow;
  }

  bool contract(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    const std::size_t size = columns.size();
    Matrix slope(size, size);
    slopes(rows, columns, slope);
    Balls around(size);
    Balls middle(size);
    for (std::size_t k = 0; k < size; ++k) {
      get(around.at(k), columns[k]);
      arb_get_mid_arb(middle.at(k), around.at(k));
      set(columns[k], 0, middle.at(k));
    }
    Matrix change(size, 1);
    Matrix residual(size, 1);
    residuals(rows, 0, residual);
    bool is_solved =
        arb_mat_solve_precond(change.raw(), slope.raw(), residual.raw(), bits_of_curve) != 0;
    for (std::size_t k = 0; k < size && is_solved; ++k) {
      arb_sub(middle.at(k), middle.at(k), change.at(k, 0), bits_of_curve);
      is_solved = arb_intersection(middle.at(k), middle.at(k), around.at(k), bits_of_curve) != 0;
      set(columns[k], 0, middle.at(k));
    }
    return is_solved;
  }

  /// The exponent of the largest radius among them.
  [[nodiscard]] slong largest_radius(const std::vector<std::size_t>& columns) const {
    slong largest = -2 * bits_of_curve;
    arb_t value;
    arb_init(value);
    for (const std::size_t column : columns) {
      get(value, column);
      if (arb_is_exact(value) != 0) continue;
      largest = std::max(largest, MAG_EXP(arb_radref(value)));
    }
    arb_clear(value);
    return largest;
  }

  /// In a stage above the box the rows are affine in the new derivatives.
  bool extend(int stage) {
    std::vector<std::size_t> rows;
    for (const std::size_t i : rows_to(stage)) {
      if (rows_[i].stage == stage) rows.push_back(i);
    }
    const std::vector<std::size_t> columns = columns_between(stage, stage);
    if (rows.size() != columns.size()) return false;
    Matrix slope(rows.size(), rows.size());
    slopes(rows, columns, slope);
    Matrix value(rows.size(), 1);
    Matrix residual(rows.size(), 1);
    residuals(rows, 0, residual);
    if (arb_mat_solve_precond(value.raw(), slope.raw(), residual.raw(), bits_of_curve) == 0) {
      return false;
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
      arb_neg(value.at(k, 0), value.at(k, 0));
      set(columns[k], 0, value.at(k, 0));
    }
    return true;
  }

  /// Free jets on a line that is chosen here; of the others one coefficient after the other.
  bool advance(unsigned order) {
    std::mt19937_64 random(11);  // any: a direction is bad with probability 0
    for (Column& column : columns_) {
      if (column.is_dependent) continue;
      arb_poly_set_coeff_si(column.series.raw(), 1, static_cast<slong>(512 + random() % 1024));
      arb_t part;
      arb_init(part);
      arb_poly_get_coeff_arb(part, column.series.raw(), 1);
      arb_mul_2exp_si(part, part, -10);
      arb_poly_set_coeff_arb(column.series.raw(), 1, part);
      arb_clear(part);
    }
    const std::vector<std::size_t> rows = rows_to(last_stage());
    const std::vector<std::size_t> columns = columns_between(-none_, last_stage());
    if (rows.size() != columns.size()) return false;
    if (rows.empty()) return true;
    Matrix slope(rows.size(), rows.size());
    slopes(rows, columns, slope);
    std::vector<slong> pivots(rows.size());
    if (arb_mat_lu(pivots.data(), slope.raw(), slope.raw(), bits_of_curve) == 0) return false;
    for (unsigned k = 1; k <= order; ++k) {
      Matrix rest(rows.size(), 1);
      Matrix residual(rows.size(), 1);
      residuals(rows, k, residual);
      arb_mat_solve_lu_precomp(
          rest.raw(), pivots.data(), slope.raw(), residual.raw(), bits_of_curve);
      for (std::size_t j = 0; j < columns.size(); ++j) {
        arb_neg(rest.at(j, 0), rest.at(j, 0));
        set(columns[j], static_cast<slong>(k), rest.at(j, 0));
      }
    }
    return true;
  }

  static constexpr slong bits_enough = -bits_of_curve / 4 * 3;

  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::map<Variable, std::size_t> places_;
  BallSeries time_;
};

/// How far beyond the box a line's derivatives go, those that are truly in it.
std::optional<int> last_stage_of(const ProofLines::Line& line, const LocalProof& proof) {
  std::vector<std::string> names;
  names.reserve(proof.unknowns.size());
  for (const LocalProof::Unknown& unknown : proof.unknowns) names.push_back(unknown.name);
  int last = -1000;
  for (const Variable& jet : variables_of(line.residual)) {
    const auto unknown = std::ranges::find(proof.unknowns, jet.name, &LocalProof::Unknown::name);
    if (jet.role != Role::unknown) continue;
    if (unknown == proof.unknowns.end()) return std::nullopt;
    const int stage = static_cast<int>(jet.order) - static_cast<int>(unknown->order);
    if (stage <= last) continue;
    const bool is_written_only =
        stage > 0 && is_identically_zero(partial_derivative(line.residual, jet), names);
    if (!is_written_only) last = stage;
  }
  return last;
}

std::string refusal_along(const BallSeries& series, const std::string& source, unsigned order) {
  std::string why;
  arb_t coefficient;
  arb_init(coefficient);
  for (unsigned k = 0; k <= order && why.empty(); ++k) {
    arb_poly_get_coeff_arb(coefficient, series.raw(), static_cast<slong>(k));
    const bool is_zero = arb_contains_zero(coefficient) != 0;
    const bool is_wide = mag_cmp_2exp_si(arb_radref(coefficient), narrow) > 0;
    if (arb_is_finite(coefficient) == 0 || (is_zero && is_wide)) {
      why = source + " is not known well enough to vanish at order " + std::to_string(k);
    } else if (!is_zero) {
      why = source + " does not follow from the others: it leaves their solutions at order " +
            std::to_string(k);
    }
  }
  arb_clear(coefficient);
  return why;
}

}  // namespace

std::string refusal_of_order(const ProofLines& lines, const LocalProof& proof, const Balls& box) {
  if (proof.order == 0 || lines.left_out.empty()) return {};
  int last = -1000;
  for (const ProofLines::Line& line : lines.left_out) {
    const std::optional<int> stage = last_stage_of(line, proof);
    if (!stage || *stage > most_stages_above) return line.source + " has derivatives of its own";
    last = std::max(last, *stage);
  }
  CurveInLeaf curve(lines, proof, box, last);
  if (const std::string why = curve.follow(proof.order); !why.empty()) {
    return "that " + lines.left_out.front().source + " follows from the others: " + why;
  }
  for (const ProofLines::Line& line : lines.left_out) {
    const std::string why =
        refusal_along(curve.along(line.residual, proof.order), line.source, proof.order);
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace leafwise::algebra::detail
