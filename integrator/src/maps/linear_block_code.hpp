// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/layouts.hpp"
#include "leafwise/integrator/program.hpp"
#include "maps/evaluator.hpp"

namespace leafwise::integrator::detail {

/// The velocity that a square linear block gives, rows and elimination in one program, with ξ = 1
/// but for the sign. The order of pivots is chosen at a point and kept while it is good: it is
/// memory. Where A is nearly singular, at folds say, other means are needed.
template <typename Real>
class LinearBlockCode {
 public:
  /// With more unknowns the search for pivots would take too long.
  static constexpr std::size_t most_unknowns = 128;

  /// `rows`: (b | A) with as many rows as unknowns.
  LinearBlockCode(const Program& rows, LinearBlockLayout layout);

  [[nodiscard]] bool exists() const noexcept { return evaluator_ != nullptr; }
  /// (b | A) in certain units: what the determinant of A got as a factor by them, as the exponent
  /// of a power of two, and how regular A is in them.
  struct Scaled {
    std::span<const Real> entries;
    long exponent = 0;
    Real quality = 0;
  };
  /// Chooses pivots for (b | A) at z, after `run` has failed there or nothing was chosen yet; not
  /// where A is nearly singular, and those that it has as long as they are good. Allocates.
  void choose(std::span<const Real> z, const Scaled& scaled);

  /// The velocity at z, unless some pivot has got much smaller than where the choice was made:
  /// then not defined. `second_smallest` goes on from the quality given to `choose`, as the
  /// smallest pivot does. @pre exists()
  DirectionQuality<Real> run(std::span<const Real> z, std::span<Real> v);
  /// All unknowns for ξ = 1, where `run` was called last and has found them.
  void copy_unknowns(std::span<Real> out) const;

  // For Distribution::memory and restore.
  [[nodiscard]] std::size_t memory_size() const noexcept { return 3 + 3 * n_; }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory);

 private:
  struct Pivot {
    std::size_t row;
    std::size_t column;
  };

  /// Writes the program for order_; with numbers to choose it by, chooses order_ first.
  void write(const std::vector<double>* numbers);
  [[nodiscard]] int parity() const;
  [[nodiscard]] bool is_near_singular(long exponent) const;
  [[nodiscard]] bool keeps_order(std::vector<double> numbers) const;

  Program rows_;
  LinearBlockLayout layout_;
  std::size_t m_;
  std::size_t n_;
  std::vector<char> moves_;  // of the unknowns: is the velocity of a coordinate
  bool possible_ = true;     // A is not singular by its structure, nor too full
  std::vector<Pivot> order_;
  int parity_ = 1;
  Real quality_ = 0;                            // where the order was chosen
  long exponent_ = 0;                           // of the units there
  std::vector<Real> references_;                // 1/|pivot| there
  std::unique_ptr<Evaluator<Real>> evaluator_;  // outputs: v, unknowns that do not move, pivots
  std::size_t first_pivot_ = 0;                 // of the outputs
};

}  // namespace leafwise::integrator::detail
