// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/integrator/divisions.hpp"
#include "leafwise/integrator/report.hpp"
#include "leafwise/pipeline/branch.hpp"

namespace leafwise::pipeline::detail {

/// The divisions in the equations of a leaf, with the text for reports: "1/(V + 55)".
struct NamedDivisions {
  integrator::Divisions<double> divisions;
  std::vector<std::string> names;
};

/// Those whose divisors are functions of the leaf's coordinates. None at all where a coordinate is
/// a derivative of a reciprocal: nobody would know its value beyond the pole.
[[nodiscard]] NamedDivisions divisions_of(const Model& model, const NumericLeaf& leaf);

/// One sentence for each division that a run passed where it is 0/0.
[[nodiscard]] std::vector<std::string> passed_divisions(const Model& model,
                                                        const NamedDivisions& divisions,
                                                        const integrator::Report<double>& report);

}  // namespace leafwise::pipeline::detail
