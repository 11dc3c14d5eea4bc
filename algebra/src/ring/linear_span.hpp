// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// The linear span of polynomials over ℚ: linear algebra, where a Gröbner basis is out of
/// reach. What lies in the span lies in the ideal; what does not may do so all the same.
class LinearSpan {
 public:
  /// @return whether it did not lie in the span of those before
  bool add(const Polynomial& polynomial);
  [[nodiscard]] Polynomial reduced(Polynomial polynomial) const;

  /// A basis of all that is of degree 1, and of numbers.
  [[nodiscard]] std::vector<Polynomial> affine() const;

 private:
  /// By degree: so what is affine in the span is spanned by elements that are.
  struct HigherFirst {
    bool operator()(const Monomial& a, const Monomial& b) const {
      return a.degree() != b.degree() ? a.degree() > b.degree() : a < b;
    }
  };
  [[nodiscard]] static const Monomial& leading(const Polynomial& polynomial);

  std::map<Monomial, Polynomial, HigherFirst> rows_;  ///< each by its leading monomial
};

/// Whether the polynomial lies in the span of the generators, or of what they become when all that
/// is affine among them is solved for, again and again: that it lies in their ideal is then seen
/// without a basis. False says nothing.
[[nodiscard]] std::vector<bool> are_combinations(const std::vector<Variable>& variables,
                                                 const std::vector<Polynomial>& generators,
                                                 const std::vector<Polynomial>& polynomials);

}  // namespace leafwise::algebra::detail
