// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/core/check.hpp"

/// Runge–Kutta methods as validated data. In the notation of the papers (000, §4), one step of
/// size h from p evaluates the field at the stages p + h Σ_j a_ij V_j, i = 1…s, and ends at
/// p + h Σ_i b_i V_i; c_i is the parameter value of stage i, as a fraction of the step.
namespace leafwise::integrator {

/// numerator / denominator, correctly rounded to long double: both integers are exact there as
/// long as they are below 2^53 (2^64 on x86). Method files write every rational coefficient so.
/// @pre denominator ≠ 0
[[nodiscard]] inline long double ratio(long long numerator, long long denominator) {
  LEAFWISE_DEMAND(denominator != 0);
  return static_cast<long double>(numerator) / static_cast<long double>(denominator);
}

/// How far a condition on the coefficients may be off, relative to the sum of the absolute values
/// of its terms: 32 ε, where ε is the precision of the coefficients. The built-in methods stay
/// below 1.5 ε; coefficients with the 16 digits of double are off by hundreds of ε and are refused,
/// since they would spoil the kernels in long double. Where long double is wider than x86's 64
/// bits, ε stays 2^-63: coefficients published as decimals rarely have more digits.
inline constexpr long double coefficient_tolerance =
    32.0L * (std::numeric_limits<long double>::epsilon() > 0x1p-63L
                 ? std::numeric_limits<long double>::epsilon()
                 : 0x1p-63L);

/// A second set of weights for the same stages; its difference to b estimates the local error.
struct EmbeddedWeights {
  int order = 0;
  std::vector<long double> b;
};

/// A method as its file writes it; nothing is checked yet.
struct TableauData {
  std::string name;      ///< as users write it: lower-case letters, digits, underscores
  std::string citation;  ///< where the coefficients were first published
  int order = 0;         ///< claimed order of b
  std::vector<std::vector<long double>>
      a;  ///< row by row; zeros at the end of a row may be left out
  std::vector<long double> b;
  std::vector<long double> c;
  std::optional<EmbeddedWeights> embedded = std::nullopt;
  /// Of a still lower order, to be combined with the first estimate: Dormand–Prince 8(5,3).
  std::optional<EmbeddedWeights> second_embedded = std::nullopt;
};

/// A Runge–Kutta method whose claims are checked.
///
/// Laws, checked at construction to `coefficient_tolerance` or the rounding of the process:
///  - a is s × s; b, c and the embedded weights have s entries, s ≥ 1; name and citation are given;
///  - row sums: Σ_j a_ij = c_i, so that non-autonomous and autonomous problems are treated alike;
///  - consistency: Σ b_i = 1, and the same for embedded weights;
///  - every order condition up to the claimed order (order_conditions.hpp), for all sets of
///  weights.
///
/// The claimed order need not be the largest possible; `observed_order` computes that.
class Tableau {
 public:
  /// @throws InvalidInput naming each violated condition.
  explicit Tableau(TableauData data);
  /// Of data whose laws the tests check (and each process, in builds with
  /// LEAFWISE_VALIDATE_METHODS): nothing is computed, so that a process starts at once, and with
  /// whatever arithmetic its machine has. @pre the laws
  [[nodiscard]] static Tableau registered(TableauData data);

  /// The validated data with all rows filled up to s entries. Copy, change, and construct again.
  [[nodiscard]] const TableauData& data() const noexcept { return data_; }

  [[nodiscard]] const std::string& name() const noexcept { return data_.name; }
  [[nodiscard]] const std::string& citation() const noexcept { return data_.citation; }
  [[nodiscard]] int order() const noexcept { return data_.order; }
  [[nodiscard]] std::size_t stages() const noexcept { return data_.b.size(); }

  /// @pre row < stages()
  [[nodiscard]] std::span<const long double> a_row(std::size_t row) const {
    LEAFWISE_DEMAND(row < stages());
    return data_.a[row];
  }
  /// @pre row < stages(), column < stages()
  [[nodiscard]] long double a(std::size_t row, std::size_t column) const {
    LEAFWISE_DEMAND(row < stages() && column < stages());
    return data_.a[row][column];
  }
  [[nodiscard]] std::span<const long double> b() const noexcept { return data_.b; }
  [[nodiscard]] std::span<const long double> c() const noexcept { return data_.c; }

  [[nodiscard]] std::optional<int> embedded_order() const noexcept;
  /// Empty if there are no embedded weights.
  [[nodiscard]] std::span<const long double> b_embedded() const noexcept;
  /// Empty if there are none.
  [[nodiscard]] std::span<const long double> b_second_embedded() const noexcept;

  // The queries but the one for symmetry compare exactly: kernels skip or share work by them, and
  // what is shared must be the same bit by bit. Equal coefficients must therefore be written
  // equally.

  /// No stage depends on itself or a later one: a_ij = 0 for j ≥ i.
  [[nodiscard]] bool is_explicit() const noexcept;
  /// Not explicit, but the stages can be solved one after the other: a_ij = 0 for j > i.
  [[nodiscard]] bool is_diagonally_implicit() const noexcept;
  /// The last stage is the new point: a_sj = b_j for all j. True of explicit methods as well.
  [[nodiscard]] bool is_stiffly_accurate() const noexcept;
  /// A step back undoes a step (where nothing is projected): a_ij + a_{s+1−i, s+1−j} = b_j, b_j =
  /// b_{s+1−j}. Compared up to `coefficient_tolerance`: nothing is shared by it.
  [[nodiscard]] bool is_symmetric() const noexcept;
  /// The field at the last stage can be used as that of the next step's first stage: the first
  /// stage is the old point (a_1j = 0) and the last one the new point.
  [[nodiscard]] bool is_first_same_as_last() const noexcept;

 private:
  enum class Laws { stated };
  Tableau(TableauData data, Laws stated);

  /// a_ij = 0 for j ≥ i + offset
  [[nodiscard]] bool is_zero_from_diagonal(std::size_t offset) const noexcept;

  TableauData data_;
};

}  // namespace leafwise::integrator
