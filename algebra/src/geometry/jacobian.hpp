// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Rows of equal length.
using PolynomialMatrix = std::vector<std::vector<Polynomial>>;

/// ∂ functions[i] / ∂ variables[j]
[[nodiscard]] PolynomialMatrix jacobian(const std::vector<Polynomial>& functions,
                                        const std::vector<Variable>& variables);

/// @pre the point has all variables of the matrix
[[nodiscard]] std::size_t rank_at(const PolynomialMatrix& matrix,
                                  const std::map<Variable, Rational>& point);

/// Minors of a matrix by expansion, each computed once, smaller ones shared.
class Minors {
 public:
  using Indices = std::vector<std::size_t>;  ///< increasing
  using Reduction = std::function<Polynomial(const Polynomial&)>;

  /// @param reduce a representative of the same class, applied to keep intermediate minors small
  Minors(PolynomialMatrix matrix, Reduction reduce);

  /// The class of the determinant. @pre as many rows as columns
  [[nodiscard]] const Polynomial& at(const Indices& rows, const Indices& columns);

 private:
  [[nodiscard]] Polynomial expanded(const Indices& rows, const Indices& columns);

  PolynomialMatrix matrix_;
  Reduction reduce_;
  std::map<std::pair<Indices, Indices>, Polynomial> known_;
};

/// The next of the subsets of {0, …, count − 1} of this size; false after the last.
[[nodiscard]] bool next_subset(Minors::Indices& subset, std::size_t count);

}  // namespace leafwise::algebra::detail
