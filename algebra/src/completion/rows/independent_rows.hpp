// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "leafwise/algebra/ideal.hpp"

namespace leafwise::algebra::detail {

/// Collects rows that are linearly independent over K(V(P)), by elimination.
class IndependentRows {
 public:
  /// @pre prime (or hoped to be); it must outlive this
  IndependentRows(const Ideal& prime, const Limits& limits) : prime_(prime), limits_(limits) {}

  [[nodiscard]] std::size_t rank() const { return rows_.size(); }

  /// Whether the row is independent of those before; it is added then.
  [[nodiscard]] Outcome<bool> add(std::vector<Polynomial> row);

 private:
  const Ideal& prime_;
  Limits limits_;
  /// Each with the column of its pivot.
  std::vector<std::pair<std::vector<Polynomial>, std::size_t>> rows_;
};

[[nodiscard]] std::vector<Polynomial> gradient(const Polynomial& polynomial,
                                               const std::vector<Variable>& variables);

}  // namespace leafwise::algebra::detail
