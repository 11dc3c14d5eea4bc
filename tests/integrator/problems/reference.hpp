// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"

/// Problems with known solutions, put together by hand as completion would hand them over.
namespace leafwise::tests {

/// A problem, and where it starts: a point of M, correct to long double.
template <typename Real>
struct StartedProblem {
  integrator::ManifoldProblem<Real> problem;
  std::vector<long double> start;
};

/// A state known to at least 20 digits, from tests/data/integrator/references.txt.
struct Reference {
  double parameter = 0;             ///< value of the independent variable, or arc length
  std::vector<long double> states;  ///< in the order of the coordinates, without x
};

/// @throws std::runtime_error if there is none of that name
[[nodiscard]] Reference reference(std::string_view name);

}  // namespace leafwise::tests
