// SPDX-License-Identifier: GPL-3.0-or-later
#include "formal_solution.hpp"

#include <algorithm>
#include <utility>

using namespace leafwise::algebra;

namespace leafwise::tests {

namespace {

constexpr std::uint64_t modulus = FormalSolution::modulus;

using Values = std::map<Variable, std::uint64_t>;

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

std::uint64_t inverse_of(std::uint64_t residue) {
  return power(residue, modulus - 2);
}

/// Of an integer of any size.
std::uint64_t residue_of_integer(const Rational& integer) {
  std::uint64_t residue = 0;
  for (const char digit : abs(integer).to_string()) {
    residue = (residue * 10 + static_cast<std::uint64_t>(digit - '0')) % modulus;
  }
  return integer.sign() < 0 ? (modulus - residue) % modulus : residue;
}

std::uint64_t residue_of(const Rational& number) {
  return residue_of_integer(number.numerator()) *
         inverse_of(residue_of_integer(number.denominator())) % modulus;
}

/// Coefficients of the powers of one variable, the others having values. Nothing if one has not.
std::optional<std::vector<std::uint64_t>> univariate(const Polynomial& polynomial,
                                                     const Values& values,
                                                     const std::optional<Variable>& open) {
  std::vector<std::uint64_t> result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::uint64_t term = residue_of(coefficient);
    std::size_t degree = 0;
    for (const Monomial::Factor& factor : monomial.factors()) {
      if (open && factor.variable == *open) {
        degree = factor.exponent;
        continue;
      }
      const auto value = values.find(factor.variable);
      if (value == values.end()) return std::nullopt;
      term = term * power(value->second, factor.exponent) % modulus;
    }
    if (result.size() <= degree) result.resize(degree + 1, 0);
    result[degree] = (result[degree] + term) % modulus;
  }
  while (!result.empty() && result.back() == 0) result.pop_back();
  return result;
}

/// A root, if there is one and the degree is 1 or 2.
std::optional<std::uint64_t> root_of(const std::vector<std::uint64_t>& f, bool other) {
  if (f.size() == 2) return (modulus - f[0]) * inverse_of(f[1]) % modulus;
  if (f.size() != 3) return std::nullopt;
  const std::uint64_t square = (f[1] * f[1] + 4 * (modulus - f[2]) % modulus * f[0]) % modulus;
  const std::uint64_t root = power(square, (modulus + 1) / 4);
  if (root * root % modulus != square) return std::nullopt;
  const std::uint64_t signed_root = other ? modulus - root : root;
  return (signed_root + modulus - f[1]) % modulus * inverse_of(2 * f[2] % modulus) % modulus;
}

/// Gives a value to the variable of a relation in which no other is open. False: there is none.
/// Nothing: all relations have none or several open variables.
std::optional<bool> solve_one(const std::vector<Polynomial>& relations,
                              std::mt19937_64& random,
                              Values& values) {
  for (const Polynomial& relation : relations) {
    std::vector<Variable> open;
    for (const Variable& variable : relation.variables()) {
      if (!values.contains(variable)) open.push_back(variable);
    }
    if (open.size() != 1) continue;
    const auto coefficients = univariate(relation, values, open.front());
    if (!coefficients || coefficients->empty()) continue;
    const auto root = root_of(*coefficients, random() % 2 == 0);
    if (root) values[open.front()] = *root;
    return root.has_value();
  }
  return std::nullopt;
}

std::optional<Values> random_point(const std::vector<Variable>& variables,
                                   const std::vector<Polynomial>& relations,
                                   std::mt19937_64& random) {
  Values values;
  while (values.size() < variables.size()) {
    const std::optional<bool> solved = solve_one(relations, random, values);
    if (solved && !*solved) return std::nullopt;
    if (solved) continue;
    Variable choice = variables[random() % variables.size()];
    while (values.contains(choice)) choice = variables[random() % variables.size()];
    values[choice] = random() % modulus;
  }
  for (const Polynomial& relation : relations) {
    if (!univariate(relation, values, std::nullopt).value().empty()) return std::nullopt;
  }
  return values;
}

Series product(const Series& left, const Series& right) {
  Series result(left.size(), 0);
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t k = 0; i + k < left.size(); ++k) {
      result[i + k] = (result[i + k] + left[i] * right[k]) % modulus;
    }
  }
  return result;
}

}  // namespace

