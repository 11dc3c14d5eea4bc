// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/exact_leaf.hpp"

#include "leafwise/algebra/polynomialiser.hpp"
#include "leafwise/core/errors.hpp"
#include "leaves/report_expressions.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Polynomial;
using algebra::Variable;

[[noreturn]] void refuse(const DecompositionReport& report, const std::string& text) {
  constexpr std::size_t most_shown = 60;
  throw InvalidInput(
      Mistake{"'" + text.substr(0, most_shown) + "' is no polynomial in the names of the report",
              "a report that leafwise wrote",
              std::nullopt,
              FilePlace{report.file, 0, 0, 1, ""}});
}

class Reader {
 public:
  explicit Reader(const DecompositionReport& report) : report_(report), expressions_(report) {}

  [[nodiscard]] Polynomial polynomial(const std::string& text) const {
    const std::optional<algebra::Expression> expression = expressions_.parsed(text);
    if (!expression) refuse(report_, text);
    algebra::Polynomialiser polynomialiser({}, {});
    Polynomial result = polynomialiser.convert(*expression);
    if (!polynomialiser.auxiliaries().empty()) refuse(report_, text);
    return result;
  }
  [[nodiscard]] std::vector<Polynomial> polynomials(const Texts& texts) const {
    std::vector<Polynomial> result;
    result.reserve(texts.size());
    for (const std::string& text : texts) result.push_back(polynomial(text));
    return result;
  }
  [[nodiscard]] std::vector<Variable> variables(const Texts& texts) const {
    std::vector<Variable> result;
    for (const std::string& text : texts) {
      const std::optional<algebra::Expression> expression = expressions_.parsed(text);
      if (!expression || expression->kind() != algebra::Expression::Kind::variable) {
        refuse(report_, text);
      }
      result.push_back(expression->as_variable());
    }
    return result;
  }
  [[nodiscard]] std::string shown(const std::string& text) const {
    return expressions_.shown(text);
  }

 private:
  const DecompositionReport& report_;
  detail::ReportExpressions expressions_;
};

}  // namespace

ExactLeaf exact_leaf(const DecompositionReport& report, const ReportedLeaf& leaf) {
  const Reader reader(report);
  ExactLeaf exact;
  exact.name = leaf.name;
  exact.independent = {algebra::Role::independent, report.independent, 0};
  exact.base = reader.variables(leaf.base.variables);
  exact.equations = reader.polynomials(leaf.base.equations);
  for (const std::string& text : leaf.base.equations) {
    exact.equation_names.push_back(reader.shown(text));
  }
  exact.unknowns = reader.variables(leaf.linear.variables);
  exact.rows = reader.polynomials(leaf.linear.equations);
  exact.constraints = reader.polynomials(leaf.constraints);
  exact.definitions = reader.polynomials(report.definitions);
  exact.dimension = leaf.dimension;
  exact.physical_dimension = leaf.physical_dimension;
  exact.degrees_of_freedom = leaf.degrees_of_freedom;
  return exact;
}

}  // namespace leafwise::pipeline
