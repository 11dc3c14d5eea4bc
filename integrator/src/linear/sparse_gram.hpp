// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/entry_places.hpp"
#include "linear/sparse_symmetric.hpp"

namespace leafwise::integrator::detail {

/// A Aᵀ = L D Lᵀ for k × m matrices A with many zeros.
template <typename Real>
class SparseGram {
 public:
  SparseGram(std::size_t rows, std::size_t columns) : k_(rows), m_(columns), places_(columns) {}

  /// Remembers where a matrix, of all rows there are, has entries.
  void see(std::span<const Real> all) { places_.see(all); }
  /// Whether such matrices have so many zeros that this is worth it. @param rows of the matrix that
  /// are used, k of them
  bool fits(std::span<const Real> all, std::span<const std::size_t> rows);
  /// As SparseSymmetric: the smallest share of a row that the rows before it in the order of
  /// elimination do not have. @pre fits
  /// @param chosen the rows that are used, one after the other
  Real factorize(const Real* chosen, Real least_share);
  void solve(std::span<Real> x) const { factor_.solve(x); }
  /// out = A w
  void apply(const Real* chosen, std::span<const Real> w, std::span<Real> out) const;
  /// q −= Aᵀ x
  void subtract_transposed(const Real* chosen, std::span<const Real> x, std::span<Real> q) const;

 private:
  /// The contribution of two entries of a column of the matrix to an entry of the product.
  struct Product {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t entry = 0;
  };

  bool analyse();

  std::size_t k_;
  std::size_t m_;
  bool fits_ = false;
  ChosenPlaces places_;
  std::vector<std::size_t> row_starts_;  // in `columns_`
  std::vector<std::uint32_t> columns_;   // of the entries of each row
  std::vector<Product> products_;
  SparseSymmetric<Real> factor_;
};

}  // namespace leafwise::integrator::detail
