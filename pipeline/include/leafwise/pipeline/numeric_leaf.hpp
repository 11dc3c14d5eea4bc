// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/integrator/manifold_problem.hpp"

namespace leafwise::pipeline {

/// A leaf in numbers. Coordinates and attached quantities have the names of the problem file.
struct NumericLeaf {
  integrator::ManifoldProblem<double> problem;
  std::vector<algebra::Variable> coordinates;  ///< in the order of problem.coordinates
  std::vector<algebra::Variable> attached;     ///< in the order of the distribution's
  /// What problem.equations computes, where starts are looked for; else empty. Parameters that are
  /// letters stand as such.
  std::vector<algebra::Expression> rows = {};

  [[nodiscard]] std::optional<std::size_t> coordinate(const algebra::Variable& variable) const;
};

}  // namespace leafwise::pipeline
