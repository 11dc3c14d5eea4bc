// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "steppers/implicit/eigenblocks.hpp"

namespace leafwise::integrator {

/// Solves the Newton systems of coupled stages,
///
///     u_i − h Σ_j a_ij K u_j = −g_i,    i = 1…s,    K: d × d,
///
/// as one real system (γ/h I − K) for each real eigenvalue of A⁻¹ and one complex system
/// ((α + iβ)/h I − K) for each pair (see Eigenblocks).
template <typename Real>
class BlockSolver {
 public:
  BlockSolver(const Eigenblocks& split, std::size_t dimension);

  /// Reused when it is called with the same h, unless `is_new` says that K has changed.
  /// False: a block is singular, or not finite.
  bool factorize(std::span<const Real> k, Real h, bool is_new);
  /// How many blocks were factorised since the beginning.
  [[nodiscard]] std::size_t factorizations() const noexcept { return factorizations_; }

  /// Replaces g₁…g_s by u₁…u_s. @pre factorize was true
  void solve(std::span<Real> g);

 private:
  struct RealBlock {
    std::size_t row = 0;
    Real gamma = 0;
    std::vector<Real> factors;
    std::vector<std::size_t> order;
  };
  struct PairBlock {
    std::size_t row = 0;
    std::complex<Real> lambda;
    std::vector<std::complex<Real>> factors;
    std::vector<std::size_t> order;
  };

  /// out = M x for an s × s matrix and s blocks of d numbers.
  void combine(std::span<const Real> matrix, std::span<const Real> x, std::span<Real> out) const;

  std::size_t stages_;
  std::size_t d_;
  Real h_ = 0;  ///< that the blocks are factorised for; 0: none
  std::size_t factorizations_ = 0;
  std::vector<RealBlock> reals_;
  std::vector<PairBlock> pairs_;
  std::vector<Real> transform_, back_;
  std::vector<Real> decoupled_;
  std::vector<std::complex<Real>> right_;
};

}  // namespace leafwise::integrator
