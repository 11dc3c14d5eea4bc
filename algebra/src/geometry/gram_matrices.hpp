// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "geometry/dense_matrix.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// The monomials z that squares in a combination of these polynomials may hold, so that no row of
/// zᵀ·Q·z need be zero; empty where there are more than `most`.
[[nodiscard]] std::vector<Monomial> monomials_of_squares(const std::vector<Polynomial>& generators,
                                                         std::size_t most);

/// The symmetric matrices Q with zᵀ·Q·z = Σ cᵢ·gᵢ for some numbers cᵢ: a linear space.
class GramMatrices {
 public:
  /// Generators with terms that are no products of two of the monomials are left out.
  /// @pre no generator is zero
  GramMatrices(const std::vector<Polynomial>& generators, std::vector<Monomial> monomials);

  [[nodiscard]] std::size_t size() const noexcept { return monomials_.size(); }
  [[nodiscard]] const std::vector<Monomial>& monomials() const noexcept { return monomials_; }
  /// Each divided by its largest coefficient.
  [[nodiscard]] const std::vector<Polynomial>& generators() const noexcept { return generators_; }

  /// Matrices that span the space: first one for each generator, whose zᵀ·Q·z it is, then some
  /// with zᵀ·Q·z = 0. All entries that are not zero.
  struct Entry {
    std::size_t row;
    std::size_t column;
    double value;
  };
  using SparseMatrix = std::vector<Entry>;
  [[nodiscard]] std::vector<SparseMatrix> basis() const;

  /// The matrix in rational numbers, with zᵀ·Q·z = polynomial exactly; empty if its entries are
  /// too large. @pre each term is a product of two of the monomials
  [[nodiscard]] std::vector<std::vector<Rational>> exact(const DenseMatrix& matrix,
                                                         const Polynomial& polynomial) const;

 private:
  std::vector<Polynomial> generators_;
  std::vector<Monomial> monomials_;
  std::map<Monomial, int> counts_;  ///< of entries of Q that a term is spread over
};

}  // namespace leafwise::algebra::detail
