// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/row_dependence.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <set>
#include <utility>

#include "geometry/graph_reduction.hpp"
#include "number/random_choices.hpp"
#include "ring/common_zeros.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

struct Chart {
  std::vector<Variable> variables;
  Polynomials generators;
};

/// The pairs with μ[last] = 1 and no multipliers after it; multipliers that polynomials of the
/// others give are left out.
Chart chart(const Ideal& ideal, const PolynomialMatrix& rows, std::size_t last) {
  std::vector<Variable> taken = ideal.variables();
  std::vector<Variable> unknown;
  std::vector<Polynomial> multipliers;
  for (std::size_t i = 0; i < last; ++i) {
    unknown.push_back(fresh_variable("mu" + std::to_string(i), taken));
    taken.push_back(unknown.back());
    multipliers.emplace_back(unknown.back());
  }
  multipliers.emplace_back(Rational(1));
  Polynomials columns;
  for (std::size_t j = 0; j < rows.front().size(); ++j) {
    Polynomial column;
    for (std::size_t i = 0; i <= last; ++i) column += multipliers[i] * rows[i][j];
    columns.push_back(std::move(column));
  }
  const std::set<Variable> solvable(unknown.begin(), unknown.end());
  GraphReduction reduced = reduce_graph(std::move(unknown), columns, [&](const Variable& variable) {
    return solvable.contains(variable);
  });
  Chart result{std::move(reduced.variables), std::move(reduced.generators)};
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(result.variables, ideal.variables());
  append(result.generators, ideal.generators());
  return result;
}

/// −1 if there are no zeros.
Outcome<std::int64_t> dimension_modulo(std::uint32_t prime,
                                       const Engine& engine,
                                       const Chart& chart,
                                       const Limits& limits) {
  Question question;
  question.operation = engine::Operation::dimension;
  question.characteristic = prime;
  question.ideals = {chart.generators};
  const Outcome<Reply> reply = ask_worker(engine, chart.variables, question, limits);
  if (!reply) return Unable{reply.reason()};
  if (reply.value().numbers.size() != 2) return Unable{"the engine did not return numbers"};
  return reply.value().numbers.front();
}

Outcome<bool> is_empty_modulo(std::uint32_t prime,
                              const Engine& engine,
                              const Chart& chart,
                              const Limits& limits) {
  const Outcome<std::int64_t> dimension = dimension_modulo(prime, engine, chart, limits);
  if (!dimension) return Unable{dimension.reason()};
  return dimension.value() < 0;
}

/// A set of dimension d meets a general plane of codimension d.
void cut(Chart& chart, int codimension, std::mt19937_64& random) {
  std::uniform_int_distribution<std::int64_t> coefficient(1, (1LL << 29) - 1);
  for (int k = 0; k < codimension; ++k) {
    Polynomial plane{Rational(coefficient(random))};
    for (const Variable& variable : chart.variables) {
      plane += Polynomial::term(Rational(coefficient(random)), Monomial(variable));
    }
    chart.generators.push_back(std::move(plane));
  }
}

/// The cone over the closure of its zeros, and maybe more at infinity.
Chart homogeneous(const Chart& chart) {
  Chart result{chart.variables, {}};
  const Variable scale = fresh_variable("scale", chart.variables);
  result.variables.push_back(scale);
  for (const Polynomial& generator : chart.generators) {
    const unsigned degree = generator.degree();
    Polynomial whole;
    for (const auto& [monomial, coefficient] : generator.terms()) {
      const unsigned missing = degree - monomial.degree();
      const Monomial factor = missing == 0 ? Monomial() : Monomial(scale, missing);
      whole += Polynomial::term(coefficient, monomial * factor);
    }
    result.generators.push_back(std::move(whole));
  }
  return result;
}

std::uint64_t seed_of(const Ideal& ideal, const PolynomialMatrix& rows) {
  Polynomials all = ideal.generators();
  for (const std::vector<Polynomial>& row : rows) all.insert(all.end(), row.begin(), row.end());
  return seed_from(all, ideal.engine().seed());
}

