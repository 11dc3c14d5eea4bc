// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/affine_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "completion/rows/base_forms.hpp"
#include "geometry/modular_point.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Rows times terms; such a matrix is eliminated as quickly as a point is found.
constexpr std::size_t quick_elimination = 100;

std::size_t cost_of(const Polynomial& polynomial) {
  return polynomial.terms().size() + std::size_t{10} * polynomial.degree();
}

struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
};

std::optional<Place> cheapest_coefficient(const std::vector<AffineRow>& rows) {
  std::optional<Place> best;
  std::size_t cost = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, coefficient] : rows[i].coefficients.entries()) {
      if (!best || cost_of(coefficient) < cost) {
        best = Place{i, column};
        cost = cost_of(coefficient);
      }
    }
  }
  return best;
}

/// By a constant factor, so that numbers stay small.
void make_primitive(AffineRow& row) {
  Rational content = row.rest.content();
  for (const auto& [column, coefficient] : row.coefficients.entries()) {
    content = gcd(content, coefficient.content());
  }
  if (content.is_zero()) return;
  const Rational factor = Rational(1) / content;
  row.coefficients *= factor;
  row.rest *= factor;
}

}  // namespace

bool AffineRow::has_graph_variables() const {
  return !coefficients.is_zero();
}

AffineRow row_from(const Polynomial& polynomial,
                   const std::vector<Variable>& graph,
                   Sources sources) {
  AffineRow row;
  row.sources = std::move(sources);
  std::map<std::size_t, Polynomial> coefficients;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    bool placed = false;
    for (const Monomial::Factor& factor : monomial.factors()) {
      const auto place = std::find(graph.begin(), graph.end(), factor.variable);
      if (place == graph.end()) continue;
      LEAFWISE_DEMAND(factor.exponent == 1 && !placed);
      coefficients[static_cast<std::size_t>(place - graph.begin())] +=
          Polynomial::term(coefficient, monomial.without(factor.variable));
      placed = true;
    }
    if (!placed) row.rest += Polynomial::term(coefficient, monomial);
  }
  row.coefficients = SparseRow(graph.size());
  for (auto& [column, coefficient] : coefficients) {
    row.coefficients.set(column, std::move(coefficient));
  }
  return row;
}

Polynomial polynomial_from(const AffineRow& row, const std::vector<Variable>& graph) {
  Polynomial result = row.rest;
  for (const auto& [column, coefficient] : row.coefficients.entries()) {
    result += coefficient * Polynomial(graph[column]);
  }
  return result;
}

AffineRow combined(AffineRow row,
                   const Polynomial& scale,
                   const AffineRow& by,
                   const Polynomial& factor) {
  row.rest = scale * row.rest - factor * by.rest;
  row.coefficients =
      SparseRow::combined(std::move(row.coefficients), scale, by.coefficients, factor);
  row.sources.insert(by.sources.begin(), by.sources.end());
  return row;
}

Outcome<std::vector<AffineRow>> reduced(std::vector<AffineRow> rows,
                                        const Ideal& base,
                                        const Limits& limits) {
  if (!base.generators().empty()) {
    std::vector<Polynomial> entries;
    for (const AffineRow& row : rows) {
      for (const auto& [column, value] : row.coefficients.entries()) entries.push_back(value);
      entries.push_back(row.rest);
    }
    Outcome<std::vector<Polynomial>> forms = forms_modulo(base, entries, limits);
    if (!forms) return Unable{forms.reason()};
    std::vector<Polynomial> values = std::move(forms).value();
    auto next = values.begin();
    for (AffineRow& row : rows) {
      SparseRow coefficients(row.coefficients.size());
      for (const auto& [column, value] : row.coefficients.entries()) {
        coefficients.set(column, std::move(*next++));
      }
      row.coefficients = std::move(coefficients);
      row.rest = std::move(*next++);
    }
  }
  for (AffineRow& row : rows) make_primitive(row);
  return rows;
}

namespace {

std::size_t terms_in(const AffineRow& row) {
  std::size_t terms = row.rest.terms().size();
  for (const auto& [column, value] : row.coefficients.entries()) terms += value.terms().size();
  return terms;
}

}  // namespace

Outcome<bool> clear_column(std::vector<AffineRow>& rows,
                           std::size_t column,
                           const AffineRow& by,
                           const Ideal& base,
                           const Limits& limits) {
  const Polynomial& pivot = by.coefficients[column];
  std::vector<std::size_t> changed;
  std::vector<AffineRow> cleared;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Polynomial factor = rows[i].coefficients[column];
    if (factor.is_zero()) continue;
    if (limits.is_over()) return Unable{"the time limit was reached"};
    const std::size_t work =
        terms_in(rows[i]) * pivot.terms().size() + terms_in(by) * factor.terms().size();
    if (work > most_term_products) return Unable{"the rows grow too large"};
    changed.push_back(i);
    cleared.push_back(combined(std::move(rows[i]), pivot, by, factor));
  }
  if (changed.empty()) return true;
  Outcome<std::vector<AffineRow>> forms = reduced(std::move(cleared), base, limits);
  if (!forms) return Unable{forms.reason()};
  std::vector<AffineRow> made = std::move(forms).value();
  for (std::size_t k = 0; k < changed.size(); ++k) rows[changed[k]] = std::move(made[k]);
  return true;
}

Outcome<RankOverField> rank_over_field(std::vector<AffineRow> rows,
                                       const Ideal& base,
                                       const Limits& limits) {
  RankOverField result;
  while (const std::optional<Place> place = cheapest_coefficient(rows)) {
    if (limits.is_over()) return Unable{"the time limit was reached"};
    const AffineRow pivot_row = rows[place->row];
    const Polynomial pivot = pivot_row.coefficients[place->column];
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(place->row));
    ++result.rank;
    if (!pivot.is_constant()) result.pivots.push_back(pivot.primitive());
    const Outcome<bool> cleared = clear_column(rows, place->column, pivot_row, base, limits);
    if (!cleared) return Unable{cleared.reason()};
  }
  for (const AffineRow& row : rows) {
    if (!row.rest.is_zero()) result.leftovers.push_back({row.rest.primitive(), row.sources});
  }
  return result;
}

Outcome<RankOverField> generic_rank(const std::vector<AffineRow>& rows,
                                    const Ideal& base,
                                    const Limits& limits) {
  std::size_t terms = 0;
  for (const AffineRow& row : rows) terms += terms_in(row);
  if (terms * rows.size() <= quick_elimination) return rank_over_field(rows, base, limits);
  PolynomialMatrix coefficients;
  coefficients.reserve(rows.size());
  for (const AffineRow& row : rows) coefficients.push_back(row.coefficients.dense());
  if (are_independent_at_a_point(base, coefficients, limits)) {
    return RankOverField{rows.size(), {}, {}, false};
  }
  return rank_over_field(rows, base, limits);
}

PolynomialMatrix augmented_matrix(const std::vector<AffineRow>& rows) {
  PolynomialMatrix matrix;
  matrix.reserve(rows.size());
  for (const AffineRow& row : rows) {
    matrix.push_back(row.coefficients.dense());
    matrix.back().push_back(row.rest);
  }
  return matrix;
}

}  // namespace leafwise::algebra::detail