Series FormalSolution::value(const Polynomial& polynomial, std::size_t size) const {
  Series sum(size, 0);
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    Series term(size, 0);
    term[0] = residue_of(coefficient);
    for (const Monomial::Factor& factor : monomial.factors()) {
      Series short_one = series_.at(factor.variable);
      short_one.resize(size);
      for (unsigned i = 0; i < factor.exponent; ++i) term = product(term, short_one);
    }
    for (std::size_t k = 0; k < size; ++k) sum[k] = (sum[k] + term[k]) % modulus;
  }
  return sum;
}

bool FormalSolution::solves(const Polynomial& polynomial) const {
  const Series series = value(polynomial, length);
  return std::all_of(series.begin(), series.end(), [](std::uint64_t k) { return k == 0; });
}

/// Gauss–Jordan on [A | 1], rows one after the other.
bool FormalSolution::choose_rows(const Leaf& leaf) {
  const std::size_t n = leaf.graph.size();
  std::vector<std::pair<std::vector<std::uint64_t>, std::size_t>> done;
  for (const Polynomial& row : leaf.linear) {
    if (done.size() == n) break;
    std::vector<std::uint64_t> entries(2 * n, 0);
    for (std::size_t j = 0; j < n; ++j) entries[j] = value(row.derivative(leaf.graph[j]), 1)[0];
    entries[n + done.size()] = 1;
    const auto subtract = [&](auto& from, const auto& what, std::size_t column) {
      const std::uint64_t factor = modulus - from[column];
      for (std::size_t j = 0; j < 2 * n; ++j) from[j] = (from[j] + factor * what[j]) % modulus;
    };
    for (const auto& [other, column] : done) subtract(entries, other, column);
    const auto pivot = std::find_if(entries.begin(),
                                    entries.begin() + static_cast<std::ptrdiff_t>(n),
                                    [](std::uint64_t entry) { return entry != 0; });
    const auto column = static_cast<std::size_t>(pivot - entries.begin());
    if (column == n) continue;
    const std::uint64_t scale = inverse_of(*pivot);
    for (std::uint64_t& entry : entries) entry = entry * scale % modulus;
    for (auto& [other, unused] : done) subtract(other, entries, column);
    done.emplace_back(std::move(entries), column);
    rows_.push_back(row);
  }
  inverse_.assign(n, {});
  for (const auto& [row, column] : done) {
    inverse_[column].assign(row.begin() + static_cast<std::ptrdiff_t>(n), row.end());
  }
  return done.size() == n;
}

void FormalSolution::integrate(std::size_t k) {
  for (auto& [variable, series] : series_) {
    if (variable.role != Role::unknown) continue;
    const auto next = series_.find(next_jet(variable));
    if (next == series_.end()) continue;
    series[k + 1] = next->second[k] * inverse_of(k + 1) % modulus;
  }
}

void FormalSolution::extend(const Leaf& leaf) {
  for (std::size_t k = 0; k < length; ++k) {
    // With 0 for the unknown coefficients the rows leave what A·w_k must cancel.
    std::vector<std::uint64_t> rests;
    rests.reserve(rows_.size());
    for (const Polynomial& row : rows_) rests.push_back(value(row, k + 1)[k]);
    for (std::size_t i = 0; i < leaf.graph.size(); ++i) {
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < rests.size(); ++j) {
        sum = (sum + inverse_[i][j] * (modulus - rests[j])) % modulus;
      }
      series_.at(leaf.graph[i])[k] = sum;
    }
    if (k + 1 < length) integrate(k);
  }
}

std::optional<FormalSolution> FormalSolution::through_random_point(
    const Leaf& leaf, const std::vector<Polynomial>& base_relations, std::mt19937_64& random) {
  constexpr int most_attempts = 30;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const auto point = random_point(leaf.base.variables(), base_relations, random);
    if (!point) continue;
    FormalSolution solution;
    for (const auto& [variable, start] : *point) {
      Series series(length, 0);
      series[0] = start;
      if (variable.role == Role::independent) series[1] = 1;
      solution.series_.emplace(variable, std::move(series));
    }
    for (const Variable& variable : leaf.graph) {
      solution.series_.emplace(variable, Series(length, 0));
    }
    if (!solution.choose_rows(leaf)) continue;
    solution.extend(leaf);
    return solution;
  }
  return std::nullopt;
}

}  // namespace leafwise::tests
