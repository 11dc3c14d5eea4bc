// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/affine_rows.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

std::size_t cost_of(const Polynomial& polynomial) {
  return polynomial.terms().size() + std::size_t{10} * polynomial.degree();
}

/// row − (factor / pivot)·by, times the pivot: integral.
AffineRow combined(const AffineRow& row,
                   const AffineRow& by,
                   const Polynomial& pivot,
                   const Polynomial& factor) {
  AffineRow result;
  result.coefficients.reserve(row.coefficients.size());
  for (std::size_t j = 0; j < row.coefficients.size(); ++j) {
    result.coefficients.push_back(pivot * row.coefficients[j] - factor * by.coefficients[j]);
  }
  result.rest = pivot * row.rest - factor * by.rest;
  result.sources = row.sources;
  result.sources.insert(by.sources.begin(), by.sources.end());
  return result;
}

struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
};

std::optional<Place> constant_coefficient(const std::vector<AffineRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].coefficients.size(); ++j) {
      const Polynomial& coefficient = rows[i].coefficients[j];
      if (!coefficient.is_zero() && coefficient.is_constant()) return Place{i, j};
    }
  }
  return std::nullopt;
}

std::optional<Place> cheapest_coefficient(const std::vector<AffineRow>& rows) {
  std::optional<Place> best;
  std::size_t cost = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].coefficients.size(); ++j) {
      const Polynomial& coefficient = rows[i].coefficients[j];
      if (coefficient.is_zero()) continue;
      if (!best || cost_of(coefficient) < cost) {
        best = Place{i, j};
        cost = cost_of(coefficient);
      }
    }
  }
  return best;
}

/// By a constant factor, so that numbers stay small.
void make_primitive(AffineRow& row) {
  Rational content = row.rest.content();
  for (const Polynomial& coefficient : row.coefficients) {
    content = gcd(content, coefficient.content());
  }
  if (content.is_zero()) return;
  const Rational factor = Rational(1) / content;
  for (Polynomial& coefficient : row.coefficients) coefficient *= factor;
  row.rest *= factor;
}

}  // namespace

bool AffineRow::has_graph_variables() const {
  return std::any_of(coefficients.begin(), coefficients.end(), [](const Polynomial& coefficient) {
    return !coefficient.is_zero();
  });
}

AffineRow row_from(const Polynomial& polynomial,
                   const std::vector<Variable>& graph,
                   Sources sources) {
  AffineRow row;
  row.coefficients.resize(graph.size());
  row.sources = std::move(sources);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    bool placed = false;
    for (std::size_t j = 0; j < graph.size() && !placed; ++j) {
      const unsigned exponent = monomial.exponent_of(graph[j]);
      if (exponent == 0) continue;
      LEAFWISE_DEMAND(exponent == 1);
      row.coefficients[j] += Polynomial::term(coefficient, monomial.without(graph[j]));
      placed = true;
    }
    if (!placed) row.rest += Polynomial::term(coefficient, monomial);
  }
  return row;
}

Polynomial polynomial_from(const AffineRow& row, const std::vector<Variable>& graph) {
  Polynomial result = row.rest;
  for (std::size_t j = 0; j < graph.size(); ++j) {
    result += row.coefficients[j] * Polynomial(graph[j]);
  }
  return result;
}

Outcome<std::vector<AffineRow>> reduced(const std::vector<AffineRow>& rows,
                                        const Ideal& base,
                                        const Limits& limits) {
  if (base.generators().empty()) {
    std::vector<AffineRow> result = rows;
    for (AffineRow& row : result) make_primitive(row);
    return result;
  }
  std::vector<Polynomial> entries;
  for (const AffineRow& row : rows) {
    entries.insert(entries.end(), row.coefficients.begin(), row.coefficients.end());
    entries.push_back(row.rest);
  }
  Outcome<std::vector<Polynomial>> forms = base.normal_forms(entries, limits);
  if (!forms) return Unable{forms.reason()};
  std::vector<AffineRow> result = rows;
  auto next = forms.value().begin();
  for (AffineRow& row : result) {
    for (Polynomial& coefficient : row.coefficients) coefficient = *next++;
    row.rest = *next++;
    make_primitive(row);
  }
  return result;
}

Outcome<Condensed> condensed(const std::vector<AffineRow>& rows,
                             const Ideal& base,
                             const Limits& limits) {
  Outcome<std::vector<AffineRow>> start = reduced(rows, base, limits);
  if (!start) return Unable{start.reason()};
  std::vector<AffineRow> open = std::move(start).value();
  Condensed result;
  while (const std::optional<Place> place = constant_coefficient(open)) {
    const AffineRow pivot_row = open[place->row];
    const Polynomial pivot = pivot_row.coefficients[place->column];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(place->row));
    const auto clear = [&](std::vector<AffineRow>& others) -> Outcome<bool> {
      std::vector<std::size_t> changed;
      std::vector<AffineRow> cleared;
      for (std::size_t i = 0; i < others.size(); ++i) {
        const Polynomial& factor = others[i].coefficients[place->column];
        if (factor.is_zero()) continue;
        cleared.push_back(combined(others[i], pivot_row, pivot, factor));
        changed.push_back(i);
      }
      if (changed.empty()) return true;
      if (limits.is_over()) return Unable{"the time limit was reached"};
      Outcome<std::vector<AffineRow>> next = reduced(cleared, base, limits);
      if (!next) return Unable{next.reason()};
      for (std::size_t k = 0; k < changed.size(); ++k) {
        others[changed[k]] = std::move(next.value()[k]);
      }
      return true;
    };
    for (std::vector<AffineRow>* others : {&open, &result.solved}) {
      const Outcome<bool> cleared = clear(*others);
      if (!cleared) return Unable{cleared.reason()};
    }
    result.solved.push_back(pivot_row);
  }
  for (AffineRow& row : open) {
    if (row.has_graph_variables()) {
      result.core.push_back(std::move(row));
    } else if (!row.rest.is_zero()) {
      result.conditions.push_back({row.rest.primitive(), row.sources});
    }
  }
  return result;
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
    for (AffineRow& row : rows) {
      const Polynomial factor = row.coefficients[place->column];
      if (!factor.is_zero()) row = combined(row, pivot_row, pivot, factor);
    }
    Outcome<std::vector<AffineRow>> next = reduced(rows, base, limits);
    if (!next) return Unable{next.reason()};
    rows = std::move(next).value();
  }
  for (const AffineRow& row : rows) {
    if (!row.rest.is_zero()) result.leftovers.push_back({row.rest.primitive(), row.sources});
  }
  return result;
}

PolynomialMatrix augmented_matrix(const std::vector<AffineRow>& rows) {
  PolynomialMatrix matrix;
  matrix.reserve(rows.size());
  for (const AffineRow& row : rows) {
    matrix.push_back(row.coefficients);
    matrix.back().push_back(row.rest);
  }
  return matrix;
}

}  // namespace leafwise::algebra::detail
