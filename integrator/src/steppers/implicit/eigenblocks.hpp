// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "leafwise/integrator/tableau.hpp"

namespace leafwise::integrator {

/// The stages of a method that have to be solved for: all, or all but the first where that is the
/// old point itself (a_1j = 0: Radau I, Lobatto IIIA).
struct ImplicitPart {
  std::size_t first = 0;            ///< 1 if the first stage is the old point
  std::size_t stages = 0;           ///< how many are left
  std::vector<long double> matrix;  ///< rows and columns of a that belong to them, row by row
};

[[nodiscard]] ImplicitPart implicit_part(const Tableau& tableau);

/// T⁻¹ A⁻¹ T = Λ for the matrix A of coupled stages: Λ has real eigenvalues γ of A⁻¹ on its
/// diagonal, and a block (α, −β; β, α), β > 0, for each pair α ± iβ.
///
/// A Newton matrix A⁻¹ ⊗ P − I ⊗ Q then falls apart into blocks γP − Q and (α + iβ)P − Q: with
/// W = (T⁻¹ ⊗ I) U, the two rows of a pair are real and imaginary part of one complex row, w₁ + iw₂
/// (J. C. Butcher, BIT 16 (1976) 237–240; E. Hairer, G. Wanner, Solving Ordinary Differential
/// Equations II, IV.8).
class Eigenblocks {
 public:
  struct Block {
    std::size_t row = 0;           ///< its first row in Λ
    bool is_pair = false;          ///< two rows
    long double real = 0.0L;       ///< γ or α
    long double imaginary = 0.0L;  ///< β; 0 for γ
  };

  /// `matrix` is A, s × s, row by row. Real blocks come first.
  /// @throws InvalidInput if A is singular, or eigenvalues are so near to each other that T cannot
  /// be inverted (singly diagonally implicit methods: solve their stages one after the other)
  Eigenblocks(std::span<const long double> matrix, std::size_t stages);

  [[nodiscard]] std::size_t stages() const noexcept { return stages_; }
  [[nodiscard]] std::span<const Block> blocks() const noexcept { return blocks_; }
  /// A⁻¹, T and T⁻¹, row by row.
  [[nodiscard]] std::span<const long double> inverse() const noexcept { return inverse_; }
  [[nodiscard]] std::span<const long double> transform() const noexcept { return transform_; }
  [[nodiscard]] std::span<const long double> back() const noexcept { return back_; }

 private:
  std::size_t stages_;
  std::vector<Block> blocks_;
  std::vector<long double> inverse_;
  std::vector<long double> transform_;
  std::vector<long double> back_;
};

}  // namespace leafwise::integrator
