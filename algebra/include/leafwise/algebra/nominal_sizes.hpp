// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"

namespace leafwise::algebra {

/// The typical sizes of the quantities of a system, as exponents of powers of two, so that
/// multiplication by them is exact.
///
/// Law: if an unknown, time or an equation is written in a unit 2ᵏ times as small, its exponent
/// here is larger by k, to within rounding: the system in nominal units does not depend on the
/// units.
struct NominalSizes {
  std::map<std::string, int> unknowns;  ///< those missing: 0
  int time = 0;
  std::vector<int> equations;  ///< of the terms of each residual

  /// Of a derivative of an unknown, or of the independent variable; 0 for others.
  [[nodiscard]] int of(const Variable& variable) const;
  /// Empty: all sizes are so near to 1 that nothing is gained by other units, or not known.
  [[nodiscard]] bool matter() const { return !unknowns.empty(); }
};

/// By least squares: the terms of a sum are about as large as each other, arguments of functions
/// about 1, given values as large as they are, and time is as long as the way to the goal; the
/// latter count less than equations, and decide what these leave open. Where all exponents are
/// within 10, and for systems of more than some hundred sums, there are none.
[[nodiscard]] NominalSizes nominal_sizes(const AnalyticSystem& system, const LocalStart& start);

}  // namespace leafwise::algebra
