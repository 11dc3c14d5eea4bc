// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/linear_span.hpp"

#include <algorithm>
#include <utility>

#include "ring/solved_part.hpp"

namespace leafwise::algebra::detail {

const Monomial& LinearSpan::leading(const Polynomial& polynomial) {
  const auto& terms = polynomial.terms();
  return std::min_element(
             terms.begin(),
             terms.end(),
             [](const auto& a, const auto& b) { return HigherFirst{}(a.first, b.first); })
      ->first;
}

Polynomial LinearSpan::reduced(Polynomial polynomial) const {
  for (const auto& [monomial, row] : rows_) {
    const auto term = polynomial.terms().find(monomial);
    if (term == polynomial.terms().end()) continue;
    Polynomial multiple = row;
    multiple *= term->second / row.terms().at(monomial);
    polynomial -= multiple;
  }
  return polynomial;
}

bool LinearSpan::add(const Polynomial& polynomial) {
  Polynomial rest = reduced(polynomial);
  if (rest.is_zero()) return false;
  Monomial first = leading(rest);
  rows_.emplace(std::move(first), std::move(rest));
  return true;
}

std::vector<Polynomial> LinearSpan::affine() const {
  std::vector<Polynomial> result;
  for (const auto& [monomial, row] : rows_) {
    if (monomial.degree() <= 1) result.push_back(row);
  }
  return result;
}

std::vector<bool> are_combinations(const std::vector<Variable>& variables,
                                   const std::vector<Polynomial>& generators,
                                   const std::vector<Polynomial>& polynomials) {
  std::vector<Polynomial> left = generators;
  std::vector<Polynomial> asked = polynomials;
  while (true) {
    LinearSpan span;
    for (const Polynomial& generator : left) span.add(generator);
    const SolvedPart part = solve_affine(variables, span.affine());
    if (part.is_inconsistent) return std::vector<bool>(polynomials.size(), true);
    if (part.values.empty()) {
      std::vector<bool> result;
      result.reserve(asked.size());
      for (const Polynomial& one : asked) result.push_back(span.reduced(one).is_zero());
      return result;
    }
    for (Polynomial& one : asked) one = part.reduced(one);
    for (Polynomial& generator : left) generator = part.reduced(generator);
    std::erase_if(left, [](const Polynomial& generator) { return generator.is_zero(); });
  }
}

}  // namespace leafwise::algebra::detail
