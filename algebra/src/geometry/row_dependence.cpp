// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/row_dependence.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>

#include "decomposition/random_choices.hpp"
#include "decomposition/ring_jobs.hpp"
#include "geometry/graph_reduction.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Of random primes; each section is random, too.
constexpr int primes_to_try = 2;
constexpr std::uint64_t any_seed = 20260131;

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

Outcome<bool> is_empty_modulo(std::uint32_t prime,
                              const Engine& engine,
                              const Chart& chart,
                              const Limits& limits) {
  Question question;
  question.operation = engine::Operation::dimension;
  question.characteristic = prime;
  question.ideals = {chart.generators};
  const Outcome<Reply> reply = ask_worker(engine, chart.variables, question, limits);
  if (!reply) return Unable{reply.reason()};
  if (reply.value().numbers.size() != 2) return Unable{"the engine did not answer with numbers"};
  return reply.value().numbers.front() < 0;
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

}  // namespace

Outcome<bool> are_rows_independent(const Ideal& ideal,
                                   const PolynomialMatrix& rows,
                                   const Limits& limits) {
  if (rows.empty()) return true;
  if (rows.size() > rows.front().size()) return false;
  std::mt19937_64 random(any_seed);
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

Outcome<bool> are_dependences_below(const Ideal& ideal,
                                    const PolynomialMatrix& rows,
                                    int dimension,
                                    const Limits& limits) {
  std::mt19937_64 random(any_seed);
  for (int attempt = 0; attempt < primes_to_try; ++attempt) {
    const std::uint32_t prime = random_prime(random);
    for (std::size_t last = 0; last < rows.size(); ++last) {
      Chart pairs = chart(ideal, rows, last);
      cut(pairs, std::max(dimension, 0), random);
      const Outcome<bool> none = is_empty_modulo(prime, ideal.engine(), pairs, limits);
      if (!none || !none.value()) return none;
    }
  }
  return true;
}

}  // namespace leafwise::algebra::detail
