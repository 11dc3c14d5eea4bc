// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// The relations that say what auxiliary unknowns of the problem are.
[[nodiscard]] std::vector<algebra::Polynomial> definitions_of(const Model& model);

/// The auxiliary unknowns that the equations need.
[[nodiscard]] std::vector<NamedExpression> auxiliaries_of(const Model& model);

/// Equations as people see them: with what auxiliary unknowns stand for.
class ShownEquations {
 public:
  explicit ShownEquations(const DecompositionReport& report);
  /// Of the leaves of this problem.
  explicit ShownEquations(const Model& model);

  /// The polynomial with auxiliaries written as what they stand for; as it is where that would say
  /// nothing (a definition) or not work (a derivative of an auxiliary).
  [[nodiscard]] algebra::Expression readable(const algebra::Polynomial& polynomial) const;

  /// `readable` as a text, with "= 0". Safe for a terminal.
  [[nodiscard]] std::string shown(const algebra::Polynomial& polynomial) const;

 private:
  ShownEquations(const std::vector<NamedExpression>& auxiliaries,
                 const std::vector<algebra::Polynomial>& definitions);

  std::map<std::string, algebra::Expression> originals_;
  std::set<algebra::Polynomial> definitions_;
};

}  // namespace leafwise::pipeline::detail
