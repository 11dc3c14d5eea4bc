// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/factoriser.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace leafwise::algebra::detail {

namespace {

std::vector<Variable> used_variables(const Polynomials& polynomials) {
  std::set<Variable> used;
  for (const Polynomial& polynomial : polynomials) {
    const std::set<Variable> more = polynomial.variables();
    used.insert(more.begin(), more.end());
  }
  return {used.begin(), used.end()};
}

bool needs_no_factoring(const Polynomial& polynomial) {
  return polynomial.degree() <= 1;
}

/// By degree, then as polynomials compare.
void sort_factors(Polynomials& factors) {
  std::sort(factors.begin(), factors.end(), [](const Polynomial& a, const Polynomial& b) {
    if (a.degree() != b.degree()) return a.degree() < b.degree();
    return a < b;
  });
}

}  // namespace

Outcome<bool> Factoriser::ask(const Polynomials& polynomials, const Limits& limits) {
  Question question;
  question.operation = engine::Operation::factors;
  question.ideals = {polynomials};
  Outcome<Reply> outcome = ask_worker(engine_, used_variables(polynomials), question, limits);
  if (!outcome) return Unable{outcome.reason()};
  Reply reply = std::move(outcome).value();
  std::vector<Polynomials>& lists = reply.ideals;
  const std::vector<std::int64_t>& multiplicities = reply.numbers;
  if (lists.size() != polynomials.size()) return Unable{"factors are missing"};
  std::size_t at = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    Polynomial product(Rational(1));
    for (Polynomial& factor : lists[i]) {
      if (at == multiplicities.size() || multiplicities[at] < 1)
        return Unable{"not a factorisation"};
      product = product * factor.pow(static_cast<unsigned>(multiplicities[at++]));
      factor = factor.primitive();
    }
    if (product.primitive() != polynomials[i].primitive()) {
      return Unable{"the engine's factors do not multiply to the polynomial"};
    }
    sort_factors(lists[i]);
    known_[polynomials[i]] = lists[i];
  }
  return true;
}

Outcome<std::vector<Polynomials>> Factoriser::factors(const Polynomials& polynomials,
                                                      const Limits& limits) {
  Polynomials open;
  for (const Polynomial& polynomial : polynomials) {
    if (!needs_no_factoring(polynomial) && !known_.contains(polynomial)) open.push_back(polynomial);
  }
  for (const Polynomial& polynomial : open) {
    if (hard_.contains(polynomial)) return Unable{"a factorisation takes too long"};
  }
  if (!open.empty()) {
    const Outcome<bool> asked = ask(open, limits.spend(&Effort::factoring));
    if (!asked) {
      if (open.size() > 1) return one_by_one(polynomials, open, limits);
      if (!limits.is_over()) hard_.insert(open.front());
      return Unable{asked.reason()};
    }
  }
  std::vector<Polynomials> result;
  result.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    if (polynomial.is_constant()) {
      result.emplace_back();
    } else if (needs_no_factoring(polynomial)) {
      result.push_back({polynomial.primitive()});
    } else {
      result.push_back(known_.at(polynomial));
    }
  }
  return result;
}

/// To find out which of them is to blame.
Outcome<std::vector<Polynomials>> Factoriser::one_by_one(const Polynomials& polynomials,
                                                         const Polynomials& open,
                                                         const Limits& limits) {
  for (const Polynomial& polynomial : open) {
    const Outcome<std::vector<Polynomials>> single = factors({polynomial}, limits);
    if (!single) return single;
  }
  return factors(polynomials, limits);
}

Polynomials Factoriser::factors_or_itself(const Polynomial& polynomial, const Limits& limits) {
  Outcome<std::vector<Polynomials>> factored = factors({polynomial}, limits);
  if (!factored) return {polynomial.primitive()};
  return std::move(factored).value().front();
}

}  // namespace leafwise::algebra::detail