/// The rows without those that no dependence can hold: one that alone has entries in some columns,
/// and these without a common zero on V(P), has the multiplier 0 in all of them. (Its bar leads to
/// a point of its own.) That there is none is seen without an engine.
PolynomialMatrix without_rows_at_the_end(const Ideal& ideal, PolynomialMatrix rows) {
  const auto own_entries = [&](std::size_t number) {
    Polynomials own;
    for (std::size_t column = 0; column < rows[number].size(); ++column) {
      if (rows[number][column].is_zero()) continue;
      const auto users = std::count_if(
          rows.begin(), rows.end(), [&](const auto& row) { return !row[column].is_zero(); });
      if (users == 1) own.push_back(rows[number][column]);
    }
    return own;
  };
  const auto is_at_the_end = [&](std::size_t number) {
    Polynomials zeros = own_entries(number);
    if (zeros.empty()) return false;
    std::set<Variable> used;
    for (const Polynomial& entry : zeros) used.merge(entry.variables());
    // Any one of the generators may say that they have none.
    for (const Polynomial& generator : ideal.generators()) {
      const std::set<Variable> own = generator.variables();
      if (std::includes(own.begin(), own.end(), used.begin(), used.end())) {
        zeros.push_back(generator);
      }
    }
    return have_no_zero(std::move(zeros));
  };
  for (std::size_t i = 0; i < rows.size();) {
    if (!is_at_the_end(i)) {
      ++i;
      continue;
    }
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;  // others may have columns of their own now
  }
  return rows;
}

/// Of one chart, with the primes that all charts share.
class Smallness {
 public:
  Smallness(const Ideal& ideal, int dimension, std::mt19937_64& random)
      : ideal_(ideal),
        dimension_(std::max(dimension, 0)),
        random_(random),
        first_(random_prime(random)),
        second_(random_prime(random)) {}

  /// @param exact what the exact dimension may take
  [[nodiscard]] Outcome<Evidence> of(const Chart& pairs, const Limits& exact, const Limits& all) {
    const Outcome<bool> first = section_is_empty(pairs, first_, all);
    if (!first) return Unable{first.reason()};
    if (!first.value()) return Evidence::against;
    if (is_proved_at_infinity(pairs, all.spend(&Effort::homogeneous))) return Evidence::proved;
    const Ideal whole(pairs.variables, pairs.generators, ideal_.engine());
    if (const Outcome<int> found = whole.dimension(exact)) {
      return found.value() < dimension_ ? Evidence::proved : Evidence::against;
    }
    const Outcome<bool> second = section_is_empty(pairs, second_, all);
    if (!second) return Unable{second.reason()};
    return second.value() ? Evidence::probable : Evidence::against;
  }

 private:
  [[nodiscard]] Outcome<bool> section_is_empty(Chart pairs,
                                               std::uint32_t prime,
                                               const Limits& limits) {
    cut(pairs, dimension_, random_);
    return is_empty_modulo(prime, ideal_.engine(), pairs, limits);
  }

  [[nodiscard]] bool is_proved_at_infinity(Chart pairs, const Limits& limits) {
    cut(pairs, dimension_, random_);
    const auto cone = dimension_modulo(first_, ideal_.engine(), homogeneous(pairs), limits);
    return cone && cone.value() <= 0;  // nothing but the origin
  }

  const Ideal& ideal_;
  int dimension_;
  std::mt19937_64& random_;
  std::uint32_t first_;
  std::uint32_t second_;
};

}  // namespace

Outcome<bool> are_rows_independent(const Ideal& ideal,
                                   const PolynomialMatrix& all_rows,
                                   const Limits& limits) {
  if (all_rows.empty()) return true;
  if (all_rows.size() > all_rows.front().size()) return false;
  const PolynomialMatrix rows = without_rows_at_the_end(ideal, all_rows);
  // Of what has no basis, engines find no empty charts, either.
  if (!rows.empty() && ideal.is_basis_out_of_reach()) return false;
  std::mt19937_64 random(seed_of(ideal, rows));
  const std::uint32_t prime = random_prime(random);
  for (const bool exact : {false, true}) {
    for (std::size_t last = 0; last < rows.size(); ++last) {
      Chart pairs = chart(ideal, rows, last);
      Outcome<bool> none = false;
      if (exact) {
        const Ideal whole(std::move(pairs.variables), std::move(pairs.generators), ideal.engine());
        const Outcome<int> dimension = whole.dimension(limits);
        none = dimension ? Outcome<bool>(dimension.value() < 0) : Unable{dimension.reason()};
      } else {
        none = is_empty_modulo(prime, ideal.engine(), pairs, limits);
      }
      if (!none || !none.value()) return none;
    }
  }
  return true;
}

Outcome<Evidence> are_dependences_below(const Ideal& ideal,
                                        const PolynomialMatrix& rows,
                                        int dimension,
                                        const Limits& limits) {
  std::mt19937_64 random(seed_of(ideal, rows));
  Smallness smallness(ideal, dimension, random);
  const Limits exact = limits.spend(&Effort::exact_dimension);
  Evidence result = Evidence::proved;
  for (std::size_t last = 0; last < rows.size(); ++last) {
    const Outcome<Evidence> one = smallness.of(chart(ideal, rows, last), exact, limits);
    if (!one || one.value() == Evidence::against) return one;
    if (one.value() == Evidence::probable) result = Evidence::probable;
  }
  return result;
}

}  // namespace leafwise::algebra::detail
