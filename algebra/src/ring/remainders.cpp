// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/remainders.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::algebra::detail {

Remainders::Remainders(SolvedPart basis) : basis_(std::move(basis)) {
  // Where no variables are left, a rest is a number.
  if (!basis_.rest.empty() && !basis_.variables.empty()) rest_.emplace(basis_);
  for (const Polynomial& divisor : basis_.rest) lowest_ = std::min(lowest_, divisor.degree());
}

std::vector<Polynomial> Remainders::of(const std::vector<Polynomial>& polynomials) const {
  std::vector<Polynomial> remainders;
  remainders.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    Polynomial remainder = basis_.reduced(polynomial);
    // By degree: no leading monomial of the rest divides what is of lower degree than all of it.
    const bool is_divided = rest_ && !remainder.is_zero() && remainder.degree() >= lowest_;
    remainders.push_back(is_divided ? rest_->by.remainder(remainder) : std::move(remainder));
  }
  return remainders;
}

}  // namespace leafwise::algebra::detail
