// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "local/ball.hpp"
#include "local/derivative_array.hpp"

namespace leafwise::algebra::detail {

/// A proof that E = 0 has, for the doubles of the other columns, exactly one solution with the
/// dependent ones in the box, and that all diagonal blocks of ∂E by stages, J among them, are
/// regular in it: Theorems 1 and 2 of the design.
struct LocalCertificate {
  bool proved = false;
  std::string why_not;
  std::vector<bool> dependent;  ///< for each column
  std::vector<Ball> point;      ///< encloses the solution; the others are their doubles
  slong precision = 0;          ///< bits that were needed
};

/// Interval Newton in balls, block by block along the stages; with more bits where few fail.
/// @pre no more equations than unknowns; `near` has small residuals
[[nodiscard]] LocalCertificate certify(const DerivativeArray& array,
                                       const std::vector<double>& near,
                                       const std::vector<bool>& given,
                                       const Ball& time,
                                       slong least_precision = 64);

}  // namespace leafwise::algebra::detail
