// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "local/taylor_program.hpp"
#include "proof/sloped_series.hpp"
#include "reading.hpp"
#include "support/random_expression.hpp"
#include "support/seed.hpp"

namespace leafwise::tests {

namespace {

using namespace algebra::detail;  // NOLINT(google-build-using-namespace)
using algebra::Expression;
using algebra::Role;
using algebra::Variable;

const std::vector<std::string> unknowns = {"x", "y"};
constexpr unsigned length = 4;
constexpr slong precision = 300;

ExpressionShape shape() {
  ExpressionShape shape;
  shape.depth = 3;
  shape.functions = all_functions();
  shape.variables.push_back({Role::independent, "t", 0});
  for (const std::string& name : unknowns) {
    for (const unsigned order : {0U, 1U}) shape.variables.push_back({Role::unknown, name, order});
  }
  return shape;
}

/// A Taylor coefficient of what follows from the series by the program that finds certificates.
class Finder {
 public:
  explicit Finder(RandomExpression& random) {
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      series_.emplace_back();
      for (unsigned k = 0; k <= length; ++k) {
        series_.back().push_back(field_.of(random.rational(9)));
      }
    }
    time_ = field_.of(random.rational(9));
  }

  [[nodiscard]] std::vector<Ball> of(const Expression& expression) const {
    TaylorGraph graph(unknowns);
    const NodeIndex root = graph.add(expression);
    const TaylorPlan plan(graph, {root}, {length - 1});
    TaylorValues<RealBalls> values(plan, field_);
    values.compute(series_, time_);
    std::vector<Ball> result;
    for (unsigned k = 0; k < length; ++k) result.push_back(values.at(root, k));
    return result;
  }

  /// The series of a jet, for the checker.
  [[nodiscard]] BallSeries given(const Variable& variable) const {
    BallSeries series;
    if (variable.role == Role::independent) {
      arb_poly_set_coeff_arb(series.raw(), 0, time_.raw());
      arb_poly_set_coeff_si(series.raw(), 1, 1);
      return series;
    }
    const std::vector<Ball>& row = series_[variable.name == "x" ? 0 : 1];
    for (unsigned k = 0; k < length; ++k) {
      Ball value = row[k + variable.order];
      for (unsigned i = 1; i <= variable.order; ++i) value = field_.scaled(value, k + i);
      arb_poly_set_coeff_arb(series.raw(), k, value.raw());
    }
    return series;
  }

 private:
  RealBalls field_{precision};
  Series<Ball> series_;
  Ball time_;
};

bool overlap(const BallSeries& series, const std::vector<Ball>& found) {
  for (unsigned k = 0; k < length; ++k) {
    Ball coefficient;
    arb_poly_get_coeff_arb(coefficient.raw(), series.raw(), k);
    // What is not finite says nothing: the domain ends here.
    const bool says = arb_is_finite(coefficient.raw()) != 0 && arb_is_finite(found[k].raw()) != 0;
    if (says && arb_overlaps(coefficient.raw(), found[k].raw()) == 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("forward series and their slopes are those of reverse derivatives") {
  RandomExpression random("sloped series", shape());
  unsigned compared = 0;
  for (unsigned number = 0; number < 150 * multiplier(); ++number) {
    const Expression expression = random();
    const Finder finder(random);
    SlopedEvaluation evaluation(
        [&](const Variable& variable) { return finder.given(variable); }, length, precision);
    try {
      const SlopedSeries& checked = evaluation.of(expression);
      CAPTURE(to_string(expression));
      CHECK(overlap(checked.value, finder.of(expression)));
      for (const auto& [jet, slope] : checked.slopes) {
        CHECK(overlap(slope, finder.of(partial_derivative(expression, jet))));
        ++compared;
      }
    } catch (const InvalidInput&) {
      continue;  // an exponent that problem files do not allow
    }
  }
  CHECK(compared > 50);
}

}  // namespace leafwise::tests
