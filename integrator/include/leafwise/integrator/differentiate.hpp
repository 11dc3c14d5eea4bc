// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "leafwise/integrator/program.hpp"

/// Programs for the derivatives of a program's map. What values and derivatives have in common is
/// computed once.
namespace leafwise::integrator {

/// F and dF, of which only entries that are not identically 0.
struct JacobianProgram {
  Program program;                  ///< outputs: F₁…F_k, then the entries listed
  std::vector<std::uint32_t> rows;  ///< of the entries, row by row
  std::vector<std::uint32_t> columns;
};

/// By reverse accumulation, row by row [Griewank, Walther 2008, §3.2].
[[nodiscard]] JacobianProgram differentiate(const Program& program);

/// Inputs (x, v, w), 3n; outputs d²F_x(v, w), k. By forward accumulation, twice.
[[nodiscard]] Program differentiate_twice(const Program& program);

}  // namespace leafwise::integrator
