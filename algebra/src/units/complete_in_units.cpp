// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"
#include "local/attempt.hpp"
#include "local/repair/repair.hpp"
#include "units/proof_back.hpp"

namespace leafwise::algebra {

namespace {

Rational power_of_two(int exponent) {
  return Rational(2).pow(exponent);
}

Expression times(const Expression& expression, int exponent) {
  if (exponent == 0) return expression;
  return Expression::number(power_of_two(exponent)) * expression;
}

/// Variables multiplied by the power of two with sign · their size.
Expression with_sizes(const Expression& expression, const NominalSizes& sizes, int sign) {
  return substitute(expression, [&](const Variable& variable) -> std::optional<Expression> {
    const int exponent = sign * sizes.of(variable);
    if (exponent == 0) return std::nullopt;
    return times(Expression::variable(variable), exponent);
  });
}

/// Numbers of products multiplied out: 2*(x/2)*y is x*y.
class Tidier {
 public:
  Expression tidied(const Expression& expression) { return joined(split(expression)); }

 private:
  using Parts = std::pair<Rational, Expression>;

  static Expression joined(const Parts& parts) {
    if (parts.first.is_zero()) return {};
    return Expression::number(parts.first) * parts.second;
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as what a person wrote
  Parts split(const Expression& expression) {
    const auto known = known_.find(expression.identity());
    if (known != known_.end()) return known->second;
    Parts parts = parts_of(expression);
    kept_.push_back(expression);
    known_.emplace(expression.identity(), parts);
    return parts;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Parts parts_of(const Expression& expression) {
    using Kind = Expression::Kind;
    const Expression one = Expression::number(Rational(1));
    switch (expression.kind()) {
      case Kind::number: return {expression.value(), one};
      case Kind::pi:
      case Kind::variable: break;
      case Kind::negation: {
        Parts parts = split(expression.operand(0));
        return {-parts.first, parts.second};
      }
      case Kind::sum: return {Rational(1), sum(expression)};
      case Kind::product: return product(expression);
      case Kind::power: return power(expression);
      case Kind::call:
        return {Rational(1),
                Expression::call(expression.function(), tidied(expression.operand(0)))};
    }
    return {Rational(1), expression};
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Expression sum(const Expression& expression) {
    Expression result;
    for (const Expression::Operand& operand : expression.operands()) {
      const Parts parts = split(operand.expression);
      const bool is_minus = operand.inverted != (parts.first.sign() < 0);
      const Expression term = joined({abs(parts.first), parts.second});
      result = is_minus ? result - term : result + term;
    }
    return result;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Parts product(const Expression& expression) {
    Parts result{Rational(1), Expression::number(Rational(1))};
    for (const Expression::Operand& operand : expression.operands()) {
      const Parts parts = split(operand.expression);
      if (!operand.inverted) {
        result = {result.first * parts.first, result.second * parts.second};
      } else if (parts.first.is_zero()) {
        return {Rational(1), expression};
      } else {
        result = {result.first / parts.first, result.second / parts.second};
      }
    }
    return result;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Parts power(const Expression& expression) {
    constexpr std::int64_t small = 16;
    const Exponent exponent = exponent_value(expression.operand(1));
    const Parts base = split(expression.operand(0));
    const std::int64_t whole = exponent.halves / 2;
    if (!exponent.is_integer() || std::abs(whole) > small || base.first.is_zero()) {
      return {Rational(1), Expression::power(joined(base), expression.operand(1))};
    }
    if (is_number(base.second, Rational(1))) return {base.first.pow(whole), base.second};
    return {base.first.pow(whole), Expression::power(base.second, expression.operand(1))};
  }

  std::unordered_map<const void*, Parts> known_;
  std::vector<Expression> kept_;  // so that identities stay theirs
};

AnalyticSystem in_units(const AnalyticSystem& system, const NominalSizes& sizes) {
  AnalyticSystem scaled = system;
  for (std::size_t i = 0; i < scaled.equations.size(); ++i) {
    Expression& residual = scaled.equations[i].residual;
    residual = times(with_sizes(residual, sizes, 1), -sizes.equations[i]);
  }
  return scaled;
}

LocalStart in_units(const LocalStart& start, const NominalSizes& sizes) {
  LocalStart scaled = start;
  scaled.time = times(start.time, -sizes.time);
  for (auto* values : {&scaled.given, &scaled.guessed}) {
    for (auto& [variable, value] : *values) value = times(value, -sizes.of(variable));
  }
  return scaled;
}

/// What was found in those units, in the user's.
class Back {
 public:
  Back(const AnalyticSystem& system, const NominalSizes& sizes) : system_(system), sizes_(sizes) {}

  void change(LocalLeaf& leaf) const {
    for (LocalPoint& jet : leaf.point) {
      jet.value = std::ldexp(jet.value, sizes_.of(jet.variable));
      jet.radius = std::ldexp(jet.radius, sizes_.of(jet.variable));
    }
    for (CombinedLine& line : leaf.combined) change(line);
    if (leaf.singular) change(*leaf.singular);
    if (leaf.proof) change(*leaf.proof);
  }

 private:
  [[nodiscard]] int size_of(const std::string& source) const {
    const auto found = std::ranges::find(system_.equations, source, &AnalyticEquation::source);
    if (found == system_.equations.end()) return 0;
    return sizes_.equations[static_cast<std::size_t>(found - system_.equations.begin())];
  }

  [[nodiscard]] Expression back(const Expression& expression, int exponent) const {
    return Tidier().tidied(times(with_sizes(expression, sizes_, -1), exponent));
  }

  /// D by time in these units is 2^size of that by the user's.
  void change(CombinedLine& line) const {
    const int own = size_of(line.source);
    for (CombinedLine::Row& row : line.rows) {
      const int derivatives = static_cast<int>(row.times) * sizes_.time;
      row.coefficient = back(row.coefficient, own - size_of(row.source) + derivatives);
    }
    line.residual = back(line.residual, own);
  }

  void change(LocalProof& proof) const {
    detail::change_numbers_back(proof, sizes_);
    for (LocalProof::Step& step : proof.steps) {
      for (LocalProof::Term& term : step.terms) {
        const int other = sizes_.equations[term.line];
        // A line that is put in holds the jet with this number.
        const int exponent = step.puts_in ? other - sizes_.of(step.jet)
                                          : sizes_.equations[step.line] - other +
                                                static_cast<int>(term.times) * sizes_.time;
        term.coefficient = back(term.coefficient, exponent);
      }
    }
  }

  void change(SingularStart& singular) const {
    for (std::vector<double>& tangent : singular.tangents) {
      double square = 0;
      for (std::size_t j = 0; j < tangent.size(); ++j) {
        tangent[j] = std::ldexp(tangent[j], sizes_.unknowns.at(system_.unknowns[j]));
        square = std::hypot(square, tangent[j]);
      }
      for (double& entry : tangent) entry /= square;
    }
    for (std::size_t j = 0; j < singular.series.size(); ++j) {
      const int size = sizes_.unknowns.at(system_.unknowns[j]);
      for (std::size_t d = 0; d < singular.series[j].size(); ++d) {
        double& term = singular.series[j][d];
        term = std::ldexp(term, size - static_cast<int>(d) * sizes_.time);
      }
    }
  }

  const AnalyticSystem& system_;
  const NominalSizes& sizes_;
};

}  // namespace

LocalLeaf complete_locally(const AnalyticSystem& system, const LocalStart& start) {
  const NominalSizes sizes = nominal_sizes(system, start);
  if (!sizes.matter()) {
    return detail::repaired(system, start, detail::attempt_locally(system, start));
  }
  const AnalyticSystem own = in_units(system, sizes);
  const LocalStart own_start = in_units(start, sizes);
  LocalLeaf leaf = detail::repaired(own, own_start, detail::attempt_locally(own, own_start));
  Back(system, sizes).change(leaf);
  return leaf;
}

}  // namespace leafwise::algebra
