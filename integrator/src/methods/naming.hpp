// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "leafwise/integrator/manifold_problem.hpp"

/// How messages name things.
namespace leafwise::integrator::detail {

template <typename Real>
[[nodiscard]] std::string equation_name(const ManifoldProblem<Real>& problem, std::size_t i) {
  return i < problem.equation_names.size() ? "'" + problem.equation_names[i] + "'"
                                           : "equation " + std::to_string(i + 1);
}

/// Three digits: enough for how far something is off.
[[nodiscard]] inline std::string short_number(long double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.3Lg", value);
  return text;
}

}  // namespace leafwise::integrator::detail
