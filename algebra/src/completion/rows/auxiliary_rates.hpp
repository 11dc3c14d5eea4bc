// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "completion/rows/affine_rows.hpp"
#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

[[nodiscard]] bool has_derivatives(const Polynomial& polynomial);

/// The rates of the auxiliaries by those of the coordinates: from their relations and the total
/// derivatives of these.
class AuxiliaryRates {
 public:
  /// @pre system.mechanics
  AuxiliaryRates(const DifferentialSystem& system, const std::vector<Polynomial>& relations);

  /// A multiple of the rate without rates of auxiliaries (a constant one wherever their relations
  /// have constant pivots: sines and cosines).
  [[nodiscard]] Polynomial without_auxiliaries(const Polynomial& rate) const;

 private:
  std::vector<Variable> rates_;
  std::vector<std::pair<AffineRow, std::size_t>> solved_;  ///< a row and its pivot's column
};

}  // namespace leafwise::algebra::detail
