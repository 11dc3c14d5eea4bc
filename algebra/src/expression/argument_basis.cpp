// SPDX-License-Identifier: GPL-3.0-or-later
#include "expression/argument_basis.hpp"

#include <cstdlib>
#include <utility>

#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

namespace {

Rational coefficient_of(const Polynomial& polynomial, const Monomial& monomial) {
  const auto found = polynomial.terms().find(monomial);
  return found == polynomial.terms().end() ? Rational() : found->second;
}

}  // namespace

Polynomial ArgumentBasis::remainder(const Polynomial& u,
                                    std::map<std::size_t, Rational>& combination) const {
  Polynomial rest = u;
  for (const Row& row : rows_) {
    const Rational factor =
        coefficient_of(rest, row.pivot) / coefficient_of(row.polynomial, row.pivot);
    if (factor.is_zero()) continue;
    Polynomial multiple = row.polynomial;
    rest -= multiple *= factor;
    for (const auto& [member, share] : row.combination) combination[member] += share * factor;
  }
  return rest;
}

std::optional<std::vector<ArgumentBasis::Part>> ArgumentBasis::express(const Polynomial& u) const {
  std::map<std::size_t, Rational> combination;
  if (!remainder(u, combination).is_zero()) return std::nullopt;
  std::vector<Part> parts;
  for (const auto& [member, factor] : combination) {
    if (!factor.is_zero()) parts.push_back({member, factor});
  }
  return parts;
}

void ArgumentBasis::add(const Polynomial& u, std::size_t member) {
  std::map<std::size_t, Rational> subtracted;
  Row row;
  row.polynomial = remainder(u, subtracted);
  LEAFWISE_DEMAND(!row.polynomial.is_zero());
  row.pivot = row.polynomial.terms().begin()->first;
  for (const auto& [other, factor] : subtracted) row.combination[other] -= factor;
  row.combination[member] += Rational(1);
  rows_.push_back(std::move(row));
}

std::int64_t IntegerRelation::weight() const {
  std::int64_t sum = multiple;
  for (const auto& [member, factor] : parts) sum += std::abs(factor);
  return sum;
}

std::optional<IntegerRelation> integer_relation(const std::vector<ArgumentBasis::Part>& parts) {
  // sin(8x) has degree 8 in sin x and cos x: beyond that, relations do more harm than good.
  constexpr std::int64_t most_weight = 8;
  Rational multiple = 1;
  for (const ArgumentBasis::Part& part : parts) {
    const Rational denominator = (part.factor * multiple).denominator();
    multiple *= denominator;
    if (multiple > Rational(most_weight)) return std::nullopt;
  }
  IntegerRelation relation;
  relation.multiple = *multiple.to_int64();
  for (const ArgumentBasis::Part& part : parts) {
    const Rational factor = part.factor * multiple;
    if (abs(factor) > Rational(most_weight)) return std::nullopt;
    relation.parts.emplace_back(part.member, *factor.to_int64());
  }
  if (relation.weight() > most_weight + 1) return std::nullopt;
  return relation;
}

}  // namespace leafwise::algebra::detail
