// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/entry_places.hpp"
#include "linear/sparse_symmetric.hpp"

namespace leafwise::integrator::detail {

/// ( M Gᵀ ; G 0 ) = L D Lᵀ for n × n matrices M, positive definite, and c × n matrices G with many
/// zeros: mechanisms of many bodies, each beside few others. A row of G is eliminated after the
/// coordinates that it touches, but before those that it does not.
template <typename Real>
class SparseSaddle {
 public:
  SparseSaddle(std::size_t size, std::size_t rows) : n_(size), c_(rows), of_rows_(size) {}

  /// Remembers where M, and all rows there are for G, have entries.
  void see(std::span<const Real> mass, std::span<const Real> all);
  /// Whether such matrices have so many zeros that this is worth it. @param rows that are used
  bool fits(std::span<const Real> mass,
            std::span<const Real> all,
            std::span<const std::size_t> rows);
  /// As SparseSymmetric. @pre fits @param chosen the rows of G that are used
  Real factorize(std::span<const Real> mass, std::span<const Real> chosen, Real least_share);
  /// Of (F; γ) makes (a; λ).
  void solve(std::span<Real> x) const { factor_.solve(x); }

 private:
  bool analyse();

  std::size_t n_;
  std::size_t c_;
  bool knows_mass_ = false;
  bool fits_ = false;
  EntryPlaces of_mass_;
  ChosenPlaces of_rows_;
  std::vector<std::uint32_t> lower_mass_;  // places of M on and below the diagonal
  SparseSymmetric<Real> factor_;
};

}  // namespace leafwise::integrator::detail
