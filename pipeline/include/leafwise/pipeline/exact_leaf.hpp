// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline {

/// A leaf in exact polynomials, as a report tells it. A decomposition that was just made and one
/// that was saved go through the same texts, so that they give the same numbers.
struct ExactLeaf {
  std::string name;
  algebra::Variable independent;
  std::vector<algebra::Variable> base;           ///< z, the independent variable first
  std::vector<algebra::Polynomial> equations;    ///< of the base manifold
  std::vector<std::string> equation_names;       ///< as people see them
  std::vector<algebra::Variable> unknowns;       ///< w: top derivatives, multipliers
  std::vector<algebra::Polynomial> rows;         ///< affine in w
  std::vector<algebra::Polynomial> constraints;  ///< position generators of a mechanism
  std::vector<algebra::Polynomial> definitions;  ///< relations of auxiliary unknowns
  std::optional<int> dimension;                  ///< of the base manifold
  std::optional<int> physical_dimension;         ///< without constants of auxiliaries
  std::optional<int> degrees_of_freedom;         ///< of a mechanism
};

/// @throws InvalidInput if a text of the report is no polynomial in its names
[[nodiscard]] ExactLeaf exact_leaf(const DecompositionReport& report, const ReportedLeaf& leaf);

}  // namespace leafwise::pipeline
