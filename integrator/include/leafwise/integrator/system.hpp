// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <variant>

#include "leafwise/integrator/hessenberg_problem.hpp"
#include "leafwise/integrator/manifold_problem.hpp"
#include "leafwise/integrator/stiff_problem.hpp"

namespace leafwise::integrator {

/// What can be integrated: a distribution on a manifold, a system of index 3, stiff
/// mechanics. Each method is for one of them: MethodDescription::system.
template <typename Real>
using System = std::variant<ManifoldProblem<Real>, HessenbergProblem<Real>, StiffProblem<Real>>;

}  // namespace leafwise::integrator
