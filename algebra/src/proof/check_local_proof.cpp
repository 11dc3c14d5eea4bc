// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/algebra/local_proof.hpp"
#include "number/ball_polynomial.hpp"
#include "number/dyadic.hpp"
#include "proof/order_test.hpp"
#include "proof/proof_lines.hpp"
#include "proof/sloped_series.hpp"
#include "proof/stage_test.hpp"

namespace leafwise::algebra {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this room

bool is_finite(const BallSeries& series) {
  return _arb_vec_is_finite(series.raw()->coeffs, arb_poly_length(series.raw())) != 0;
}

constexpr unsigned most_order = 50;
constexpr long most_bits = 4000;

class Check {
 public:
  Check(const AnalyticSystem& system, const LocalProof& proof)
      : system_(system), proof_(proof), precision_(2 * std::clamp(proof.bits, 64L, most_bits)) {}

  ProofCheck run() {
    const bool holds = has_names() && has_box() && has_lines() && has_orders() && has_values() &&
                       is_contracted() && holds_to_order();
    result_.accepted = holds;
    if (holds) count();
    return std::move(result_);
  }

 private:
  bool refuse(const std::string& why) {
    result_.why_not = why;
    return false;
  }

  /// All unknowns but the multipliers that were set aside, in the system's order.
  bool has_names() {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < system_.unknowns.size(); ++j) {
      const bool is_aside = std::count(proof_.dependent.begin(), proof_.dependent.end(), j) > 0;
      if (!is_aside) names.push_back(system_.unknowns[j]);
    }
    std::vector<std::string> said;
    for (const LocalProof::Unknown& unknown : proof_.unknowns) {
      said.push_back(unknown.name);
      if (unknown.order > most_order) return refuse("an order of " + unknown.name);
    }
    for (const LocalProof::Line& line : proof_.lines) {
      if (line.times > most_order) return refuse("a line is differentiated too often");
    }
    return said == names || refuse("the unknowns of the structure are not those of the system");
  }

  bool has_box() {
    std::size_t next = 0;
    for (std::size_t j = 0; j < proof_.unknowns.size(); ++j) {
      const LocalProof::Unknown& unknown = proof_.unknowns[j];
      orders_[unknown.name] = unknown.order;
      first_[unknown.name] = next;
      for (unsigned order = 0; order <= unknown.order; ++order, ++next) {
        const bool is_there = next < proof_.box.size() &&
                              proof_.box[next].unknown == unknown.name &&
                              proof_.box[next].order == order;
        if (!is_there) return refuse("the box has not all coefficients of " + unknown.name);
        column_stages_.push_back(static_cast<int>(order) - static_cast<int>(unknown.order));
      }
    }
    if (next != proof_.box.size()) return refuse("the box has coefficients of no unknown");
    centre_.emplace(next + 1);
    box_.emplace(next + 1);
    radii_.emplace(next);
    if (!read_dyadic(arb_midref(centre_->at(next)), proof_.time)) return refuse("the time");
    arb_set(box_->at(next), centre_->at(next));
    for (std::size_t c = 0; c < next; ++c) {
      if (!read_coefficient(c)) {
        return refuse("coefficient " + std::to_string(c + 1) + " of the box is no number");
      }
    }
    return true;
  }

  bool read_coefficient(std::size_t c) {
    const LocalProof::Coefficient& coefficient = proof_.box[c];
    dependent_.push_back(!coefficient.is_free());
    if (!read_dyadic(arb_midref(centre_->at(c)), coefficient.centre)) return false;
    arb_set(box_->at(c), centre_->at(c));
    if (coefficient.is_free()) return true;
    if (!read_dyadic(arb_midref(radii_->at(c)), coefficient.radius)) return false;
    if (arb_is_positive(radii_->at(c)) == 0) return false;
    arb_add_error(box_->at(c), radii_->at(c));
    return true;
  }

