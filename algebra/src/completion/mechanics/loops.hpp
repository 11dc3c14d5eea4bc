// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "geometry/jacobian.hpp"
#include "geometry/modular_point.hpp"

namespace leafwise::algebra::detail {

/// Rows of a matrix that stand for themselves: what hangs on them (rows with as many columns that
/// the others do not have, a dyad on a linkage) determines its own columns from theirs.
class Loops {
 public:
  using Rows = std::set<std::size_t>;

  /// @param point of the prime over which the rows are independent; must outlive this
  Loops(const PolynomialMatrix& matrix, const ModularPoint& point);

  /// Around each row, what is left when all that can be has been taken away; each once, the
  /// smallest first. All rows together are none.
  [[nodiscard]] std::vector<Rows> all() const;

  /// The columns that the rows use.
  [[nodiscard]] std::set<std::size_t> columns_of(const Rows& rows) const;
  /// The other rows, in the columns that these do not use.
  [[nodiscard]] PolynomialMatrix rest_of(const Rows& rows) const;

 private:
  [[nodiscard]] Rows around(std::size_t row) const;
  [[nodiscard]] std::optional<Rows> hanging(const Rows& rest, std::size_t kept) const;
  [[nodiscard]] bool hang(const Rows& rows, const Rows& rest) const;

  const PolynomialMatrix& matrix_;
  const ModularPoint& point_;
  std::vector<std::set<std::size_t>> columns_;
};

}  // namespace leafwise::algebra::detail