  bool has_lines() {
    lines_ = lines_after_steps(system_, proof_);
    if (!lines_.why_not.empty()) return refuse(lines_.why_not);
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
      for (unsigned times = 0; times <= proof_.lines[i].times; ++times) {
        row_stages_.push_back(static_cast<int>(times) - static_cast<int>(proof_.lines[i].times));
      }
    }
    return lines_.lines.size() <= proof_.unknowns.size() ||
           refuse("there are more lines than unknowns");
  }

  /// d_j − c_i is at least the order to which unknown j occurs in line i, truly.
  bool has_orders() {
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
      const ProofLines::Line& line = lines_.lines[i];
      for (const Variable& jet : variables_of(line.residual)) {
        if (jet.role != Role::unknown) continue;
        const auto order = orders_.find(jet.name);
        if (order == orders_.end()) return refuse(jet.name + " is no unknown of the structure");
        if (jet.order + proof_.lines[i].times <= order->second) continue;
        if (is_identically_zero(partial_derivative(line.residual, jet), system_.unknowns)) continue;
        return refuse("the offsets do not fit: " + to_string(jet) + " occurs in " + line.source);
      }
    }
    return true;
  }

  /// Jets above the box are only written: they may have any value, and 0 it is.
  [[nodiscard]] SlopedEvaluation::Given series_in(const Balls& balls, unsigned length) const {
    return [this, &balls, length](const Variable& variable) {
      BallSeries series;
      if (variable.role != Role::unknown) {
        arb_poly_set_coeff_arb(series.raw(), 0, balls.at(balls.size() - 1));
        if (length > 1) arb_poly_set_coeff_si(series.raw(), 1, 1);
        return series;
      }
      const auto top = orders_.find(variable.name);
      arb_t value;
      arb_init(value);
      for (unsigned k = 0; top != orders_.end() && k < length; ++k) {
        const unsigned order = k + variable.order;
        if (order > top->second) break;
        arb_set(value, balls.at(first_.at(variable.name) + order));
        for (unsigned l = k + 1; l <= order; ++l) arb_mul_ui(value, value, l, precision_);
        arb_poly_set_coeff_arb(series.raw(), k, value);
      }
      arb_clear(value);
      return series;
    };
  }

  [[nodiscard]] bool has_jets_above(const Expression& expression) const {
    const std::set<Variable> variables = variables_of(expression);
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& jet) {
      if (jet.role != Role::unknown) return false;
      const auto order = orders_.find(jet.name);
      return order == orders_.end() || jet.order > order->second;
    });
  }

  /// Coefficients of combinations are finite in the box; the system's own equations, too, and
  /// contain 0 there.
  bool has_values() {
    for (const Expression& coefficient : lines_.coefficients) {
      if (has_jets_above(coefficient) || !is_finite_in_the_box(coefficient, false)) {
        return refuse("a coefficient of a combination may be infinite in the box");
      }
    }
    for (std::size_t i = system_.coordinates; i < system_.equations.size(); ++i) {
      const AnalyticEquation& equation = system_.equations[i];
      if (has_jets_above(equation.residual)) continue;
      if (!is_finite_in_the_box(equation.residual, true)) {
        return refuse(equation.source + " has no value in the box, or another than 0");
      }
    }
    return true;
  }

  [[nodiscard]] bool is_finite_in_the_box(const Expression& expression, bool zero) const {
    SlopedEvaluation evaluation(series_in(*box_, 1), 1, precision_);
    arb_t value;
    arb_init(value);
    arb_poly_get_coeff_arb(value, evaluation.of(expression).value.raw(), 0);
    const bool holds = arb_is_finite(value) != 0 && (!zero || arb_contains_zero(value) != 0);
    arb_clear(value);
    return holds;
  }

  bool is_contracted() {
    StagedEquations staged{row_stages_,
                           column_stages_,
                           {},
                           Balls(row_stages_.size()),
                           Balls(count_slopes()),
                           Balls(radii_->size()),
                           dependent_};
    for (std::size_t c = 0; c < radii_->size(); ++c) arb_set(staged.radii.at(c), radii_->at(c));
    std::size_t row = 0;
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
      add_residuals(i, row, staged);
      if (!add_slopes(i, row, staged)) {
        return refuse(lines_.lines[i].source + " has no derivatives in the box");
      }
      row += proof_.lines[i].times + 1;
    }
    const std::string why = refusal_of_stages(staged, proof_, precision_);
    return why.empty() || refuse(why);
  }

  bool holds_to_order() {
    if (proof_.order > most_order) return refuse("an order to which nobody looks");
    const std::string why = refusal_of_order(lines_, proof_, *box_);
    return why.empty() || refuse(why);
  }

  /// An upper bound.
  [[nodiscard]] std::size_t count_slopes() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
      const std::size_t length = proof_.lines[i].times + 1;
      count += variables_of(lines_.lines[i].residual).size() * length * (length + 1) / 2;
    }
    return count;
  }

  void add_residuals(std::size_t i, std::size_t row, StagedEquations& staged) const {
    const unsigned length = proof_.lines[i].times + 1;
    SlopedEvaluation evaluation(series_in(*centre_, length), length, precision_);
    const SlopedSeries& series = evaluation.of(lines_.lines[i].residual);
    for (unsigned r = 0; r < length; ++r) {
      arb_poly_get_coeff_arb(staged.residuals.at(row + r), series.value.raw(), r);
    }
  }

  /// ∂[F]_r/∂y_l = Σ_s [∂F/∂y^(s)]_(r − l + s) · l!/(l − s)!
  bool add_slopes(std::size_t i, std::size_t row, StagedEquations& staged) {
    const unsigned length = proof_.lines[i].times + 1;
    SlopedEvaluation evaluation(series_in(*box_, length), length, precision_);
    const SlopedSeries& series = evaluation.of(lines_.lines[i].residual);
    if (!is_finite(series.value)) return false;
    for (const auto& [jet, slope] : series.slopes) {
      if (jet.order + length - 1 > orders_.at(jet.name)) continue;  // 0: has_orders
      for (unsigned r = 0; r < length; ++r) {
        for (unsigned q = 0; q <= r; ++q) {
          const unsigned order = q + jet.order;
          const std::size_t column = first_.at(jet.name) + order;
          if (!dependent_[column]) continue;
          arb_struct* ball = staged.slopes.at(next_slope_);
          arb_poly_get_coeff_arb(ball, slope.raw(), r - q);
          for (unsigned l = q + 1; l <= order; ++l) arb_mul_ui(ball, ball, l, precision_);
          if (arb_is_zero(ball) != 0) continue;
          if (arb_is_finite(ball) == 0) return false;
          staged.entries.push_back({row + r, column, next_slope_++});
        }
      }
    }
    return true;
  }

  void count() {
    ProvedNumbers& numbers = result_.numbers;
    numbers.dimension = 1 + proof_.box.size() - row_stages_.size();
    numbers.freedom = proof_.unknowns.size() - proof_.lines.size();
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
      for (const auto& [equation, depth] : lines_.lines[i].depths) {
        numbers.index_at_most = std::max(numbers.index_at_most, depth + proof_.lines[i].times);
      }
    }
    const bool some_zero = std::any_of(proof_.unknowns.begin(),
                                       proof_.unknowns.end(),
                                       [](const auto& unknown) { return unknown.order == 0; });
    if (some_zero) ++numbers.index_at_most;
  }

  const AnalyticSystem& system_;
  const LocalProof& proof_;
  slong precision_;
  ProofCheck result_;
  std::map<std::string, unsigned> orders_;
  std::map<std::string, std::size_t> first_;  ///< where an unknown's coefficients begin
  std::vector<int> row_stages_;
  std::vector<int> column_stages_;
  std::vector<bool> dependent_;
  std::optional<Balls> centre_;  ///< the coefficients, and the time behind them
  std::optional<Balls> box_;
  std::optional<Balls> radii_;
  ProofLines lines_;
  std::size_t next_slope_ = 0;
};

}  // namespace

double to_double(const Dyadic& number) {
  arf_t exact;
  arf_init(exact);
  const bool is_number = read_dyadic(exact, number);
  const double value = arf_get_d(exact, ARF_RND_NEAR);
  arf_clear(exact);
  return is_number ? value : std::numeric_limits<double>::quiet_NaN();
}

ProofCheck check_local_proof(const AnalyticSystem& system, const LocalProof& proof) {
  return Check(system, proof).run();
}

}  // namespace leafwise::algebra
